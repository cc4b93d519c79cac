#pragma once
// The embedded forge in a temporary folder, under a clock that stands still until it is told.

#include "forge/contract.hpp"
#include "host/forge/local/local_forge.hpp"

namespace sluice::test {

class LocalWorld : public ForgeWorld {
 public:
  LocalWorld();

  forge::LocalForge& forge() override { return *collector_; }
  forge::LocalForge& bot() { return *bot_; }
  Repo& repo() override { return repo_; }
  void advance(forge::Time seconds) override { *now_ += seconds; }
  forge::Time now() override { return *now_; }
  /// Another host's connection to the same forge.
  std::unique_ptr<forge::LocalForge> another(const std::string& login = "collector", bool live = true);

  forge::Comment bot_comment(forge::Id pull, const std::string& body) override {
    return bot().comment(pull, body);
  }
  forge::Review bot_review(forge::Id pull, const std::string& state, const std::string& body) override {
    return bot().review(pull, state, body, std::nullopt);
  }
  forge::Thread bot_thread(forge::Id pull, const std::string& path, std::optional<std::int64_t> line,
                           const std::string& body) override {
    return bot().thread(pull, path, line, body);
  }
  void bot_status(const std::string& sha, const std::string& context, const std::string& state,
                  const std::string& description) override {
    bot().set_status(sha, context, state, description);
  }
  void person_status(const std::string& login, const std::string& sha, const std::string& context,
                     const std::string& state) override {
    another(login)->set_status(sha, context, state, "");
  }
  void resolve(const std::string& thread) override { bot().resolve(thread, true); }
  void outdate(const std::string& thread) override { bot().outdate(thread, true); }
  void run(const std::string& sha, const std::string& workflow, const std::optional<std::string>& conclusion,
           const std::string& log) override {
    bot().add_run(sha, workflow, conclusion ? "completed" : "in_progress", conclusion,
                  log.empty() ? std::nullopt : std::optional(log));
  }
  void alert(const std::string& branch, const std::string& rule, const std::string& path,
             std::optional<std::int64_t> line, const std::string& message) override {
    forge::Alert alert;
    alert.branch = branch;
    alert.rule = rule;
    alert.severity = "error";
    alert.path = path;
    alert.line = line;
    alert.message = message;
    bot().add_alert(alert);
  }
  void close_alerts(const std::string& branch) override {
    for (const auto& alert : bot().alerts(branch)) bot().close_alert(alert.number);
  }
  void switch_off(Switch what) override {
    forge().set(what == Switch::issues ? forge::Setting::issues : forge::Setting::code_scanning, false);
  }
  forge::Issue anothers_issue(const std::string& title, const std::string& body) override {
    return bot().open_issue(title, body);
  }
  void close_issue(forge::Id number) override { forge().close_issue(number); }
  forge::Pull foreign_pull(const std::string& base, const std::string& head,
                           const std::string& sha) override {
    return bot().open_foreign("mallory/repo", base, head, sha, "from a fork", "");
  }
  void reopen(forge::Id pull) override { forge().reopen(pull); }
  void lock(forge::Id pull) override { forge().lock(pull, true); }

 private:
  Repo repo_;
  std::shared_ptr<forge::Time> now_ = std::make_shared<forge::Time>(1'700'000'000);
  std::unique_ptr<forge::LocalForge> collector_, bot_;
};

inline LocalWorld::LocalWorld() {
  repo_.commit_file("first.txt", 1);
  repo_.push("main");
  collector_ = another();
  bot_ = another("coderabbitai[bot]");
}

inline std::unique_ptr<forge::LocalForge> LocalWorld::another(const std::string& login, bool live) {
  return forge::open_local(
      repo_.remote(), login, [now = now_] { return *now; }, live);
}

}  // namespace sluice::test
