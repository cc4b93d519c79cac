#include "host/pipeline/session_variables.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace sluice::pipeline {
namespace {

struct Refused {
  std::string_view name;  ///< A trailing '*' stands for any rest.
  std::string_view why;
};

constexpr std::string_view credential =
    "is a credential of the forge, which a session must not reach: what it makes goes out as the pass's own "
    "effects alone";
constexpr std::string_view home =
    "leads to the settings and credentials of our own home folder, by which a session could reach the forge";

constexpr std::array refused = {
    Refused{"GH_TOKEN", credential},
    Refused{"GITHUB_TOKEN", credential},
    Refused{"GH_ENTERPRISE_TOKEN", credential},
    Refused{"GITHUB_ENTERPRISE_TOKEN", credential},
    Refused{"SSH_AUTH_SOCK", "lends our ssh keys, by which a session could reach the forge"},
    Refused{"GIT_*",
            "steers git, whose settings in a session are the host's alone: it must not reach the forge"},
    Refused{"HOME", home},
    Refused{"XDG_CONFIG_HOME", home},
    Refused{"GH_CONFIG_DIR", home},
    Refused{"SLUICE_*", "is the host's own to set"},
};

bool is_variable_name(std::string_view name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return !name.empty() && is_letter(name.front()) && std::all_of(name.begin(), name.end(), [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9');
  });
}

bool matches(std::string_view pattern, std::string_view name) {
  if (!pattern.ends_with('*')) return pattern == name;
  return name.starts_with(pattern.substr(0, pattern.size() - 1));
}

}  // namespace

std::string why_no_session_variable(const std::string& name) {
  if (!is_variable_name(name)) {
    return "is not the name of a variable, which is of letters, digits and \"_\"; its value is never written "
           "here";
  }
  for (const Refused& each : refused) {
    if (matches(each.name, name)) return std::string(each.why);
  }
  return "";
}

}  // namespace sluice::pipeline
