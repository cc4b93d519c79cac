#pragma once
// Which findings get an answer, and its words: pure functions over what was said and what was committed.

#include <cstdint>
#include <string>
#include <vector>

#include "sluice/facts.hpp"
#include "sluice/git.hpp"

namespace sluice::reply {

/// Who is who in a thread: logins.
struct Parties {
  std::string viewer, bot;
};

struct Reply {
  std::int64_t comment = 0;  ///< The thread's first.
  Sha sha;                   ///< The commit it names.
  std::string body;
};

struct Verdict {
  std::int64_t review = 0;
  std::string marker, body;
};

/// One reply for each thread that a commit answers (`Answers:` names its first comment), naming the newest
/// such commit. None where that one is named already, or where ours was the last answer: then only the bot's
/// word asks for another. A deferral is no answer. Commits oldest first.
std::vector<Reply> replies(const std::vector<Thread>& threads, const std::vector<CommitInfo>& commits,
                           const Parties& parties);

/// One verdict comment for each of the bot's reviews that a commit drains and that has none of ours yet.
std::vector<Verdict> verdicts(const std::vector<Review>& reviews, const std::vector<Comment>& comments,
                              const std::vector<CommitInfo>& commits, const Parties& parties);

}  // namespace sluice::reply
