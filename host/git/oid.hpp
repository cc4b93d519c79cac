#pragma once
// An object id, SHA-1 only: repositories of another object format are refused by name when they are opened.

#include <array>
#include <compare>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace sluice::git {

struct Oid {
  static constexpr std::size_t size = 20;
  std::array<std::uint8_t, size> bytes{};

  static Oid from_hex(std::string_view hex);              ///< Throws std::invalid_argument.
  static std::optional<Oid> parse(std::string_view hex);  ///< Exactly 40 lowercase hexadecimal digits.
  static Oid from_raw(const void* twenty_bytes);
  std::string hex() const;
  std::string_view raw() const {  ///< Its twenty bytes, borrowed.
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
  std::string brief() const { return hex().substr(0, 10); }  ///< For people.
  bool is_zero() const { return *this == Oid{}; }
  auto operator<=>(const Oid&) const = default;  // NOLINT(modernize-use-nullptr): none is there
};

}  // namespace sluice::git

template <>
struct std::hash<sluice::git::Oid> {
  std::size_t operator()(const sluice::git::Oid& id) const noexcept {
    std::size_t value;
    std::memcpy(&value, id.bytes.data(), sizeof value);
    return value;
  }
};
