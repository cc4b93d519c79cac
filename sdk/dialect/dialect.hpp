#pragma once
// How one review bot writes its statuses, comments and counts. A dialect is pure functions over text: no
// clock, no network, no state. Every text is outside text: any bytes, any length, read in linear time.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sluice::dialect {

using Time = std::int64_t;  ///< Whole seconds since 1970, UTC.

/// The bot counted the files of a pull request against its own cap.
struct FileLimit {
  std::optional<std::int64_t> files;  ///< What it counted, where it said so.
  std::int64_t limit = 0;
  bool operator==(const FileLimit&) const = default;
};

struct StatusText {
  std::string_view state;  ///< GitHub's word: pending, success, failure, error.
  std::string_view description;
};

struct StatusReading {
  enum class Kind : std::uint8_t {
    missing,               ///< No status stands on the commit.
    pending,               ///< A review runs or is queued; a push would cancel it.
    completed,             ///< The review is done.
    rate_limited,          ///< Nothing ran; a later one can be asked for.
    too_many_files,        ///< Nothing ran, and nothing will until the diff shrinks.
    incremental_declined,  ///< A second pass was declined; a full review stands if it covered this commit.
    skipped,               ///< A standing policy of the bot or of its settings.
    failed,
    unknown  ///< Words that this dialect does not know: never taken for a review.
  };
  Kind kind = Kind::unknown;
  std::optional<FileLimit> limit;  ///< Of too_many_files, where it was stated.
};

std::string_view name_of(StatusReading::Kind kind);  ///< "rate limited", for people.

/// A comment as a dialect reads it. The views are the caller's.
struct Said {
  std::int64_t id = 0;
  std::string_view author, body;
  Time updated_at = 0;
};

/// The bot's word that it did not review.
struct Refusal {
  std::int64_t comment = 0;  ///< The comment whose block it is; 0: there is none, only an answer to an ask.
  Time rewritten_at = 0;     ///< When that block was last rewritten: asks before it are answered by it; or 0.
  std::optional<Time> until;       ///< When the next review is to be had, a minute of grace added.
  bool over_cap = false;           ///< Not a matter of waiting: the pull request has too many files.
  std::optional<FileLimit> limit;  ///< Of over_cap, where it was stated.
};

struct CommitRange {
  std::string from, to;  ///< 7 to 40 hexadecimal digits.
  bool operator==(const CommitRange&) const = default;
};

/// The bot's one summary comment on a pull request, edited in place.
struct Walkthrough {
  bool found = false;  ///< The text carries the bot's summary marker, or one of its states.
  bool in_progress = false, rate_limited = false, skipped = false, failed = false, paused = false;
  std::optional<CommitRange> read;  ///< What the bot says that it read; never what it says that it skipped.
};

/// What a review's body states.
struct Counts {
  std::optional<std::int64_t> actionable;
  /// Every "<Name> comments (N)" by its lower-cased name, in order; the first count of a name stands.
  std::vector<std::pair<std::string, std::int64_t>> buckets;
  bool failed_to_post = false;  ///< Findings that have no thread, since posting them failed.
  std::optional<std::int64_t> bucket(std::string_view name) const;
};

enum class Severity : std::uint8_t { critical, major, minor, trivial, info, unknown };
std::string_view name_of(Severity severity);

/// One inline finding.
struct Finding {
  Severity severity = Severity::unknown;
  std::string category, effort;    ///< Without their pictures; empty where none of the words is known.
  std::vector<std::string> other;  ///< Fields of words that this dialect does not know, kept.
  std::string title;
  std::string text;  ///< For a reader who must judge it: reasoning, diff and prompt, without transcripts and
                     ///< hidden text.
};

/// What the bot's word in a thread is to an answer that stands before it.
enum class Rejoinder : std::uint8_t {
  neither,
  acknowledges,  ///< Thanks, agreement.
  settles,       ///< Its own mark that the finding is done with: addressed, or withdrawn.
  asks,          ///< For a change, again.
};
std::string_view name_of(Rejoinder rejoinder);

class Dialect {
 public:
  virtual ~Dialect() = default;
  virtual std::string_view name() const = 0;
  virtual std::string_view version() const = 0;  ///< The month of the newest wording that it knows.

  virtual StatusReading status(const std::optional<StatusText>& status) const = 0;
  /// The refusal that stands among these comments, the newest of those that `login` wrote; comments of
  /// anybody else count for nothing. nullopt: none carries a block that refuses.
  virtual std::optional<Refusal> refusal(std::span<const Said> comments, std::string_view login) const = 0;
  virtual Walkthrough walkthrough(std::string_view body) const = 0;
  virtual Counts counts(std::string_view review_body) const = 0;
  virtual Finding finding(std::string_view comment_body) const = 0;
  virtual Rejoinder rejoinder(std::string_view comment_body) const = 0;
};

/// A review as far as it can vouch for a commit. The views are the caller's.
struct Reviewed {
  std::string_view author, body, state;
  std::optional<std::string_view> sha;
  std::optional<Time> submitted_at;
};

/// Whether the bot read this very commit: its newest full review is of it, or its newest summary comment says
/// so. A review without words (an answer in a thread makes one), a dismissed or pending one vouches for
/// nothing.
bool read_commit(const Dialect& dialect, std::string_view login, std::string_view sha,
                 std::span<const Reviewed> reviews, std::span<const Said> comments);

/// The dialect of that name, or null. It lives as long as the program.
const Dialect* find(std::string_view name);
std::vector<std::string_view> names();

/// Logins differ in nothing but case: GitHub's are unique so. The spelling of a bot's is "name[bot]".
bool same_login(std::string_view a, std::string_view b);

}  // namespace sluice::dialect
