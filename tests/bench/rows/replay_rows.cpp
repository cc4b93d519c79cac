// Replays of a whole queue, beside the programs that people use for it.

#include "bench/replay.hpp"
#include "bench/workload.hpp"
#include "host/process/child.hpp"

namespace sluice::bench {
namespace {

Shape shape_of(const Settings& settings) {
  return {.files = settings.scaled(6500), .commits = settings.scaled(500), .moved = settings.scaled(300)};
}

Outcome beside_rebase(const Settings& settings, const Shape& shape) {
  Workload workload(shape);
  std::string mine, gits;
  Outcome outcome = race(
      settings, {.prepare_ours = {},
                 .ours = [&] { mine = replay_ours(workload.repository()); },
                 .prepare_theirs = [&] { workload.fresh_clone(); },
                 .theirs = [&] { gits = replay_rebase(workload.repository().parent_path() / "clone"); }});
  require_same(mine, gits);
  return outcome;
}

Outcome rebase(const Settings& settings) {
  return beside_rebase(settings, shape_of(settings));
}

Outcome rebase_contents(const Settings& settings) {
  Shape shape = shape_of(settings);
  shape.contents = true;
  return beside_rebase(settings, shape);
}

Outcome libgit2(const Settings& settings) {
  Workload workload(shape_of(settings));
  std::string mine, theirs;
  Outcome outcome =
      race(settings,
           {.prepare_ours = {},
            .ours = [&] { mine = replay_ours(workload.repository()); },
            .prepare_theirs = [&] { workload.fresh_copy(); },
            .theirs = [&] { theirs = replay_libgit2(workload.repository().parent_path() / "copy.git"); }});
  require_same(mine, theirs);
  return outcome;
}

Outcome git_replay(const Settings& settings) {
  process::Command probe;
  probe.argv = {"git", "replay", "-h"};
  // 129 is git's usage; 1 is "not a git command".
  if (process::run(probe).code != 129) {
    Outcome outcome;
    outcome.skipped = "the installed git has no `git replay` (it came with 2.44)";
    return outcome;
  }
  Workload workload(shape_of(settings));
  std::string updates;
  Outcome outcome =
      race(settings, {.prepare_ours = {},
                      .ours = [&] { replay_ours(workload.repository()); },
                      .prepare_theirs = [&] { workload.fresh_copy(); },
                      .theirs =
                          [&] {
                            must({"git", "-C", (workload.repository().parent_path() / "copy.git").string(),
                                  "replay", "--onto", "main", "base..queue"});
                          }});
  return outcome;
}

Outcome packs(const Settings& settings) {
  Shape many = shape_of(settings);
  many.packs = 200;
  Workload split(many), whole(shape_of(settings));
  std::string in_split, in_whole;
  Outcome outcome = race(settings, {.prepare_ours = {},
                                    .ours = [&] { in_split = replay_ours(split.repository()); },
                                    .prepare_theirs = {},
                                    .theirs = [&] { in_whole = replay_ours(whole.repository()); }});
  require_same(in_split, in_whole);
  outcome.ratio = outcome.ours / outcome.theirs;
  return outcome;
}

Outcome large_tree(const Settings& settings) {
  Shape large = shape_of(settings), small = shape_of(settings);
  large.files = settings.scaled(50000);
  small.files = settings.scaled(5000);
  Workload in_large(large), in_small(small);
  Outcome outcome = race(settings, {.prepare_ours = {},
                                    .ours = [&] { replay_ours(in_large.repository()); },
                                    .prepare_theirs = {},
                                    .theirs = [&] { replay_ours(in_small.repository()); }});
  outcome.ratio = outcome.ours / outcome.theirs;
  return outcome;
}

const Declared rows_here[] = {
    Declared({"replay-1-rebase", "replay 500 commits, 6,500 files, 300 moved", "git rebase", Bound::at_least,
              50, "s", rebase}),
    Declared(
        {"replay-2-libgit2", "the same", "git_cherrypick_commit, loose", Bound::at_least, 15, "s", libgit2}),
    Declared({"replay-3-git-replay", "the same", "git replay", Bound::at_least, 2, "s", git_replay}),
    Declared({"replay-4-packs", "the same in a clone with 200 packs", "itself with one pack", Bound::at_most,
              1.2, "s", packs}),
    Declared({"replay-5-contents", "the same, a third with a content merge", "git rebase", Bound::at_least,
              10, "s", rebase_contents}),
    Declared({"replay-6-large-tree", "replay at 50,000 files", "itself at 5,000 files", Bound::at_most, 1.5,
              "s", large_tree}),
};

}  // namespace
}  // namespace sluice::bench
