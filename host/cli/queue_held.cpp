// host queue held: what is held and why, and freeing it by hand.

#include "host/cli/queue_commands.hpp"
#include "host/cli/queue_words.hpp"
#include "host/engine/cap.hpp"
#include "host/git/count.hpp"
#include "host/queue/held.hpp"
#include "host/queue/notice.hpp"

namespace sluice::cli {
namespace {

using queue::Freed;

struct HeldWords {
  QueueOptions options;
  std::optional<std::string> commit;
  bool rebase = false, split = false, go_on = false, put_back = false;

  int asked() const { return rebase + split + go_on + put_back; }
};

std::int64_t cap_of(const QueueRun& run, const queue::Side& side, forge::Forge& forge) {
  snapshot::Facts facts(side.git().remote, forge, side.names(),
                        {run.pipeline.bot.login, run.pipeline.bot.context});
  return engine::cap_in_force(run.pipeline.bot, facts).files;
}

/// The queue's own commits, oldest first.
std::vector<git::Oid> own_commits(queue::Side& side) {
  const auto heads = side.fetch();
  if (!heads.queue) throw queue::Refusal("the remote has no branch " + safe_text(side.names().queue));
  return side.git().history.range(queue::present({heads.develop, heads.main, heads.fixes}), *heads.queue);
}

bool is_oversize(const queue::Side& side, const git::Oid& commit, std::int64_t cap) {
  const auto& git = side.git();
  return git::count_own_files(git.scratch, git.store, git.history, commit, cap).files > cap;
}

Json laid_out_document(const std::optional<queue::LaidOut>& laid_out) {
  if (!laid_out) return nullptr;
  return {{"kind", laid_out->kind == queue::LaidOut::Kind::split ? "split" : "rebase"},
          {"commit", laid_out->commit.hex()},
          {"base", laid_out->base.hex()},
          {"lease", laid_out->lease.hex()}};
}

QueueAnswer list_held(const QueueRun& run) {
  auto options = run.side;
  options.dry_run = true;
  queue::Side side(run.pipeline.repository, options);
  const auto forge = run.forge(side);
  const auto notices = queue::held_notices(side, *forge, own_commits(side));
  const auto laid_out = queue::read_laid_out(side);
  const std::int64_t cap = cap_of(run, side, *forge);
  QueueAnswer answer;
  Json held = Json::array();
  for (const auto& notice : notices) {
    const std::string remedy = is_oversize(side, notice.commit, cap)
                                   ? "host queue held --split " + notice.commit.brief()
                                   : "host queue held --rebase";
    held.push_back(describe(side, notice.commit));
    held.back()["on"] = notice.on.hex();
    held.back()["at"] = notice.at;
    held.back()["text"] = json_bytes(notice.body);
    held.back()["remedy"] = remedy;
    answer.text += run.paint.bad("held") + " " + queue::named(side, notice.commit) + "\n";
    for (const char* part : {"In the way", "Why nobody came for it", "What to do"}) {
      if (const auto words = queue::part_of(notice.body, part); !words.empty())
        answer.text += "  " + std::string(part) + ": " + safe_text(words, 600) + "\n";
    }
    answer.text += "  By hand: `" + remedy + "`\n";
  }
  if (notices.empty())
    answer.text = "no commit of " + safe_text(side.names().queue) + " carries a held notice\n";
  if (laid_out) {
    answer.text +=
        "laid out here: " + laid_out->commit.brief() +
        "; `host queue held --continue` when it is done, `host queue held --abort` to put it back\n";
  }
  answer.document = {
      {"schema", 1}, {"outcome", "held"}, {"held", held}, {"laid_out", laid_out_document(laid_out)}};
  return answer;
}

std::string whose_turn(const queue::Side& side, const Freed& freed, bool dry_run) {
  const std::string may = dry_run ? "would lay out " : "laid out ";
  const std::string commit = queue::named(side, freed.laid_out->commit);
  if (freed.laid_out->kind == queue::LaidOut::Kind::split) {
    return may + commit +
           ": its parent is checked out, and what it changes lies in the work tree.\n"
           "  Commit it in parts (`git add -p`, `git commit`), each within the cap or with an Express: line "
           "that says why\n"
           "  it needs no review; `host queue held --continue` proves them and pushes, `--abort` puts it "
           "back\n";
  }
  return may + commit + " on " + safe_text(freed.base_branch) + ": conflict in " +
         queue::listed(freed.paths) +
         ".\n"
         "  Resolve it in the work tree, `git add` it, and `git cherry-pick --continue`, until git has no "
         "more;\n"
         "  then `host queue held --continue` proves it and pushes, `--abort` puts everything back\n";
}

QueueAnswer freed_answer(const QueueRun& run, const queue::Side& side, const Freed& freed) {
  const bool dry_run = run.options.dry_run;
  const std::string queue = safe_text(side.names().queue);
  QueueAnswer answer;
  std::string_view word;
  switch (freed.kind) {
    case Freed::Kind::laid_out:
      word = "laid-out";
      answer.text = whose_turn(side, freed, dry_run);
      break;
    case Freed::Kind::pushed:
      word = "pushed";
      answer.text = run.paint.good(dry_run ? "would push " : "pushed ") + queue + " as it was made, now at " +
                    freed.head->brief() + "\n" + carried_lines(side, freed.plan) +
                    dropped_lines(side, freed.plan, run.paint);
      break;
    case Freed::Kind::nothing:
      word = "nothing";
      answer.text = queue + " sits on " + safe_text(freed.base_branch) + " already, in one line\n";
      break;
    case Freed::Kind::put_back:
      word = "put-back";
      answer.text = (dry_run ? "would go back to " : "back on ") + queue +
                    (freed.head ? "; HEAD was " + freed.head->hex() : "") + "\n";
  }
  Json paths = Json::array();
  for (const auto& path : freed.paths) paths.push_back(json_bytes(path));
  answer.document = {{"schema", 1},        {"outcome", word},
                     {"dry_run", dry_run}, {"laid_out", laid_out_document(freed.laid_out)},
                     {"paths", paths},     {"head", id_or_null(freed.head)}};
  add_plan(answer.document, side, freed.plan);
  return answer;
}

/// The commit that was named; else the first that carries a notice; else the first that is over the cap
/// alone.
git::Oid to_split(const QueueRun& run, queue::Side& side, const std::optional<std::string>& named) {
  if (named) {
    const auto id = side.must({"rev-parse", "--verify", "-q", "--end-of-options", *named + "^{commit}"});
    return git::Oid::from_hex(id.substr(0, git::Oid::size * 2));
  }
  const auto own = own_commits(side);
  const auto forge = run.forge(side);
  const auto cap = cap_of(run, side, *forge);
  for (const auto& notice : queue::held_notices(side, *forge, own)) {
    if (is_oversize(side, notice.commit, cap)) return notice.commit;
  }
  for (const auto& id : own) {
    if (side.git().history.commit(id).parents.size() == 1 && is_oversize(side, id, cap)) return id;
  }
  throw queue::Refusal("no commit of the queue is over the cap alone; name the one to split");
}

QueueAnswer run_held(const QueueRun& run, const HeldWords& words) {
  if (words.asked() > 1)
    throw UsageError("--rebase, --split, --continue and --abort are one thing at a time");
  if (words.commit && !words.split) throw UsageError("a commit is named for --split alone");
  if (words.asked() == 0) return list_held(run);
  queue::Side side(run.pipeline.repository, run.side);
  if (words.rebase) return freed_answer(run, side, queue::rebase(side));
  if (words.split) return freed_answer(run, side, queue::split(side, to_split(run, side, words.commit)));
  if (words.put_back) return freed_answer(run, side, queue::put_back(side));
  const auto forge = run.forge(side);
  return freed_answer(run, side, queue::go_on(side, cap_of(run, side, *forge)));
}

}  // namespace

void add_queue_held(Verb& family) {
  auto words = std::make_shared<HeldWords>();
  auto verb = family.verb("held", "What no window can carry and why; and freeing it by hand");
  words->options.declare(verb, true);
  verb.option("COMMIT", words->commit,
              "With --split: the commit (default: the first that is held for its size)")
      .flag("--rebase", words->rebase,
            "Lay the queue on what the next window is built on; stops where you have to resolve")
      .flag("--split", words->split, "Check the commit's parent out, what it changes lying in the work tree")
      .flag("--continue", words->go_on, "Prove what was made and push it under a lease")
      .flag("--abort", words->put_back, "Back to the queue's branch, nothing changed")
      .examples(
          "  host queue held\n"
          "  host queue held --rebase\n"
          "  host queue held --split\n"
          "  host queue held --continue\n"
          "A commit is freed on a detached HEAD with git's own commands; the queue moves once, when it is "
          "proved.")
      .does([words] {
        return run_queue_verb(words->options, [words](const QueueRun& run) { return run_held(run, *words); });
      });
}

}  // namespace sluice::cli
