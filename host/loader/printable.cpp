#include "host/loader/printable.hpp"

#include <algorithm>
#include <array>

#include "sluice/utf8.hpp"

namespace sluice::loader {

namespace {

/// C0, DEL and C1.
bool is_control(char32_t character) {
  return character < 0x20 || (character >= 0x7F && character < 0xA0);
}

void append_hex(std::string& text, std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    text += {'\\', 'x', digits[value >> 4], digits[value & 15]};
  }
}

}  // namespace

std::string printable(std::string_view bytes, std::size_t limit, bool keep_end) {
  const bool cut = bytes.size() > limit;
  if (cut) bytes = keep_end ? bytes.substr(bytes.size() - limit) : bytes.substr(0, limit);
  std::string text = cut && keep_end ? "..." : "";
  while (!bytes.empty()) {
    const auto [size, value] = first_character(bytes);
    const std::string_view next = bytes.substr(0, std::max<std::size_t>(size, 1));
    bytes.remove_prefix(next.size());
    if (next == "\n" || next == "\r") {
      text += ' ';
    } else if (size == 0 || (is_control(value) && next != "\t")) {
      append_hex(text, next);
    } else {
      text += next;
    }
  }
  if (cut && !keep_end) text += "...";
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

}  // namespace sluice::loader
