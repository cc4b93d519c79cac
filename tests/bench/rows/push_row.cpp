// The rewrite push of a whole queue to a local remote, beside `git push` of the same commits from the same
// objects.

#include "bench/bench.hpp"
#include "bench/workload.hpp"
#include "host/git/pick.hpp"
#include "host/git/remote.hpp"

namespace sluice::bench {
namespace {

namespace fs = std::filesystem;

Outcome beside_push(const Settings& settings) {
  Workload workload(
      {.files = settings.scaled(6500), .commits = settings.scaled(500), .moved = settings.scaled(300)});
  const test::TempDir folder;
  const fs::path remote = folder.path() / "remote.git", clone = folder.path() / "clone.git";
  const auto fresh_remote = [&] {
    fs::remove_all(remote);
    must({"git", "clone", "-q", "--bare", "--no-hardlinks", workload.repository().string(), remote.string()});
  };
  fresh_remote();
  must({"git", "clone", "-q", "--bare", "--no-hardlinks", workload.repository().string(), clone.string()});
  must({"git", "-C", clone.string(), "remote", "set-url", "origin", remote.string()});

  const git::Scratch scratch(clone);
  git::ObjectStore store(scratch);
  git::History history(store);
  git::Picker picker(scratch, store, git::pass_identity(scratch, 1'700'100'000));
  git::Remote origin(scratch, store, "origin", true);
  const git::Refs refs = origin.fetch({"main", "queue"});
  git::Oid tip = *refs.at("main");
  for (const git::Oid& id : history.range({tip}, *refs.at("queue"))) {
    const git::Pick pick = picker.pick(id, tip);
    if (!pick.made)
      throw std::runtime_error("the workload's commit " + id.hex() + " cannot be picked onto its main");
    tip = *pick.made;
  }
  store.flush();

  git::PushResult result{};
  Outcome outcome =
      race(settings,
           {.prepare_ours = fresh_remote,
            .ours =
                [&] {
                  result = origin.push({"queue", refs.at("queue"), tip, true}, history);
                },
            .prepare_theirs = fresh_remote,
            .theirs =
                [&] {
                  scratch.must({"push", "-q", "--force", remote.string(), tip.hex() + ":refs/heads/queue"});
                }});
  if (result.status != git::PushResult::Status::landed)
    throw std::runtime_error("the push was refused: " + result.reason);
  outcome.ratio = outcome.ours / outcome.theirs;
  return outcome;
}

const Declared row({"push-rewrite", "rewrite push of 500 commits to a local remote", "git push",
                    Bound::at_most, 1.1, "s", beside_push});

}  // namespace
}  // namespace sluice::bench
