// What the embedded bot writes. The markers and the sentences that carry a fact are the real one's; the rest
// says plainly who wrote it.

#include "host/forge/local/bot.hpp"

namespace sluice::forge::bot {

namespace {

const std::string summary_marker = "<!-- This is an auto-generated comment: summarize by coderabbit.ai -->\n";

std::string stated(const std::string& state, const std::string& text) {
  return summary_marker + "<!-- This is an auto-generated comment: " + state + " by coderabbit.ai -->\n\n" +
         text + "\n\n<!-- end of auto-generated comment: " + state + " by coderabbit.ai -->\n";
}

std::string range_sentence(const Range& range) {
  return "Reviewing files that changed from the base of the PR and between " + range.base + " and " +
         range.head + ".";
}

}  // namespace

std::string walkthrough(const Range& range, std::int64_t files) {
  return summary_marker +
         "\n<!-- walkthrough_start -->\n\n## Walkthrough\n\nThe embedded bot of a local forge looked at this "
         "pull "
         "request and found nothing to say.\n\n<!-- walkthrough_end -->\n\n<details>\n<summary>📥 "
         "Commits</summary>\n\n" +
         range_sentence(range) + "\n\n</details>\n\n<details>\n<summary>📒 Files selected for processing (" +
         std::to_string(files) + ")</summary>\n\n</details>\n";
}

std::string in_progress(const Range& range) {
  return stated("review in progress",
                "> [!NOTE]\n> Currently processing new changes in this PR.\n>\n> " + range_sentence(range));
}

std::string skipped(std::int64_t files, std::int64_t limit) {
  return stated("skip review",
                "> [!IMPORTANT]\n> ## Review skipped\n>\n> Too many files!\n>\n> This PR contains " +
                    std::to_string(files) + " files, which is " + std::to_string(files - limit) +
                    " over the limit of " + std::to_string(limit) + ".");
}

std::string rate_limited(std::int64_t minutes) {
  return stated("rate limited",
                "> [!WARNING]\n> ## Review limit reached\n>\n> **Next included review available in " +
                    std::to_string(minutes) + " minutes.**");
}

}  // namespace sluice::forge::bot
