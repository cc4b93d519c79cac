#include "session.hpp"

#include <algorithm>

#include "brief.hpp"
#include "commits.hpp"
#include "sluice/say.hpp"
#include "sluice/standing.hpp"
#include "words.hpp"

namespace sluice::drain {
namespace {

constexpr std::int64_t retry_wake = 60, outage_wake = 300;

std::string listed(const std::vector<std::string>& items) {
  constexpr std::size_t most = 8;
  std::string text;
  for (std::size_t at = 0; at < std::min(items.size(), most); ++at) text += (at == 0 ? "" : ", ") + items[at];
  if (items.size() > most) text += " and " + std::to_string(items.size() - most) + " more";
  return text;
}

/// Where fixes go on top: what the fixes still owe develop, else develop.
Sha base_of(const Pass& pass, const Standing& at) {
  if (!at.fixes) return at.develop;
  const auto set = pass.git.owed(at.develop, *at.fixes);
  const auto& names = pass.snapshot.branches;
  if (set.knot) throw RedError(tied_up(*set.knot, names.fixes, names.develop));
  return set.owed.empty() ? at.develop : *at.fixes;
}

/// The end of what the install command printed where it failed; empty where it did not, or there is none.
std::string install(const Pass& pass, const WorkTree& tree, const Settings& settings, const Sha& base) {
  if (settings.install.empty()) return {};
  const auto end = tree.run(settings.install, settings.install_seconds);
  tree.reset(base);  // What it left in tracked files is not the session's.
  if (end.ok) return {};
  pass.host.warn("the install command failed, and the session is told so: " + end.reason);
  return end.reason + "\n" + end.tail;
}

/// A fault of the world is nobody's attempt; a call that was not granted, or malformed, is the pipeline's.
bool is_of_the_world(const HostFault& fault) {
  return fault.code != SLUICE_DENIED && fault.code != SLUICE_MALFORMED;
}

}  // namespace

Task task_of(const Pull& release, const Settings& settings) {
  Task task;
  task.step = task.agent = "drain";
  task.key = "pull-" + std::to_string(release.number) + "-" + release.head_sha;
  task.pull = release.number;
  task.what = "answer the findings of " + number(release);
  task.cap = settings.attempts;
  return task;
}

Session::Session(Pass& pass, const Pull& release, const OpenSet& open, const Parties& parties,
                 const Settings& settings)
    : pass_(pass), release_(release), open_(open), parties_(parties), settings_(settings) {
  const Standing at = standing(pass);
  fixes_ = at.fixes;
  main_ = at.main;
  base_ = head_ = base_of(pass, at);
}

std::optional<Outcome> Session::run() {
  const WorkTree tree(pass_.host, {base_});
  const auto failed = install(pass_, tree, settings_, base_);
  const auto attempted =
      attempt(pass_, task_of(release_, settings_), tree, brief(settings_.prompt, release_, open_, failed),
              [&] { return prove(tree); });
  if (stop_) return stop_;
  if (attempted.kind == Attempted::Kind::proved) return std::nullopt;
  Outcome idle =
      Outcome::idle("the findings of " + number(release_) + " still want an answer: " + attempted.reason);
  idle.wake_after = attempted.wake_after.value_or(retry_wake);
  return idle;
}

std::string Session::story() const {
  std::string text;
  if (pushed_) {
    text = "pushed " + say::counted(std::ssize(commits_), "fix commit") + " for " + number(release_) +
           " to " + pass_.snapshot.branches.fixes;
  }
  if (rejected_.empty()) return text;
  return text + (text.empty() ? "" : "; ") + "rejected " + say::counted(std::ssize(rejected_), "finding") +
         " of " + number(release_);
}

std::optional<std::string> Session::prove(const WorkTree& tree) {
  if (auto fault = fault_of(tree)) return fault;
  const auto text = [&](const char* name) {
    return tree.file(name, static_cast<std::int64_t>(longest_file)).value_or("");
  };
  const auto verdicts = read_verdicts(text(rejections_file), text(verdict_file), open_);
  constexpr std::size_t most = 10;
  for (std::size_t at = 0; at < std::min(most, verdicts.ignored.size()); ++at) {
    pass_.host.warn(verdicts.ignored[at]);
  }
  let_out(verdicts);
  // Refused for what it holds, it would be made and refused again, session after session.
  if (stop_) return stop_->kind == Outcome::Kind::red ? std::optional(stop_->reason) : std::nullopt;
  const auto left = unanswered(open_, commits_, rejected_);
  if (left.empty()) return std::nullopt;
  return "the session left " + listed(left) + " unanswered";
}

std::optional<std::string> Session::fault_of(const WorkTree& tree) {
  const auto left = tree.look();
  if (auto fault = unfinished(left)) return fault;
  if (*left.head == base_) return std::nullopt;
  if (auto fault = tree.take(*left.head)) return fault;
  return fault_of_commits(*left.head);
}

std::optional<std::string> Session::fault_of_commits(const Sha& head) {
  if (!pass_.git.is_ancestor(base_, head)) {
    return "the session's commits do not stand on " + say::brief(base_) + ", where it began";
  }
  auto commits = pass_.git.log(base_, head);
  if (auto fault = objection(pass_.git.log({base_}).front(), commits, open_)) return fault;
  const auto cap = pass_.snapshot.cap;
  if (const auto files = pass_.git.count(head, main_, cap); files > cap) {
    return "with the session's commits the fixes alone would be reviewed in " + say::counted(files, "file") +
           ", over the cap of " + std::to_string(cap);
  }
  commits_ = std::move(commits);
  head_ = head;
  return std::nullopt;
}

void Session::let_out(const Verdicts& verdicts) {
  try {
    if (!push()) return;
    post(verdicts);
  } catch (const HostFault& fault) {
    if (!is_of_the_world(fault)) throw;
    stop_ = Outcome::idle("the answers to " + number(release_) + " could not all be let out: " + fault.what())
                .wake(outage_wake);
  }
}

bool Session::push() {
  if (commits_.empty()) return true;
  const auto& fixes = pass_.snapshot.branches.fixes;
  const auto receipt = pass_.effects.rewrite("fixes", fixes_, head_);
  pushed_ = receipt.done();
  if (receipt.kind == Receipt::Kind::stale) {
    stop_ = Outcome::idle(fixes + " moved while " + number(release_) + " was drained: " + receipt.reason)
                .wake(retry_wake);
  } else if (!pushed_) {
    stop_ = Outcome::red(fixes + " could not take the fixes for " + number(release_) + ": " + receipt.reason);
  }
  return pushed_;
}

const Inline* Session::thread(std::int64_t id) const {
  const auto found = std::find_if(open_.threads.begin(), open_.threads.end(),
                                  [&](const Inline& each) { return each.comment == id; });
  return found == open_.threads.end() ? nullptr : &*found;
}

void Session::post(const Verdicts& verdicts) {
  for (const auto& [id, evidence] : verdicts.rejections) {
    const auto fixed = [id = id](const CommitInfo& commit) {
      const auto& answers = commit.trailers.answers;
      return std::find(answers.begin(), answers.end(), id) != answers.end();
    };
    const auto* finding = thread(id);
    if (finding == nullptr || std::any_of(commits_.begin(), commits_.end(), fixed)) continue;
    const auto word = rejection(*finding, evidence, parties_.bot);
    keep("the rejection of comment ", id,
         pass_.effects.reply_marked(release_.number, id, word.marker, word.body));
  }
  for (const auto& [id, evidence] : verdicts.bodies) {
    const auto word = verdict(id, evidence, parties_.bot);
    keep("the verdict on review ", id, pass_.effects.comment(release_.number, word.marker, word.body));
  }
}

void Session::keep(const std::string& what, std::int64_t id, const Receipt& receipt) {
  if (receipt.done()) {
    rejected_.push_back(id);
  } else {
    pass_.host.warn(what + std::to_string(id) + " was not posted: " + receipt.reason);
  }
}

}  // namespace sluice::drain
