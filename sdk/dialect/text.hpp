#pragma once
// Reading Markdown that somebody else wrote, by hand-written scanners: each looks at a byte a bounded number
// of times.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::dialect {

struct Line {
  std::string_view text;      ///< Without its line end.
  std::string_view unquoted;  ///< The same without the quote marks ("> > ") and blanks before it.
  bool fenced = false;        ///< Within a fenced block, the two fence lines included.
};

/// The lines of a text. A fence that nothing closes is no fence: a text cut short must not hide what follows.
std::vector<Line> read_lines(std::string_view text);

struct Fence {
  char mark = '`';
  std::size_t length = 0;
};
std::optional<Fence> opening_fence(std::string_view unquoted);
bool closes(const Fence& fence, std::string_view unquoted);

std::string_view trim(std::string_view text);     ///< Spaces, tabs and line ends.
std::string_view unquote(std::string_view line);  ///< Without leading blanks and quote marks.
char lower(char c);                               ///< ASCII only.
bool is_digit(char c);
bool is_letter(char c);  ///< ASCII only.

/// For comparing words: ASCII lower-cased, emphasis and code marks dropped, tags and every kind of blank one
/// space.
std::string plain(std::string_view text);

/// The unsigned number that stands at `at` (thousands commas allowed), saturating; `at` moves behind it.
std::optional<std::int64_t> read_number(std::string_view text, std::size_t& at);

/// "133 files exceed the limit of 100", "119 files, which is 19 over the limit of 100", in plain text.
struct FileCounts {
  std::optional<std::int64_t> files;
  std::int64_t limit = 0;
};
std::optional<FileCounts> read_file_counts(std::string_view plain_text);

/// The seconds that a plain text states at its start ("1 hour and 5 minutes", "less than a minute", "1h 5m"),
/// every component summed. nullopt where it does not begin with a duration.
std::optional<std::int64_t> read_duration(std::string_view plain_text);

/// Without HTML comments, to a fixed point; fenced blocks and code spans keep theirs, for they are shown. An
/// opening that nothing closes loses its mark, not what follows.
std::string without_comments(std::string_view text);
std::string without_any_comments(std::string_view text);  ///< In code too.

/// Without the <details> blocks whose summary says one of these lower-case words, nested blocks and fences
/// heeded.
std::string without_details(std::string_view text, const std::vector<std::string_view>& summaries);

/// What stands between "<!-- name_start -->" and the first "<!-- name_end -->" after it.
std::optional<std::string_view> marked_block(std::string_view body, std::string_view name);

}  // namespace sluice::dialect
