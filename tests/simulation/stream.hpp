#pragma once
// A remote on which everybody acts at random: sessions push, the bot reviews or refuses, a person closes,
// reopens and pushes to main, and passes of the built host run among them, alone or two at once, some of them
// killed.

#include <memory>
#include <string>
#include <vector>

#include "host/forge/local/local_forge.hpp"
#include "simulation/session.hpp"
#include "sluice/json.hpp"

namespace sluice::test {

struct Passed {
  bool died = false;
  int code = -1;
  Json report;  ///< Null when it died.
  std::string errors;

  bool tried_nothing() const;
  std::string outcome() const { return report.value("outcome", ""); }
  std::string reason() const { return report.value("reason", ""); }
};

class Stream {
 public:
  explicit Stream(std::uint64_t seed);

  void step();           ///< One random act of somebody, or a pass.
  bool drain();          ///< Everybody helps, until a pass has nothing to do.
  std::string broken();  ///< What does not hold now; empty when all does.
  std::string story() const { return story_; }
  Session& session() { return session_; }
  std::string on_main(const std::string& folder) const;  ///< What `git ls-tree` says of it.
  std::string graph() const;
  std::string state();

 private:
  Passed pass(const std::string& kill_at = {}, const std::vector<std::string>& wrapper = {}, int clone = 0);
  void passes();
  void two_passes();
  void review();
  void person();
  void push_to_main();
  std::string lost() const;
  std::string releases();
  std::string posted_twice();
  void tell(const std::string& line) { story_ += line + "\n"; }

  Dice dice_;
  Repo repo_, other_, maintainer_;
  Session session_;
  std::filesystem::path pipeline_;
  int cap_, number_ = 10;
  std::int64_t now_ = 1'700'000'000;
  std::unique_ptr<forge::LocalForge> forge_, bot_;
  std::string story_;
  bool raced_ = false;
  std::string complaint_;
};

}  // namespace sluice::test
