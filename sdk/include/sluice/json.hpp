#pragma once
// Documents: parsing and writing live in one source file, since each costs seconds to compile. Any thread.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "sluice/utf8.hpp"

namespace sluice {

using Json = nlohmann::json;

/// A document that may not cross: not JSON, not UTF-8, a key twice, nested deeper than 64.
struct DocumentError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

Json parse_document(std::string_view text);        ///< Throws DocumentError.
std::string to_text(const Json& document);         ///< One line; strings in it must be UTF-8 (DocumentError).
std::string to_pretty_text(const Json& document);  ///< The same on many lines, for people.

/// A field that can hold any bytes: a string when they are valid UTF-8, else {"b64": "..."}.
Json json_bytes(std::string_view bytes);
std::string bytes_of(const Json& field);  ///< The reverse; throws DocumentError.

}  // namespace sluice
