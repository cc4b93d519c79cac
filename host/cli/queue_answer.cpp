// host queue answer.

#include <charconv>

#include "host/cli/queue_commands.hpp"
#include "host/cli/queue_words.hpp"
#include "host/queue/answer.hpp"

namespace sluice::cli {
namespace {

struct AnswerWords {
  QueueOptions options;
  std::vector<std::string> comments, drains;
  bool force = false;
};

std::vector<forge::Id> ids_of(const std::vector<std::string>& words) {
  std::vector<forge::Id> ids;
  for (const auto& word : words) {
    forge::Id id = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), id);
    if (error != std::errc() || end != word.data() + word.size() || id <= 0) {
      throw UsageError("\"" + safe_text(word, 60) + "\" is no id: a positive number, as the forge shows it");
    }
    ids.push_back(id);
  }
  return ids;
}

QueueAnswer run_answer(const QueueRun& run, const AnswerWords& words) {
  const queue::Answers answers{ids_of(words.comments), ids_of(words.drains)};
  if (answers.comments.empty() && answers.reviews.empty()) {
    throw UsageError(
        "name the finding: its comment's id, or --drains with the id of a review that has findings in its "
        "body");
  }
  queue::Side side(run.pipeline.repository, run.side);
  if (!words.force) {
    const auto forge = run.forge(side);
    if (const auto fault = queue::fault_of(answers, *forge, side.names(), run.pipeline.bot.login)) {
      throw queue::Refusal(*fault + "; --force says it all the same");
    }
  }
  const auto answered = queue::answer(side, answers);
  QueueAnswer result;
  result.document = {{"schema", 1},
                     {"outcome", answered.lines.empty() ? "nothing" : "answered"},
                     {"dry_run", run.options.dry_run},
                     {"before", answered.before.hex()},
                     {"head", answered.after.hex()},
                     {"lines", answered.lines}};
  if (answered.lines.empty()) {
    result.text = queue::named(side, answered.before) + " says so already\n";
    return result;
  }
  result.text = run.paint.good(run.options.dry_run ? "would say" : "says") + " on " +
                queue::named(side, answered.before);
  if (!run.options.dry_run) result.text += ", now " + answered.after.brief();
  result.text += ":\n";
  for (const auto& line : answered.lines) result.text += "  " + line + "\n";
  if (!run.options.dry_run) result.text += "`host queue push` pushes it\n";
  return result;
}

}  // namespace

void add_queue_answer(Verb& family) {
  auto words = std::make_shared<AnswerWords>();
  auto verb = family.verb("answer", "Say on the newest commit, not pushed yet, which findings it answers");
  words->options.declare(verb, true);
  verb.option("COMMENT-ID", words->comments, "A finding, by its comment's id; more than one may be named")
      .option("--drains", words->drains, "A review whose findings stand in its body alone, by its id")
      .flag("--force", words->force,
            "Without asking the forge whether the newest merged release has such a finding")
      .examples(
          "  host queue answer 1234567890\n"
          "  host queue answer --drains 987654321\n"
          "The commit's message gets a line \"Answers: ID\" or \"Drains: ID\"; its files stay as they are.")
      .does([words] {
        return run_queue_verb(words->options,
                              [words](const QueueRun& run) { return run_answer(run, *words); });
      });
}

}  // namespace sluice::cli
