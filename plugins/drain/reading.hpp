#pragma once
// Whether all that a review found is there to be read: its status says completed before its words arrive.

#include <cstdint>
#include <optional>
#include <string>

#include "open_set.hpp"

namespace sluice::drain {

/// What is still lacking of the bot's review of the release's head, for people; nullopt: nothing.
std::optional<std::string> lacking(const Said& said, const Parties& parties);

/// For how many seconds to wait before it is read again; nullopt once `grace` seconds are over since the
/// release was merged.
std::optional<std::int64_t> wait_for(const Pull& release, std::int64_t grace, Time now);

}  // namespace sluice::drain
