#pragma once
// Text that others wrote (commits, agents, logs, bots), made fit to be posted in our name: it is shown and
// does nothing. It notifies nobody, closes and links no issue, commands no bot, hides nothing and opens or
// closes no block of ours.
//
// All functions take any bytes and answer valid UTF-8 (what is not becomes U+FFFD). What breaks a word is a
// zero-width space, U+200B: the reader sees the same text.

#include <cstddef>
#include <string>
#include <string_view>

namespace sluice {

/// The characters of one comment, issue or pull request body. GitHub says "characters"; we count UTF-16 code
/// units, which is never fewer than what it counts, whichever it counts.
inline constexpr std::size_t forge_limit = 65'536;

/// Without escape sequences, control characters (line feeds and tabs stay, a carriage return goes), marks
/// that reorder text, and HTML comments; mentions, references to issues, names of bots and commands broken.
/// `bot` is another login whose name is broken, "name[bot]" or plain. Keeps Markdown: put it in a span or a
/// fence.
std::string inert(std::string_view text, std::string_view bot = {});

/// Without escape sequences, control characters and marks that reorder text; every word and all Markdown
/// stands.
std::string visible(std::string_view text);

/// A visible text, not inert, in a fenced block that it cannot close: for a reader, never to be posted.
std::string visible_fence(std::string_view text, std::size_t longest = 30'000);

/// An inert text on one line in a code span that it cannot close; cut to `longest` UTF-16 units, saying how
/// many went.
std::string inert_span(std::string_view text, std::size_t longest = 500, std::string_view bot = {});

/// An inert text in a fenced block that it cannot close, with its line end; cut likewise.
std::string inert_fence(std::string_view text, std::size_t longest = 30'000, std::string_view bot = {});

/// A whole body within the limit: cut between characters, a fence that was open there closed, and the count
/// of what went said at its end. A body within the limit is answered as it is.
std::string within_limit(std::string body, std::size_t limit = forge_limit);

std::size_t utf16_units(std::string_view text);  ///< Of valid UTF-8.

}  // namespace sluice
