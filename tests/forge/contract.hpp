#pragma once
// The contract of every forge, and what a forge brings to be held to it.

#include <gtest/gtest.h>

#include "host/forge/forge.hpp"
#include "support/repo.hpp"

namespace sluice::test {

/// One forge with its repository, and the other parties that act on it. Made fresh for each test; the viewer
/// is "collector", the bot "coderabbitai[bot]".
class ForgeWorld {
 public:
  virtual ~ForgeWorld() = default;
  virtual forge::Forge& forge() = 0;
  virtual Repo& repo() = 0;  ///< Its remote is the forge's repository, with a first commit on main.
  virtual void advance(forge::Time seconds) = 0;
  virtual forge::Time now() = 0;

  virtual forge::Comment bot_comment(forge::Id pull, const std::string& body) = 0;
  virtual forge::Review bot_review(forge::Id pull, const std::string& state, const std::string& body) = 0;
  virtual forge::Thread bot_thread(forge::Id pull, const std::string& path, std::optional<std::int64_t> line,
                                   const std::string& body) = 0;
  virtual void bot_status(const std::string& sha, const std::string& context, const std::string& state,
                          const std::string& description) = 0;
  virtual void person_status(const std::string& login, const std::string& sha, const std::string& context,
                             const std::string& state) = 0;
  virtual void resolve(const std::string& thread) = 0;
  virtual void outdate(const std::string& thread) = 0;
  virtual void run(const std::string& sha, const std::string& workflow,
                   const std::optional<std::string>& conclusion, const std::string& log = "") = 0;
  /// A finding of code scanning on a branch.
  virtual void alert(const std::string& branch, const std::string& rule, const std::string& path,
                     std::optional<std::int64_t> line, const std::string& message) = 0;
  virtual void close_alerts(const std::string& branch) = 0;
  enum class Switch : std::uint8_t { issues, code_scanning };
  virtual void switch_off(Switch what) = 0;
  virtual forge::Issue anothers_issue(const std::string& title, const std::string& body) = 0;
  virtual void close_issue(forge::Id number) = 0;
  virtual forge::Pull foreign_pull(const std::string& base, const std::string& head,
                                   const std::string& sha) = 0;
  virtual void reopen(forge::Id pull) = 0;
  virtual void lock(forge::Id pull) = 0;
};

using ForgeFactory = std::function<std::unique_ptr<ForgeWorld>()>;

class ForgeContract : public testing::TestWithParam<ForgeFactory> {
 protected:
  ForgeContract() : world(GetParam()()) {}
  forge::Forge& forge() { return world->forge(); }
  Repo& repo() { return world->repo(); }

  /// A commit of its own file on the branch, which is made at main where it is not there, pushed.
  std::string work(const std::string& branch, const std::string& file);
  /// develop one commit ahead of main, and the pull request for it.
  forge::Pull release();
  std::string remote_head(const std::string& branch);

  std::unique_ptr<ForgeWorld> world;
  int commits = 1;
};

/// What the call was refused with; a failure where it was not.
forge::ForgeError::Kind refusal(const std::function<void()>& call);

}  // namespace sluice::test

namespace sluice::forge {
inline void PrintTo(ForgeError::Kind kind, std::ostream* out) {
  constexpr const char* names[] = {"stale", "refused", "missing", "outage", "disabled"};
  *out << names[static_cast<int>(kind)];
}
inline void PrintTo(State state, std::ostream* out) {
  constexpr const char* names[] = {"open", "closed", "merged"};
  *out << names[static_cast<int>(state)];
}
}  // namespace sluice::forge
