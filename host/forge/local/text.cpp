#include "host/forge/local/text.hpp"

#include <algorithm>
#include <cctype>

#include "host/forge/forge.hpp"
#include "sluice/json.hpp"

namespace sluice::forge::local {

namespace {

constexpr std::size_t body_limit = 65'536, title_limit = 256, description_limit = 140, name_limit = 255;

[[noreturn]] void refuse_text(const std::string& what, const std::string& why) {
  throw ForgeError(ForgeError::Kind::refused, "the " + what + " " + why);
}

std::size_t characters(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](unsigned char byte) { return (byte & 0xC0) != 0x80; }));
}

bool is_blank(const std::string& text) {
  return text.find_first_not_of(" \t\r\n") == std::string::npos;
}

void check_text(const std::string& what, const std::string& text, std::size_t limit) {
  if (!is_utf8(text)) refuse_text(what, "is not UTF-8; convert it first");
  if (text.find('\0') != std::string::npos)
    refuse_text(what, "holds a NUL byte, which no forge takes; remove it");
  if (const auto found = characters(text); found > limit) {
    refuse_text(what, "is too long: " + std::to_string(found) + " characters, and the most is " +
                          std::to_string(limit) + "; cut it");
  }
}

void check_line(const std::string& what, const std::string& text, std::size_t limit) {
  check_text(what, text, limit);
  if (is_blank(text)) refuse_text(what, "is blank; give one");
  if (text.find_first_of("\r\n") != std::string::npos)
    refuse_text(what, "has more than one line; give one line");
}

}  // namespace

void check_optional_body(const std::string& body) {
  check_text("body", body, body_limit);
}

void check_body(const std::string& body) {
  check_optional_body(body);
  if (is_blank(body)) refuse_text("body", "is blank; write something");
}

void check_title(const std::string& title) {
  check_line("title", title, title_limit);
}

void check_description(const std::string& text) {
  check_text("description", text, description_limit);
}

void check_name(const std::string& what, const std::string& name) {
  check_line(what, name, name_limit);
}

std::string file_url(const std::string& path) {
  std::string url = "file://";
  for (const unsigned char byte : path) {
    const bool plain = std::isalnum(byte) != 0 ||
                       std::string_view("/-._~").find(static_cast<char>(byte)) != std::string_view::npos;
    if (plain) {
      url += static_cast<char>(byte);
      continue;
    }
    constexpr const char* digits = "0123456789ABCDEF";
    url += {'%', digits[byte >> 4], digits[byte & 15]};
  }
  return url;
}

}  // namespace sluice::forge::local
