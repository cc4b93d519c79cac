#pragma once
// Whether two commits make the same change, found by one descent through all four trees that enters only
// folders on which the two differ.

#include <string_view>

#include "host/git/object_store.hpp"

namespace sluice::git {

/// A change from one tree to another.
struct Step {
  Oid before, after;
};

/// unsure: the same paths and modes change, but of some file the blobs are not the same ones and the edit
/// does not speak for itself; the patches have to be compared.
enum class Likeness : std::uint8_t { equal, different, unsure };

/// With only_equal nothing more is read once the two are not plainly equal, and the answer is unsure.
Likeness likeness(ObjectStore& store, const Step& one, const Step& other, bool only_equal = false);

/// Whether both replace the same lines by the same lines, in the same company of three lines above and below.
/// Only true is an answer; of a file that is changed at several places, or is binary, it is false.
bool same_edit(std::string_view before, std::string_view after, std::string_view other_before,
               std::string_view other_after);

}  // namespace sluice::git
