#pragma once
// An embedded review bot for demonstrations and simulations: it completes each open pull request's review at
// once and finds nothing, in the words and with the marks of the real one, so that the same dialect reads
// both.

#include "host/forge/local/local_forge.hpp"

namespace sluice::forge {

struct BotOptions {
  std::optional<std::int64_t> file_limit = {};       ///< Over it, a review is skipped and says so.
  std::optional<std::int64_t> limited_minutes = {};  ///< Every review is refused for so long.
  bool start_only = false;                           ///< A review begins and does not end.
};

struct BotDid {
  Id pull = 0;
  std::string sha, description;  ///< The head and what its status says now.
};

/// Looks once at every open pull request. A head whose review is completed or skipped is left alone; one that
/// was refused by a rate limit is reviewed when somebody asked since, as the real one has it. The forge must
/// be opened as the bot. Killed anywhere and run again, it finishes: the status comes last.
std::vector<BotDid> review_open_pulls(LocalForge& forge, const BotOptions& options);

/// The texts, without a forge.
namespace bot {
struct Range {
  std::string base, head;
};
std::string walkthrough(const Range& range, std::int64_t files);
std::string in_progress(const Range& range);
std::string skipped(std::int64_t files, std::int64_t limit);
std::string rate_limited(std::int64_t minutes);
}  // namespace bot

}  // namespace sluice::forge
