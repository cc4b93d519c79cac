#pragma once
// What git and a remote said, fit to be shown: without credentials, control characters or more than a
// paragraph.

#include <string>
#include <string_view>

namespace sluice::git {

/// Cut at about 600 bytes, line breaks kept as " / ". User names, passwords and queries are taken out of
/// every URL.
std::string inert_words(std::string_view text);

}  // namespace sluice::git
