// Where `git cherry-pick -x` puts its line: git's own reading of what the end of a message is, without a
// process.

#include <array>
#include <cctype>

#include "host/git/message.hpp"

namespace sluice::git {
namespace {

constexpr char kComment = '#';
constexpr std::string_view kScissors = "# ------------------------ >8 ------------------------\n";
constexpr std::array<std::string_view, 2> kGitGenerated{"Signed-off-by: ", "(cherry picked from commit "};

// git's own classes: ASCII, whatever the locale.
constexpr bool is_git_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
constexpr bool is_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
}

bool is_blank(std::string_view line) {
  for (const char c : line) {
    if (c == '\n' || c == '\0') return true;
    if (!is_git_space(c)) return false;
  }
  return true;
}

/// The line that starts at `at`, its line feed included.
std::string_view line_at(std::string_view text, std::size_t at) {
  const auto end = text.find('\n', at);
  return text.substr(at, end == std::string_view::npos ? end : end + 1 - at);
}

/// Where the last line of the first `length` bytes starts.
std::size_t last_line(std::string_view text, std::size_t length) {
  if (length < 2) return 0;
  const auto feed = text.substr(0, length - 1).rfind('\n');
  return feed == std::string_view::npos ? 0 : feed + 1;
}

std::size_t scissors_at(std::string_view text) {
  if (text.starts_with(kScissors)) return 0;
  const auto at = text.find("\n" + std::string(kScissors));
  return at == std::string_view::npos ? text.size() : at + 1;
}

/// What is left when comments, blank lines and an old list of conflicts are taken off the end.
std::size_t end_of_text(std::string_view text) {
  const std::size_t cut = scissors_at(text);
  std::size_t run = 0;  // Where the run of lines that do not count starts; 0: none.
  bool in_conflicts = false;
  for (std::size_t at = 0; at < cut;) {
    const auto line = line_at(text, at);
    if (line.front() == kComment || line.front() == '\n') {
      if (run == 0) run = at;
    } else if (line.starts_with("Conflicts:\n")) {
      in_conflicts = true;
      if (run == 0) run = at;
    } else if (!(in_conflicts && line.front() == '\t') && run != 0) {
      run = 0;
      in_conflicts = false;
    }
    at += line.size();
  }
  return run != 0 ? run : cut;
}

std::size_t end_of_title(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const auto line = line_at(text, at);
    if (line.front() != kComment && is_blank(line)) break;
    at += line.size();
  }
  return at;
}

/// "Key: value": a word, then perhaps blanks, then a colon.
bool is_trailer(std::string_view line) {
  bool blank_seen = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == ':') return i > 0;
    if (is_word(c) && !blank_seen) continue;
    if (i == 0 || (c != ' ' && c != '\t')) return false;
    blank_seen = true;
  }
  return false;
}

bool is_git_generated(std::string_view line) {
  for (const auto prefix : kGitGenerated) {
    if (line.starts_with(prefix)) return true;
  }
  return false;
}

/// Counts of one paragraph's lines, read upwards from its end.
struct Tally {
  std::size_t trailers = 0, others = 0, continuations = 0;
  bool git_generated = false;

  void take(std::string_view line) {
    if (is_git_generated(line) || (!is_git_space(line.front()) && is_trailer(line))) {
      git_generated = git_generated || is_git_generated(line);
      ++trailers;
      continuations = 0;  // They continue this trailer.
    } else if (is_git_space(line.front())) {
      ++continuations;
    } else {
      ++others;
      settle();
    }
  }
  void settle() {
    others += continuations;
    continuations = 0;
  }
  bool is_block() const { return (git_generated && trailers * 3 >= others) || (trailers > 0 && others == 0); }
};

/// Whether the last paragraph, which may not be the first, is a trailer block: trailers alone, or a quarter
/// of it where one of them is git's own.
bool ends_in_trailers(std::string_view message) {
  const std::string_view text = message.substr(0, end_of_text(message));
  const std::size_t title = end_of_title(text);
  Tally tally;
  bool only_blank = true;
  std::size_t end = text.size();
  while (end > 0) {
    const std::size_t at = last_line(text, end);
    if (at < title) return false;
    const auto line = text.substr(at, end - at);
    if (line.front() == kComment) {
      tally.settle();
    } else if (!is_blank(line)) {
      only_blank = false;
      tally.take(line);
    } else if (!only_blank) {
      tally.settle();
      return tally.is_block();
    }
    end = at;
  }
  return false;
}

std::string_view without_leading_blank_lines(std::string_view message) {
  while (!message.empty() && is_blank(line_at(message, 0))) message.remove_prefix(line_at(message, 0).size());
  return message;
}

}  // namespace

std::string with_copy_line(std::string_view message, const Oid& original) {
  std::string result(message);
  if (!result.empty() && result.back() != '\n') result += '\n';
  const auto text = without_leading_blank_lines(result);
  const bool needs_paragraph = !text.empty() && !ends_in_trailers(text);
  if (needs_paragraph) result += '\n';
  return result + "(cherry picked from commit " + original.hex() + ")\n";
}

}  // namespace sluice::git
