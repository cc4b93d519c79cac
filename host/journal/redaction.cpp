#include "host/journal/redaction.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace sluice::journal {
namespace {

constexpr std::string_view mask = "***";
/// Shorter values ("1", "true") would blot out innocent text, and no credential is that short.
constexpr std::size_t shortest_secret = 8;

std::string upper(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return result;
}

bool has_secret_name(std::string_view name) {
  const std::string word = upper(name);
  static constexpr std::array<std::string_view, 7> anywhere = {
      "TOKEN", "SECRET", "PASSWORD", "PASSWD", "PASSPHRASE", "CREDENTIAL", "APIKEY"};
  static constexpr std::array<std::string_view, 6> last = {"_KEY",  "_PAT",    "_PASS",
                                                           "_AUTH", "_COOKIE", "_PWD"};
  const auto within = [&](std::string_view part) { return word.find(part) != std::string::npos; };
  return std::any_of(anywhere.begin(), anywhere.end(), within) ||
         std::any_of(last.begin(), last.end(), [&](std::string_view end) { return word.ends_with(end); });
}

std::string base64(std::string_view bytes) {
  static constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string result;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      result += i + k <= bytes.size() ? digits[group >> (18 - 6 * k) & 63U] : '=';
    }
  }
  return result;
}

std::string percent_encoded(std::string_view bytes) {
  static constexpr std::string_view digits = "0123456789ABCDEF";
  std::string result;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || std::string_view("-._~").find(c) != std::string_view::npos) {
      result += c;
    } else {
      result += {'%', digits[byte >> 4U], digits[byte & 15U]};
    }
  }
  return result;
}

/// A value, and the forms in which git and HTTP carry it.
void add_forms(std::vector<std::string>& secrets, std::string_view value) {
  while (!value.empty() && std::isspace(static_cast<unsigned char>(value.back())) != 0)
    value.remove_suffix(1);
  if (value.size() < shortest_secret) return;
  secrets.emplace_back(value);
  secrets.push_back(percent_encoded(value));
  secrets.push_back(base64(value));
  secrets.push_back(base64("x-access-token:" + std::string(value)));
}

/// GIT_CONFIG_KEY_3=http.x.extraheader stands beside GIT_CONFIG_VALUE_3=AUTHORIZATION: basic ...
void add_git_header(std::vector<std::string>& secrets, const std::map<std::string, std::string>& environment,
                    const std::string& name, std::string_view key) {
  if (!upper(key).ends_with(".EXTRAHEADER")) return;
  const auto value =
      environment.find("GIT_CONFIG_VALUE_" + name.substr(std::string_view("GIT_CONFIG_KEY_").size()));
  if (value == environment.end()) return;
  const std::size_t blank = value->second.find_last_of(' ');
  add_forms(secrets, std::string_view(value->second).substr(blank == std::string::npos ? 0 : blank + 1));
}

void replace_all(std::string& text, std::string_view what) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + mask.size())) {
    text.replace(at, what.size(), mask);
  }
}

/// "https://user:pass@host" keeps its host alone; the user of ssh is no secret.
void hide_user_info(std::string& text) {
  for (std::size_t at = text.find("://"); at != std::string::npos; at = text.find("://", at + 3)) {
    const std::size_t begin = at + 3;
    const std::size_t end = std::min(text.find_first_of("/?# \t\r\n\"'<>`\\", begin), text.size());
    const std::size_t sign = text.rfind('@', end);
    if (sign == std::string::npos || sign <= begin || sign >= end) continue;
    const std::string_view user = std::string_view(text).substr(begin, sign - begin);
    const bool ssh = at >= 3 && text.compare(at - 3, 3, "ssh") == 0;
    if (ssh && user.find(':') == std::string_view::npos) continue;
    text.replace(begin, sign - begin, mask);
  }
}

/// Tokens that a forge gives out carry a prefix of their own.
void hide_known_tokens(std::string& text) {
  static constexpr std::array<std::string_view, 8> prefixes = {"ghp_", "gho_",        "ghu_",   "ghs_",
                                                               "ghr_", "github_pat_", "glpat-", "sk-ant-"};
  const auto in_token = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
  };
  for (const std::string_view prefix : prefixes) {
    for (std::size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix, at + 1)) {
      std::size_t end = at + prefix.size();
      while (end < text.size() && in_token(text[end])) ++end;
      if (end - at >= prefix.size() + 16) text.replace(at, end - at, mask);
    }
  }
}

/// What follows "Authorization: basic" or "bearer".
void hide_authorization(std::string& text) {
  const std::string_view name = "AUTHORIZATION:";
  std::string searched = upper(text);
  for (std::size_t at = searched.find(name); at != std::string::npos; at = searched.find(name, at + 1)) {
    std::size_t begin = searched.find_first_not_of(" \t", at + name.size());
    if (begin == std::string::npos) return;
    for (const std::string_view scheme : {"BASIC ", "BEARER ", "TOKEN "}) {
      if (searched.compare(begin, scheme.size(), scheme) == 0) begin += scheme.size();
    }
    const std::size_t end = std::min(searched.find_first_of(" \t\r\n\"'", begin), searched.size());
    text.replace(begin, end - begin, mask);
    searched.replace(begin, end - begin, mask);
  }
}

}  // namespace

Redaction Redaction::of(const std::map<std::string, std::string>& environment) {
  Redaction result;
  for (const auto& [name, value] : environment) {
    if (name.starts_with("GIT_CONFIG_KEY_")) {
      add_git_header(result.secrets_, environment, name, value);
    } else if (has_secret_name(name)) {
      add_forms(result.secrets_, value);
    }
  }
  std::sort(result.secrets_.begin(), result.secrets_.end(), [](const std::string& a, const std::string& b) {
    return a.size() != b.size() ? a.size() > b.size() : a < b;
  });
  result.secrets_.erase(std::unique(result.secrets_.begin(), result.secrets_.end()), result.secrets_.end());
  return result;
}

Redaction Redaction::of_this_process() {
  std::map<std::string, std::string> environment;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view pair = *entry;
    const std::size_t equals = pair.find('=');
    if (equals != std::string_view::npos)
      environment.emplace(pair.substr(0, equals), pair.substr(equals + 1));
  }
  return of(environment);
}

std::string Redaction::text(std::string_view text) const {
  std::string result(text);
  for (const std::string& secret : secrets_) replace_all(result, secret);
  hide_user_info(result);
  hide_known_tokens(result);
  hide_authorization(result);
  return result;
}

Json Redaction::document(const Json& document) const {
  if (document.is_string()) return json_bytes(text(document.get_ref<const std::string&>()));
  if (document.is_array()) {
    Json result = Json::array();
    for (const Json& element : document) result.push_back(this->document(element));
    return result;
  }
  if (document.is_object()) {
    Json result = Json::object();
    for (const auto& [key, value] : document.items()) result[text(key)] = this->document(value);
    return result;
  }
  return document;
}

}  // namespace sluice::journal
