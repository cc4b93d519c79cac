#pragma once
// What becomes of findings that no session is to be asked about again.

#include <optional>
#include <string>

#include "open_set.hpp"
#include "settings.hpp"
#include "sluice/stage.hpp"

namespace sluice::drain {

/// Every attempt on what is open was spent (`why`): it is put off with a reply on each and one list of all,
/// or left as it is with a notice, or holds the pass, red. `story` gets a clause.
std::optional<Outcome> past_cap(const Pass& pass, const Pull& release, const OpenSet& open,
                                const Parties& parties, Settings::PastCap how, const std::string& why,
                                std::string& story);

/// What the bot asked for again after a second answer is put off, one list each.
std::optional<Outcome> put_off_worn(const Pass& pass, const Pull& release, const OpenSet& open,
                                    const Parties& parties, std::string& story);

}  // namespace sluice::drain
