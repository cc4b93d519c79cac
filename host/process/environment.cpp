#include <cstdlib>

#include "host/process/child.hpp"

extern char** environ;

namespace sluice::process {
namespace {

void copy_ours(Environment& into, const char* name) {
  if (const char* value = std::getenv(name)) into[name] = value;
}

}  // namespace

Environment minimal_environment() {
  Environment result{{"PATH", "/usr/local/bin:/usr/bin:/bin"}, {"LANG", "C.UTF-8"}, {"LC_ALL", "C.UTF-8"}};
  for (const char* name : {"PATH", "HOME", "TMPDIR"}) copy_ours(result, name);
  return result;
}

Environment transport_environment() {
  Environment result = minimal_environment();
  static constexpr const char* kNames[] = {
      // Who we are, for ssh and for credential stores.
      "USER", "LOGNAME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS",
      "DISPLAY",
      // ssh and askpass.
      "SSH_AUTH_SOCK", "SSH_AGENT_PID", "SSH_ASKPASS", "SSH_ASKPASS_REQUIRE", "GIT_SSH", "GIT_SSH_COMMAND",
      "GIT_SSH_VARIANT", "GIT_ASKPASS", "GIT_TERMINAL_PROMPT",
      // Proxies and certificates.
      "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
      "GIT_PROXY_COMMAND", "GIT_PROXY_SSL_CERT", "GIT_PROXY_SSL_KEY", "GIT_PROXY_SSL_CAINFO",
      "GIT_SSL_CAINFO", "GIT_SSL_CAPATH", "GIT_SSL_CERT", "GIT_SSL_KEY", "GIT_SSL_NO_VERIFY",
      "GIT_SSL_VERSION", "SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE", "GIT_HTTP_LOW_SPEED_LIMIT",
      "GIT_HTTP_LOW_SPEED_TIME", "GIT_HTTP_USER_AGENT", "GIT_PROTOCOL", "GIT_ALLOW_PROTOCOL",
      "GIT_PROTOCOL_FROM_USER",
      // Where git looks for settings, and what credential helpers of the common forges read.
      "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_COUNT", "GH_TOKEN",
      "GITHUB_TOKEN", "GH_HOST", "GH_CONFIG_DIR"};
  for (const char* name : kNames) copy_ours(result, name);
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const auto equals = text.find('=');
    const auto name = text.substr(0, equals);
    if (name.starts_with("GIT_CONFIG_KEY_") || name.starts_with("GIT_CONFIG_VALUE_")) {
      result[std::string(name)] = text.substr(equals + 1);
    }
  }
  return result;
}

}  // namespace sluice::process
