#pragma once
// Characters in bytes that may be none. Strict: no overlong form, no surrogate, nothing above U+10FFFF.

#include <cstddef>
#include <string_view>

namespace sluice {

struct Character {
  std::size_t size = 0;  ///< In bytes; 0 where none is there.
  char32_t value = 0;    ///< Its code point.
};

/// The character at the front of a text; none where the text is empty or does not begin with one.
Character first_character(std::string_view text);

bool is_utf8(std::string_view bytes);

}  // namespace sluice
