// host forge bot: the embedded review bot, once.

#include "host/cli/forge_options.hpp"
#include "host/forge/local/bot.hpp"

namespace sluice::cli {

namespace {

ForgeVerb::Answer answer(const std::vector<forge::BotDid>& did) {
  std::string lines;
  auto document = Json::array();
  for (const auto& at : did) {
    if (!lines.empty()) lines += "\n";
    lines += "#" + std::to_string(at.pull) + " at " + at.sha.substr(0, 10) + ": " + at.description;
    document.push_back({{"pull", at.pull}, {"sha", at.sha}, {"description", at.description}});
  }
  return {did.empty() ? "nothing to review" : lines, document};
}

void must_be_positive(const std::optional<std::int64_t>& value, const std::string& option) {
  if (value && *value < 1)
    throw UsageError(option + " takes a number from 1 on, not " + std::to_string(*value));
}

}  // namespace

void add_bot_verb(Verb& family, const std::shared_ptr<ForgeOptions>& shared) {
  auto options = std::make_shared<forge::BotOptions>();
  ForgeVerb verb(
      family, shared, "bot",
      "Act once as an embedded review bot that finds nothing: every open pull request is reviewed.",
      bot_login);
  verb.declare()
      .option("--limit", options->file_limit, "Skip a review of more files than this, and say so")
      .option("--rate-limit", options->limited_minutes, "Refuse every review for so many minutes")
      .flag("--start-only", options->start_only, "Begin reviews and leave them in progress")
      .examples(
          "  host forge bot --repo remote.git\n"
          "  host forge bot --repo remote.git --rate-limit 30");
  verb.does([options](forge::LocalForge& forge) {
    must_be_positive(options->file_limit, "--limit");
    must_be_positive(options->limited_minutes, "--rate-limit");
    return answer(forge::review_open_pulls(forge, *options));
  });
}

}  // namespace sluice::cli
