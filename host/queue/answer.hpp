#pragma once
// host queue answer: a commit says which findings it answers, so that nobody fixes them a second time.

#include <optional>
#include <string>
#include <vector>

#include "host/forge/forge.hpp"
#include "host/queue/side.hpp"

namespace sluice::queue {

struct Answers {
  std::vector<forge::Id> comments;  ///< Findings with a thread of their own, by their comment.
  std::vector<forge::Id> reviews;   ///< Reviews whose body alone has findings.
};

struct Answered {
  git::Oid before, after;          ///< Equal: it said so already.
  std::vector<std::string> lines;  ///< That were added.
};

/// What is wrong with the answers for the newest merged release: an id that is no finding of the bot's there,
/// or one that is resolved; nullopt for nothing. Throws forge::ForgeError.
std::optional<std::string> fault_of(const Answers& answers, forge::Forge& forge,
                                    const snapshot::Branches& names, const std::string& bot);

/// The message with a line for each answer that it does not give yet, as `git interpret-trailers` places
/// them; `lines` gets those.
std::string with_answers(const Side& side, const std::string& message, const Answers& answers,
                         std::vector<std::string>& lines);

/// Rewrites the message of HEAD, the queue's newest commit, as an amend does: files, index and hooks have no
/// part in it. Throws Refusal where HEAD is somebody else's already, or not the queue's.
Answered answer(Side& side, const Answers& answers);

}  // namespace sluice::queue
