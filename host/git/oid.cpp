#include "host/git/oid.hpp"

#include <stdexcept>

namespace sluice::git {
namespace {

/// Lowercase only, as git writes ids: a name in another spelling is not one that git wrote.
int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

}  // namespace

std::optional<Oid> Oid::parse(std::string_view hex) {
  Oid id;
  if (hex.size() != 2 * id.bytes.size()) return std::nullopt;
  for (std::size_t i = 0; i < id.bytes.size(); ++i) {
    const int high = digit(hex[2 * i]);
    const int low = digit(hex[2 * i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    id.bytes[i] = static_cast<std::uint8_t>(high * 16 + low);
  }
  return id;
}

Oid Oid::from_hex(std::string_view hex) {
  if (const auto id = parse(hex)) return *id;
  throw std::invalid_argument("\"" + std::string(hex.substr(0, 80)) +
                              "\" is no object id: 40 lowercase hexadecimal digits are expected");
}

Oid Oid::from_raw(const void* twenty_bytes) {
  Oid id;
  std::memcpy(id.bytes.data(), twenty_bytes, id.bytes.size());
  return id;
}

std::string Oid::hex() const {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const std::uint8_t byte : bytes) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

}  // namespace sluice::git
