// Fields that can hold any bytes: a string when they are valid UTF-8, else base64.

#include <array>

#include "sluice/json.hpp"

namespace sluice {

namespace {

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string encode(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::size_t left = std::min<std::size_t>(3, bytes.size() - at);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8 | (k < left ? static_cast<unsigned char>(bytes[at + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += k <= left ? alphabet[group >> (18 - 6 * k) & 63] : '=';
    }
  }
  return text;
}

/// Strict: whole groups, padding only at the end, no bit left over, no line break.
std::optional<std::string> decode(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::size_t padding = 0;
  while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') ++padding;
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  std::uint32_t group = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool pad = at >= text.size() - padding;
    const auto digit = pad ? 0 : alphabet.find(text[at]);
    if (digit == alphabet.npos) return std::nullopt;
    group = group << 6 | static_cast<std::uint32_t>(digit);
    if (at % 4 != 3) continue;
    for (const int shift : {16, 8, 0}) bytes += static_cast<char>(group >> shift & 0xFF);
    group = 0;
  }
  for (std::size_t k = 0; k < padding; ++k) {
    if (bytes.back() != '\0') return std::nullopt;
    bytes.pop_back();
  }
  return bytes;
}

}  // namespace

Json json_bytes(std::string_view bytes) {
  if (is_utf8(bytes)) return std::string(bytes);
  return Json{{"b64", encode(bytes)}};
}

std::string bytes_of(const Json& field) {
  if (field.is_string()) return field.get<std::string>();
  const bool shaped =
      field.is_object() && field.size() == 1 && field.contains("b64") && field["b64"].is_string();
  if (!shaped) {
    throw DocumentError(std::string("expected a string or {\"b64\": \"...\"}, found ") + field.type_name());
  }
  auto bytes = decode(field["b64"].get_ref<const std::string&>());
  if (!bytes) throw DocumentError("the text of a \"b64\" field is not base64");
  return *std::move(bytes);
}

}  // namespace sluice
