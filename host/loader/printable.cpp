#include "host/loader/printable.hpp"

#include <algorithm>
#include <array>

#include "sluice/json.hpp"

namespace sluice::loader {

namespace {

/// The bytes of the character that begins here; 0 where none does.
std::size_t character(std::string_view bytes) {
  for (std::size_t size = 1; size <= std::min<std::size_t>(4, bytes.size()); ++size) {
    if (is_utf8(bytes.substr(0, size))) return size;
  }
  return 0;
}

/// C0, DEL and C1, whose first byte is 0xC2.
bool is_control(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return first < 0x20 || first == 0x7F;
  return first == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0;
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
    const std::size_t size = character(bytes);
    const std::string_view next = bytes.substr(0, std::max<std::size_t>(size, 1));
    bytes.remove_prefix(next.size());
    if (next == "\n" || next == "\r") {
      text += ' ';
    } else if (size == 0 || (is_control(next) && next != "\t")) {
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
