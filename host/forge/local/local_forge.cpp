#include "host/forge/local/local_forge.hpp"

#include <chrono>

#include "host/forge/local/commits.hpp"
#include "host/forge/local/items.hpp"
#include "host/forge/local/notes.hpp"
#include "host/forge/local/pulls.hpp"
#include "host/forge/local/text.hpp"
#include "host/forge/local/threads.hpp"

namespace sluice::forge {

namespace {

using Text = const std::string&;
using MaybeText = const std::optional<std::string>&;
using MaybeLine = const std::optional<std::int64_t>&;

/// The contract's functions, each said by the file of its noun.
class Local final : public LocalForge {
 public:
  Local(const std::filesystem::path& bare, std::string login, Clock clock, bool live)
      : context_(bare, std::move(login), std::move(clock), live) {}

  const std::filesystem::path& repository() const override { return context_.repository.directory(); }
  const std::filesystem::path& database() const override { return context_.database.file(); }
  std::string commit(Text branch_or_sha) override {
    if (const auto head = context_.repository.head(branch_or_sha)) return *head;
    context_.must_have_commit(branch_or_sha);
    return branch_or_sha;
  }
  std::map<std::string, std::string> branches() override { return context_.repository.branches(); }
  std::vector<std::string> noted_commits() override { return local::noted_commits(context_); }

  std::string viewer() override { return context_.login; }
  std::vector<Pull> pulls(Text base, Text head) override { return local::pulls(context_, base, head); }
  std::vector<Pull> all_pulls() override { return local::all_pulls(context_); }
  std::optional<Pull> pull(Id number) override { return local::pull(context_, number); }
  Pull open(Text base, Text head, Text title, Text body) override {
    return local::open(context_, {base, head, title, body, std::nullopt, ""});
  }
  Pull open_foreign(Text repository, Text base, Text head, Text sha, Text title, Text body) override {
    local::check_name("name of a fork", repository);
    return local::open(context_, {base, head, title, body, repository, sha});
  }
  std::optional<bool> mergeable(Id number) override { return local::mergeable(context_, number); }
  std::string merge(Id pull, Text expected_head) override {
    return local::merge(context_, pull, expected_head);
  }
  void close(Id pull) override { local::close(context_, pull); }
  void reopen(Id pull) override { local::reopen(context_, pull); }
  void lock(Id number, bool locked) override { local::set_locked(context_, number, locked); }

  std::vector<Comment> comments(Id pull) override { return local::comments(context_, pull); }
  std::vector<Comment> commit_comments(Text sha) override { return local::commit_comments(context_, sha); }
  Comment comment(Id pull, Text body) override { return local::comment(context_, pull, body); }
  Comment comment_commit(Text sha, Text body) override { return local::comment_commit(context_, sha, body); }
  void edit_comment(Id comment, Text body) override { local::edit_comment(context_, comment, body); }

  std::vector<Review> reviews(Id pull) override { return local::reviews(context_, pull); }
  Review review(Id pull, Text state, Text body, MaybeText sha) override {
    return local::add_review(context_, pull, state, body, sha);
  }

  std::vector<Thread> threads(Id pull) override { return local::threads(context_, pull); }
  Thread thread(Id pull, Text path, MaybeLine line, Text body) override {
    return local::add_thread(context_, pull, path, line, body);
  }
  Comment reply(Id pull, Id comment, Text body) override {
    return local::reply(context_, pull, comment, body);
  }
  void resolve(Text thread, bool resolved) override { local::resolve(context_, thread, resolved); }
  void outdate(Text thread, bool outdated) override { local::outdate(context_, thread, outdated); }

  std::vector<Status> statuses(Text sha) override { return local::statuses(context_, sha); }
  std::vector<Status> status_history(Text sha) override { return local::status_history(context_, sha); }
  Status set_status(Text sha, Text context, Text state, Text description) override {
    return local::set_status(context_, sha, {context, state, description, {}, 0});
  }
  std::vector<Run> runs(Text sha) override { return local::runs(context_, sha); }
  Run add_run(Text sha, Text workflow, Text status, MaybeText conclusion, MaybeText log) override {
    return local::add_run(context_, sha, {0, workflow, status, "", conclusion}, log);
  }
  void update_run(Id run, Text status, MaybeText conclusion, MaybeText log) override {
    local::update_run(context_, run, {run, "", status, "", conclusion}, log);
  }
  std::string run_log(Id run) override { return local::run_log(context_, run); }
  std::vector<Alert> alerts(Text branch) override { return local::alerts(context_, branch); }
  OpenAlerts open_alerts(Text branch) override { return local::open_alerts(context_, branch); }
  Alert add_alert(const Alert& alert) override { return local::add_alert(context_, alert); }
  void close_alert(Id number) override { local::close_alert(context_, number); }

  std::vector<Issue> issues() override { return local::issues(context_); }
  std::vector<Issue> all_issues() override { return local::all_issues(context_); }
  Issue open_issue(Text title, Text body) override { return local::open_issue(context_, title, body); }
  void close_issue(Id number) override { local::close_issue(context_, number); }
  void set(Setting setting, bool on) override { local::set(context_, setting, on); }

 private:
  local::Context context_;
};

}  // namespace

Time wall_clock() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::seconds>(now).count();
}

std::unique_ptr<LocalForge> open_local(const std::filesystem::path& bare_repository, std::string login,
                                       Clock clock, bool live) {
  local::check_name("login", login);
  if (login.find_first_of("<>") != std::string::npos) local::refuse("the login " + login + " holds < or >");
  return std::make_unique<Local>(bare_repository, std::move(login), std::move(clock), live);
}

}  // namespace sluice::forge
