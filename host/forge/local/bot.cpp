#include "host/forge/local/bot.hpp"

#include <algorithm>

#include "host/forge/local/git_child.hpp"

namespace sluice::forge {

namespace {

constexpr const char* context = "CodeRabbit";
constexpr const char* completed = "Review completed";
constexpr const char* limited = "Review rate limited";
constexpr const char* started = "Review in progress";

std::string must_git(LocalForge& forge, const std::vector<std::string>& arguments) {
  const auto result = local::git_in(forge.repository(), arguments);
  if (result.ok()) return result.output;
  throw ForgeError(ForgeError::Kind::outage, "the bot's git " + arguments.front() +
                                                 " failed; git says: " + result.error.substr(0, 400));
}

bot::Range range_of(LocalForge& forge, const Pull& pull) {
  const auto base = must_git(forge, {"merge-base", "refs/heads/" + pull.base, pull.head_sha});
  return {base.substr(0, base.find('\n')), pull.head_sha};
}

/// The pull request's own side, a rename being one file.
std::int64_t count_files(LocalForge& forge, const bot::Range& range) {
  const auto paths = must_git(forge, {"diff-tree", "-r", "-z", "--name-only", "-M50%", "-l0", "--no-ext-diff",
                                      range.base, range.head});
  return std::count(paths.begin(), paths.end(), '\0');
}

std::optional<Status> own_status(LocalForge& forge, const std::string& sha) {
  for (auto& status : forge.statuses(sha)) {
    if (status.context == context && status.author == forge.viewer()) return std::move(status);
  }
  return std::nullopt;
}

bool asked_since(LocalForge& forge, const Pull& pull, Time since) {
  const auto comments = forge.comments(pull.number);
  return std::any_of(comments.begin(), comments.end(), [&](const Comment& comment) {
    const bool asks = comment.body.find("@coderabbitai review") != std::string::npos ||
                      comment.body.find("@coderabbitai full review") != std::string::npos;
    return asks && comment.author != forge.viewer() && comment.created_at >= since;
  });
}

bool is_due(LocalForge& forge, const Pull& pull) {
  const auto status = own_status(forge, pull.head_sha);
  if (!status || status->state == "pending") return true;
  return status->description == limited && asked_since(forge, pull, status->updated_at);
}

/// The one summary of a pull request is edited in place.
void write_summary(LocalForge& forge, const Pull& pull, const std::string& body) {
  const auto comments = forge.comments(pull.number);
  const auto found = std::find_if(comments.begin(), comments.end(), [&](const Comment& comment) {
    return comment.author == forge.viewer() &&
           comment.body.find("summarize by coderabbit.ai") != std::string::npos;
  });
  if (found == comments.end()) {
    forge.comment(pull.number, body);
  } else {
    forge.edit_comment(found->id, body);
  }
}

struct Verdict {
  std::string summary, state, description;
};

Verdict verdict(LocalForge& forge, const Pull& pull, const BotOptions& options) {
  if (options.limited_minutes) return {bot::rate_limited(*options.limited_minutes), "success", limited};
  const auto range = range_of(forge, pull);
  if (options.start_only) return {bot::in_progress(range), "pending", started};
  const auto files = count_files(forge, range);
  if (options.file_limit && files > *options.file_limit) {
    return {bot::skipped(files, *options.file_limit), "success",
            "Review skipped: " + std::to_string(files) + " files exceed the limit of " +
                std::to_string(*options.file_limit)};
  }
  return {bot::walkthrough(range, files), "success", completed};
}

}  // namespace

std::vector<BotDid> review_open_pulls(LocalForge& forge, const BotOptions& options) {
  std::vector<BotDid> did;
  for (const auto& pull : forge.all_pulls()) {
    if (pull.state != State::open || !is_due(forge, pull)) continue;
    const auto [summary, state, description] = verdict(forge, pull, options);
    write_summary(forge, pull, summary);
    forge.set_status(pull.head_sha, context, state, description);
    did.push_back({pull.number, pull.head_sha, description});
  }
  return did;
}

}  // namespace sluice::forge
