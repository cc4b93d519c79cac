#include "port.hpp"

#include <map>

#include "fold.hpp"
#include "notes.hpp"
#include "notice.hpp"
#include "ready.hpp"
#include "sluice/say.hpp"
#include "sluice/standing.hpp"
#include "window.hpp"

namespace sluice::port {
namespace {

/// One window from its first pick to its push.
class Porting {
 public:
  explicit Porting(Pass& pass)
      : pass_(pass),
        at_(standing(pass)),
        cap_(pass.snapshot.cap),
        // A develop that is behind main begins at main: what the lane or a release put there is under every
        // pick.
        base_(pass.git.is_ancestor(at_.develop, at_.main) ? at_.main : at_.develop) {}

  Outcome run() {
    if (auto wait = release_in_the_way()) return *wait;
    if (auto red = lead()) return *red;
    if (auto red = fill_window()) return *red;
    if (ahead_) return not_pushed(what_develop_carries_first());
    if (window_.stopped) return Outcome::idle("The pass was asked to stop before the window was whole");
    if (state() != Ready::push) return nothing_to_push();
    if (auto stop = fold()) return *stop;
    if (state() != Ready::push) return nothing_to_push();
    return push();
  }

 private:
  std::optional<Outcome> release_in_the_way() {
    const auto releases = pass_.facts.releases();
    anew_ = pause(pass_.git, releases, at_.queue, at_.main).has_value();
    if (const auto open = open_release(releases)) {
      return Outcome::idle("release #" + std::to_string(open->number) +
                           " is open: its one review reads what develop holds now");
    }
    if (const auto paused = pause(pass_.git, releases, at_.develop, at_.main)) {
      return Outcome::idle("release #" + std::to_string(paused->number) +
                           " was closed unmerged, which is a pause: open it again to go on");
    }
    return std::nullopt;
  }

  Ports ports() {
    Ports ports;
    ports.pick = [this](const Sha& commit, const Sha& onto) { return pick(commit, onto); };
    ports.record = [this](const Sha& commit, const Sha& onto) {
      return pass_.git.pick(commit, onto, true).sha.value();
    };
    ports.tree = [this](const Sha& commit) { return pass_.git.log({commit}).at(0).tree; };
    ports.count = [this](const Sha& head) { return pass_.git.count(head, at_.main, cap_); };
    ports.stopped = [this] { return pass_.host.cancelled(); };
    return ports;
  }

  /// A queue commit whose parent is the very candidate needs no copy: where that holds to the end, develop
  /// moves to the queue's own sha, and the working side has nothing to rebase. But not to a sha that a person
  /// closed a release of: develop would carry that one again, which is a pause.
  PickResult pick(const Sha& commit, const Sha& onto) {
    const auto parent = parents_.find(commit);
    if (!anew_ && parent != parents_.end() && parent->second == onto) {
      return {commit, PickResult::Verdict::applied, commit, {}};
    }
    return pass_.git.pick(commit, onto);
  }

  /// Fixes always ride, whole: one split from the finding that it answers is a reply that lies.
  std::optional<Outcome> lead() {
    lead_.head = base_;
    if (!at_.fixes) return std::nullopt;
    const OwedSet fixes = pass_.git.owed(base_, *at_.fixes);
    const auto& names = pass_.snapshot.branches;
    if (fixes.knot) return Outcome::red(tied_up(*fixes.knot, names.fixes, names.develop));
    lead_ = lead_with(ports(), base_, fixes.owed);
    if (lead_.conflict) {
      const auto& [fix, picked] = *lead_.conflict;
      return Outcome::red("fix " + say::commit(fix.sha, fix.subject) + " does not apply on " + names.develop +
                          " at " + say::brief(base_) + ": conflict in " + say::paths(picked.paths) +
                          "; nothing may port ahead of an owed fix. Rebase " + names.fixes + " onto " +
                          names.develop + " by hand and push it");
    }
    if (lead_.taken.empty()) return std::nullopt;
    return fixes_over_the_cap(pass_.git.count(lead_.head, at_.main, cap_));
  }

  std::optional<Outcome> fixes_over_the_cap(std::int64_t files) const {
    if (files <= cap_) return std::nullopt;
    return Outcome::red("the " + say::counted(std::ssize(lead_.taken), "owed fix commit") + " with what " +
                        pass_.snapshot.branches.develop + " carries unopened would be a release of " +
                        say::counted(files, "file") + ", and the cap is " + std::to_string(cap_) + " (" +
                        pass_.snapshot.cap_from +
                        "); fixes are never split: see what they touched, and shrink " +
                        pass_.snapshot.branches.fixes + " by hand");
  }

  std::optional<Outcome> fill_window() {
    OwedSet set = pass_.git.owed(lead_.head, at_.queue);
    if (set.knot) return tied(*set.knot);
    shed_ = std::move(set.shed);
    ahead_ = only_on_main(pass_.git, shed_, base_, at_.main);
    learn_parents(set.owed);
    std::size_t seen = 0;
    Ports with_progress = ports();
    with_progress.stopped = [this, &seen, total = set.owed.size()] {
      pass_.host.progress("port", seen++, total);
      return pass_.host.cancelled();
    };
    window_ = fill(with_progress, lead_.head, set.owed, cap_, pass_.snapshot.lane);
    return std::nullopt;
  }

