#pragma once
// Whole passes over a real remote with its embedded forge: the built host, the shipped plugins and the
// shipped pipeline under a cap of the test's own.
//
//   River river(3);                             // main, develop and ai/queue at one commit; three files a
//   window const Oid a = river.queue({"a.txt"});       // a commit on ai/queue, pushed
//   EXPECT_EQ(river.run().outcome(), "end");    // opened
//   river.complete_review();                    // the bot's status on the release's head
//   EXPECT_EQ(river.run().outcome(), "end");    // merged

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "host/forge/local/local_forge.hpp"
#include "sluice/json.hpp"
#include "support/repo.hpp"

namespace sluice::test {

/// What a pass decided on one commit.
struct Decision {
  std::string verdict, why;
  bool operator==(const Decision&) const = default;
};

struct Ran {
  int code = -1;
  int signal = 0;
  Json report;
  std::string output, errors;  ///< As they were printed.
  std::filesystem::path journal;
  std::map<std::string, Decision> decisions;  ///< By full commit id; the last word counts.

  std::string outcome() const { return report.at("outcome").get<std::string>(); }
  std::string reason() const { return report.at("reason").get<std::string>(); }
  std::int64_t wake() const { return report.value("wake", std::int64_t{-1}); }
  std::string reason_of(const std::string& stage) const;
  /// "push.window landed", in order.
  std::vector<std::string> effects() const;
  std::string verdict(const Oid& commit) const;  ///< Empty where nothing was noted.
  std::string why(const Oid& commit) const;
};

struct Asked {
  std::vector<std::string> arguments = {};  ///< "--dry-run", "--only", "port" ...
  std::string kill_at = {};                 ///< "before:1": the host dies there.
  std::map<std::string, std::string> environment = {};
};

class River {
 public:
  /// config stands in [defaults.config], stages at the pipeline's end; settings, by a stage's id, are its own
  /// keys. A stage of settings that the shipped pipeline does not have runs before the first reply.
  explicit River(int cap, const std::string& config = {}, const std::string& stages = {},
                 const std::map<std::string, std::string>& settings = {});

  Repo repo;
  const std::filesystem::path& pipeline() const { return pipeline_; }
  forge::LocalForge& forge() { return *forge_; }

  Ran run(const Asked& asked = {});
  Ran dry_run() { return run({{"--dry-run"}}); }
  Ran only(const std::string& stage) { return run({{"--only", stage}}); }

  std::string explain_last();  ///< host explain of the last pass.

  // Commits, each pushed. A file holds its name and the commit's number, unless bytes are given.
  Oid commit(const std::string& branch, const std::vector<std::string>& files,
             const std::string& trailer = {});
  Oid queue(const std::vector<std::string>& files) { return commit("ai/queue", files); }
  Oid claim(const std::vector<std::string>& files) { return commit("ai/queue", files, "Express: generated"); }
  Oid write(const std::string& branch, const std::string& file, const std::string& bytes,
            const std::string& trailer = {});
  /// The clone stands on the branch as the remote has it.
  void sync(const std::string& branch) { sync_clone(branch); }
  /// Makes the fixes branch at develop and a commit on it.
  Oid fix(const std::vector<std::string>& files);

  void complete_review();  ///< The bot's status, and its review of that head, which found nothing.
  void review(const std::string& state, const std::string& description);  ///< On the open release's head.
  forge::Pull newest() { return forge_->all_pulls().at(0); }

  // The remote.
  Oid head(const std::string& branch) const;
  bool has(const std::string& branch) const;
  std::vector<std::string> files(const std::string& revision) const;  ///< Of its tree, by name.
  std::vector<std::string> subjects(const std::string& range) const;  ///< Oldest first.
  std::string tree(const std::string& revision) const;
  std::string state();  ///< Every ref, pull request and comment, as text: what a pass could change.
  std::vector<std::string> parents(const std::string& revision) const;
  std::string message(const std::string& revision) const;
  bool is_ancestor(const Oid& ancestor, const Oid& of) const;
  /// A commit that no branch of ours holds, its objects at the remote.
  Oid spare(const std::string& at, const std::string& file, const std::string& bytes);
  /// Moves a branch to a commit during the next push to it, once.
  void beat_next_push(const std::string& branch, const std::string& commit);

  static constexpr std::int64_t start = 1'700'000'000;
  std::int64_t now = start;

 private:
  void sync_clone(const std::string& branch);

  std::filesystem::path pipeline_;
  std::unique_ptr<forge::LocalForge> forge_, bot_;
  int number_ = 10, passes_ = 0;
};

}  // namespace sluice::test
