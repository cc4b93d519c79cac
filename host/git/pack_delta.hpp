#pragma once
// What differs between two versions of one object, in the words of a pack.

#include <string>
#include <string_view>

namespace sluice::git {

/// Made for trees that were spliced: what stayed in its place, or moved as a whole, is copied.
std::string pack_delta(std::string_view base, std::string_view target);

}  // namespace sluice::git
