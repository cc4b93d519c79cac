// Whole passes of the built host over the embedded forge: one that waits at its gate, and one that replays
// all.

#include <stdexcept>

#include "bench/bench.hpp"
#include "bench/peak.hpp"
#include "bench/replay.hpp"
#include "bench/site.hpp"

namespace sluice::bench {
namespace {

constexpr int files_a_commit = 3;

/// Both clones hold all that the remote has.
Outcome gate(const Settings& settings) {
  const int waiting = settings.scaled(1000);
  const Site site({.files = settings.scaled(6500), .commits = waiting + 1, .moved = settings.scaled(300)},
                  files_a_commit);
  require_outcome(site.run_pass(), "end", "Opened the release of 1 commit");
  site.set_review("pending", "Review in progress");
  must({"git", "-C", site.clone().string(), "fetch", "-q"});
  const test::TempDir folder;
  const std::string beside = (folder.path() / "clone").string();
  must({"git", "clone", "-q", "--no-hardlinks", site.remote().string(), beside});

  std::string report;
  Outcome outcome = race(settings, {.prepare_ours = {},
                                    .ours = [&] { report = must(site.pass()); },
                                    .prepare_theirs = {},
                                    .theirs =
                                        [&] {
                                          must({"git", "-C", beside, "fetch", "-q"});
                                        }});
  require_outcome(parse_document(report), "idle", "the bot reviews the release");
  // The one in the open release is of the queue still.
  if (const auto queue = site.last_queue().size(); queue != static_cast<std::size_t>(waiting) + 1)
    throw std::runtime_error("the pass saw a queue of " + std::to_string(queue) + " commits");
  outcome.ratio = outcome.ours / outcome.theirs;
  return outcome;
}

/// The queue is replayed whole onto a develop that moved, pushed, and a window cut from it.
Outcome memory(const Settings& settings) {
  const int commits = settings.scaled(1000), cap = 40;
  const Site site({.files = settings.scaled(50000), .commits = commits, .moved = settings.scaled(300)}, cap);
  const std::string merged =
      must({"git", "-C", site.remote().string(), "merge-tree", "--write-tree", "main", "ai/queue"})
          .substr(0, 40);
  const Peak peak = peak_of(site.pass());
  require_outcome(parse_document(peak.output), "end", "Opened the release");
  require_same(site.tree("ai/queue"), merged);
  const std::string carried =
      must({"git", "-C", site.remote().string(), "rev-list", "--count", "main..ai/queue"});
  if (carried != std::to_string(commits) + "\n")
    throw std::runtime_error("of " + std::to_string(commits) + " commits the queue still has " + carried);
  Outcome outcome;
  outcome.ratio = outcome.ours = peak.largest;
  outcome.theirs = peak.children;
  return outcome;
}

const Declared rows_here[] = {
    Declared({"pass-gate", "a pass to a pending gate, queue of 1,000", "git fetch of the same remote",
              Bound::at_most, 4, "s", gate}),
    Declared({"pass-memory", "peak of a pass, 1,000 over 50,000 files (MB)", "its largest git child",
              Bound::at_most, 200, "MB", memory}),
};

}  // namespace
}  // namespace sluice::bench
