// What a queue owes, beside `git cherry`, each as a process of its own.

#include <sstream>

#include "bench/bench.hpp"
#include "bench/workload.hpp"
#include "host/git/owed.hpp"

namespace sluice::bench {
namespace {

namespace fs = std::filesystem;

git::Oid head_of(const fs::path& repository, const std::string& branch) {
  return git::Oid::from_hex(must({"git", "-C", repository.string(), "rev-parse", branch}).substr(0, 40));
}

/// Copies of the whole queue on top of main, each naming its original, in the repository as its branch
/// copies.
void carry_all(const fs::path& repository) {
  const git::Scratch scratch(repository);
  git::ObjectStore store(scratch);
  git::History history(store);
  git::Picker picker(scratch, store, git::pass_identity(scratch, 1'700'100'000));
  git::Oid tip = head_of(repository, "main");
  for (const git::Oid& id : history.range({tip}, head_of(repository, "queue"))) {
    const git::Pick pick = picker.pick(id, tip);
    if (!pick.made)
      throw std::runtime_error("the workload's commit " + id.hex() + " cannot be picked onto its main");
    tip = *pick.made;
  }
  store.flush();
  scratch.must({"push", "-q", repository.string(), tip.hex() + ":refs/heads/copies"});
  must({"git", "-C", repository.string(), "repack", "-adq"});
}

/// bench --verb owed REPOSITORY UPSTREAM HEAD: prints how many commits are owed.
const DeclaredVerb count_owed("owed", [](const std::vector<std::string>& arguments) {
  const git::Scratch scratch(arguments.at(0));
  git::ObjectStore store(scratch);
  git::History history(store);
  git::Picker picker(scratch, store, {"bench", "bench@localhost", 1, "+0000"});
  const auto set = git::owed(store, history, picker, {git::Oid::from_hex(arguments.at(1))},
                             git::Oid::from_hex(arguments.at(2)));
  std::printf("%zu\n", set.owed.size());
});

Outcome beside_cherry(const Settings& settings) {
  Workload workload(
      {.files = settings.scaled(6500), .commits = settings.scaled(1000), .moved = settings.scaled(300)});
  const fs::path& repository = workload.repository();
  carry_all(repository);
  const auto mine = verb(
      "owed", {repository.string(), head_of(repository, "copies").hex(), head_of(repository, "queue").hex()});
  std::string owed;
  Outcome outcome =
      race(settings, {.prepare_ours = {},
                      .ours = [&] { owed = must(mine); },
                      .prepare_theirs = {},
                      .theirs =
                          [&] {
                            must({"git", "-C", repository.string(), "cherry", "copies", "queue"});
                          }});
  // git may be wrong here, and is where a copy's context had drifted; nothing is owed.
  if (owed != "0\n")
    throw std::runtime_error("of a queue carried whole " + owed + " commits are said to be owed");
  return outcome;
}

const Declared row({"owed-cherry", "owed set, 1,000 commits against 1,000 copies", "git cherry",
                    Bound::at_least, 5, "s", beside_cherry});

}  // namespace
}  // namespace sluice::bench
