#pragma once
// Which findings of a merged release still want an answer: pure functions over what was said and what was
// committed.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dialect/dialect.hpp"
#include "sluice/facts.hpp"
#include "sluice/git.hpp"

namespace sluice::drain {

/// Whose word is whose.
struct Parties {
  std::string viewer, bot;  ///< Logins.
  const dialect::Dialect* dialect = nullptr;
};

/// All that was said on a release.
struct Said {
  Sha head;  ///< The release's.
  std::vector<Thread> threads;
  std::vector<Review> reviews;
  std::vector<Comment> comments;
};

/// A commit on its way upstream, or there, that names what it answers.
struct Answer {
  Sha sha;
  std::vector<Sha> copies;  ///< What its copy lines name: the shas that it had before.
  std::vector<std::int64_t> answers, drains;
};

struct Inline {
  std::int64_t comment = 0;  ///< The thread's first, which is the finding.
  std::string path;          ///< Raw bytes.
  std::optional<std::int64_t> line;
  dialect::Finding finding;
  std::int64_t round = 0;  ///< How often it was opened again after an answer of ours.
  std::string again;       ///< Then the bot's word that did so.
};

/// Findings that have no thread: a review's body states them.
struct Body {
  std::int64_t review = 0;
  std::string text;  ///< As Finding::text.
};

struct OpenSet {
  std::vector<Inline> threads;  ///< Severest first.
  std::vector<Body> reviews;    ///< Oldest first.
  std::vector<Inline> worn;  ///< Asked for again although it was opened again once: not for another session.
  bool in_flight = false;    ///< A commit answers one that has not been told so yet.
  bool deferred = false;     ///< One stands deferred under this basis.
  std::size_t size() const { return threads.size() + reviews.size() + worn.size(); }
  bool empty() const { return size() == 0; }
};

/// A thread that the bot began is open while it is unresolved, the bot spoke last, no commit answers it, and:
/// we never answered it and the bot did not settle it itself; or the bot asked for a change again after our
/// answer, which counts once. One that we deferred is open under another basis alone, until the bot is
/// content with it. A body is open where one of its counts but the actionable one is above zero, for each
/// review of that very head.
OpenSet open_set(const Said& said, const std::vector<Answer>& answers, const Parties& parties,
                 const std::string& basis);

}  // namespace sluice::drain