  Outcome tied(const Knot& knot) const {
    const auto& names = pass_.snapshot.branches;
    pass_.note("held", {{knot.sha, "the merge " + knot.why}});
    return Outcome::red(queue_tied_up(knot, names.queue));
  }

  void learn_parents(const std::vector<Owed>& owed) {
    if (owed.empty()) return;
    std::vector<Sha> shas;
    shas.reserve(owed.size());
    for (const auto& one : owed) shas.push_back(one.sha);
    for (const auto& commit : pass_.git.log(shas)) {
      if (commit.parents.size() == 1) parents_[commit.sha] = commit.parents.front();
    }
  }

  Ready state() const {
    return ready({lead_.taken.size(), window_.groups.size(), window_.claimed.size(),
                  !pass_.git.is_ancestor(at_.develop, at_.main), window_.held.has_value()});
  }

  /// The count is taken again on the folded tree; over the cap, the last picks stay behind and main is folded
  /// again.
  std::optional<Outcome> fold() {
    while (true) {
      folding_ = fold_main(pass_, window_.head(), at_.main);
      if (folding_.wait) return folding_.wait;
      if (!folding_.folded) return std::nullopt;
      const std::int64_t files = pass_.git.count(folding_.head, at_.main, cap_);
      if (files <= cap_) return std::nullopt;
      if (window_.groups.empty()) return fixes_over_the_cap(files);
      drop_last(window_, files);
      if (state() != Ready::push) return std::nullopt;
    }
  }

  Outcome push() {
    const auto& names = pass_.snapshot.branches;
    note({});
    const Receipt receipt = push_develop();
    if (receipt.kind == Receipt::Kind::stale) {
      return not_pushed(
          Outcome::idle(names.develop + " or its release moved while the window was built: " + receipt.reason)
              .wake(60));
    }
    if (receipt.kind == Receipt::Kind::refused) {
      return not_pushed(
          Outcome::red("the window could not be pushed to " + names.develop + ": " + receipt.reason));
    }
    return Outcome::go_on(what_went_out());
  }

  Receipt push_develop() {
    try {
      return pass_.effects.push("push.window", at_.develop, folding_.head);
    } catch (const std::exception& fault) {
      note(fault.what());
      throw;
    }
  }

  /// Develop carries an unopened window, and lacks what the queue's next commits may take back.
  Outcome what_develop_carries_first() const {
    const auto& names = pass_.snapshot.branches;
    return Outcome::go_on(
        names.develop + " carries an unopened window, which goes first: " +
        say::commit(ahead_->sha, ahead_->subject) + " is on " + names.main +
        " and not yet under it, and what was made on top of it would lose what it takes back");
  }

  std::string what_went_out() const {
    std::size_t picks = 0;
    for (const auto& group : window_.groups) picks += group.carried.size() + 1;
    std::string what = "a window of ";
    if (!lead_.taken.empty()) what += say::counted(std::ssize(lead_.taken), "fix commit") + " and ";
    what += say::counted(static_cast<std::int64_t>(picks), "queue commit") + ", " +
            say::counted(window_.files(), "file") + " of " + std::to_string(cap_);
    if (folding_.folded) what += ", with " + pass_.snapshot.branches.main + " folded in";
    if (!folding_.unfolded.empty()) what += ", unfolded: " + folding_.unfolded;
    return what;
  }

  Outcome nothing_to_push() {
    note({});
    switch (state()) {
      case Ready::held:
        return tell_held(pass_, *window_.held, window_.start);
      case Ready::claims:
        return Outcome::idle(say::counted(std::ssize(window_.claimed), "claimed commit") +
                             " of the queue wait on the express lane, and nothing else is owed");
      case Ready::open:
        return Outcome::go_on(pass_.snapshot.branches.develop +
                              " carries an unopened window; nothing to add");
      default:
        return Outcome::idle("nothing owed: " + pass_.snapshot.branches.queue + " holds nothing that " +
                             pass_.snapshot.branches.develop + " lacks");
    }
  }

  /// What was noted for the push is taken back: the last word on a commit counts.
  Outcome not_pushed(Outcome outcome) {
    note(outcome.reason);
    return outcome;
  }

  void note(const std::string& not_pushed) const {
    const Verdicts all = verdicts(lead_, window_, shed_, cap_, not_pushed);
    pass_.note("fixes", all.fixes);
    pass_.note("window", all.window);
    pass_.note("held", all.held);
    pass_.note("claimed", all.claimed);
    pass_.note("waiting", all.waiting);
    pass_.note("shed", all.shed);
  }

  Pass& pass_;
  Standing at_;
  std::int64_t cap_;
  Sha base_;
  Lead lead_;
  Window window_;
  std::vector<Shed> shed_;
  std::map<Sha, Sha> parents_;
  Folding folding_;
  std::optional<Shed> ahead_;
  bool anew_ = false;  ///< No queue commit goes out under its own sha.
};

}  // namespace

Outcome Port::run(Pass& pass) {
  return Porting(pass).run();
}

}  // namespace sluice::port
