#pragma once
// A dotted key nests a table per part, and toml++ destroys tables by recursion: a key of 100,000 parts would
// end the process. Its own limit counts brackets alone.

#include <optional>
#include <string_view>

#include "host/pipeline/document.hpp"

namespace sluice::pipeline {

inline constexpr int deepest_key = 16;

/// Where the first dotted key (or header) of more than deepest_key parts begins. Any bytes are taken.
std::optional<Place> key_nested_too_deep(std::string_view text);

}  // namespace sluice::pipeline
