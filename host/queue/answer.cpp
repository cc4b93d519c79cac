#include "host/queue/answer.hpp"

#include <algorithm>

#include "host/git/message.hpp"
#include "host/git/words.hpp"
#include "host/queue/checkout.hpp"
#include "host/report/inert_text.hpp"

namespace sluice::queue {
namespace {

using git::Oid;

std::optional<std::string> fault_of_comment(forge::Id id, const std::vector<forge::Thread>& threads,
                                            const std::string& release, const std::string& bot) {
  const std::string comment = "comment " + std::to_string(id);
  for (const auto& thread : threads) {
    if (thread.comments.empty()) continue;
    const auto& finding = thread.comments.front();
    const bool is_inside =
        std::ranges::any_of(thread.comments, [&](const auto& one) { return one.id == id; });
    if (!is_inside) continue;
    if (finding.id != id) {
      return comment + " is a reply in the thread of the finding " + std::to_string(finding.id) +
             "; answer that one";
    }
    if (finding.author != bot)
      return comment + " is " + report::one_line(finding.author) + "'s, no finding of the bot's";
    if (thread.resolved) return "the thread of " + comment + " is resolved; it needs no answer";
    return std::nullopt;
  }
  return comment + " is no finding on the newest merged release " + release;
}

/// Some branch of the remote's has it: then it is not ours to rewrite.
std::optional<std::string> holder_of(const Side& side, const snapshot::Heads& heads, const Oid& commit) {
  const auto& names = side.names();
  for (const auto& [head, name] : {std::pair{heads.queue, names.queue},
                                   {heads.develop, names.develop},
                                   {heads.main, names.main},
                                   {heads.fixes, names.fixes}}) {
    if (head && side.git().history.is_ancestor(commit, *head)) return name;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> fault_of(const Answers& answers, forge::Forge& forge,
                                    const snapshot::Branches& names, const std::string& bot) {
  const auto pulls = forge.pulls(names.main, names.develop);
  const auto release = std::ranges::find_if(
      pulls, [](const forge::Pull& pull) { return !pull.foreign && pull.state == forge::State::merged; });
  if (release == pulls.end()) return "no release is merged yet, so that no finding waits for an answer";
  const std::string number = "#" + std::to_string(release->number);
  if (!answers.comments.empty()) {
    const auto threads = forge.threads(release->number);
    for (const auto id : answers.comments) {
      if (auto fault = fault_of_comment(id, threads, number, bot)) return fault;
    }
  }
  if (answers.reviews.empty()) return std::nullopt;
  const auto reviews = forge.reviews(release->number);
  for (const auto id : answers.reviews) {
    const bool found =
        std::ranges::any_of(reviews, [&](const auto& one) { return one.id == id && one.author == bot; });
    if (!found)
      return "review " + std::to_string(id) + " is no review of the bot's on the newest merged release " +
             number;
  }
  return std::nullopt;
}

std::string with_answers(const Side& side, const std::string& message, const Answers& answers,
                         std::vector<std::string>& lines) {
  const auto said = git::read_trailers(message);
  const auto add = [&](const std::vector<forge::Id>& ids, const std::vector<std::int64_t>& known,
                       const char* key) {
    for (const auto id : ids) {
      const std::string line = std::string(key) + ": " + std::to_string(id);
      const bool is_new =
          std::ranges::find(known, id) == known.end() && std::ranges::find(lines, line) == lines.end();
      if (is_new) lines.push_back(line);
    }
  };
  add(answers.comments, said.answers, "Answers");
  add(answers.reviews, said.drains, "Drains");
  if (lines.empty()) return message;
  std::vector<std::string> arguments = {"interpret-trailers", "--no-divider", "--where", "end",
                                        "--if-exists",        "add"};
  for (const auto& line : lines) {
    arguments.emplace_back("--trailer");
    arguments.push_back(line);
  }
  return side.git().scratch.must(arguments, message);
}

Answered answer(Side& side, const Answers& answers) {
  const auto checkout = look_at(side);
  const std::string queue = report::one_line(side.names().queue);
  if (!checkout.operation.empty()) {
    throw Refusal("a " + checkout.operation + " is open in this work tree; end it first");
  }
  if (checkout.branch != side.names().queue || !checkout.head) {
    throw Refusal("HEAD is not on the queue; `git switch " + queue +
                  "`: the commit that answers is made there");
  }
  const Oid head = *checkout.head;
  if (const auto holder = holder_of(side, side.fetch(), head)) {
    throw Refusal(
        "HEAD, " + named(side, head) + ", is on the remote's " + report::one_line(*holder) +
        " already and is not rewritten: commit the fix first, then run this again; or say it in the commit: "
        "`git commit --trailer \"Answers: ID\"`");
  }
  git::Commit commit = side.git().history.commit(head);
  Answered answered{head, head, {}};
  commit.message = with_answers(side, commit.message, answers, answered.lines);
  if (answered.lines.empty() || side.dry_run()) return answered;
  answered.after = side.git().store.put(git::Kind::commit, commit.serialize());
  side.hand_over(answered.after, {head});
  const auto swapped = process::run(
      side.work_tree_command({"update-ref", "-m", "host queue answer", "refs/heads/" + side.names().queue,
                              answered.after.hex(), head.hex()}));
  if (!swapped.ok())
    throw Refusal("the branch " + queue + " moved meanwhile: " + git::inert_words(swapped.error));
  process::run(side.work_tree_command({"update-ref", "ORIG_HEAD", head.hex()}));
  return answered;
}

}  // namespace sluice::queue
