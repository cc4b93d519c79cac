#pragma once
// An agent program that refuses to work for now: which of its lines says so, and until when.

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace sluice::session {

/// The instant (seconds since 1970) at which the limit lifts that one of the lines states; nullopt where none
/// states one. A pattern is plain words, '*' standing for any one word, found anywhere in a line whatever its
/// case. The instant is what follows "resets" on that line, in UTC ("3:10am (UTC)", "Oct 10, 11pm (UTC)"),
/// the next one of that name after now; an hour from now where it names another zone, cannot be read, or is
/// more than eight days away.
std::optional<std::int64_t> limit_lifts_at(std::span<const std::string> lines,
                                           std::span<const std::string> patterns, std::int64_t now);

}  // namespace sluice::session
