#include "realign.hpp"

#include <algorithm>

#include "sluice/say.hpp"
#include "sluice/standing.hpp"
#include "take.hpp"

namespace sluice::realign {
namespace {

using Notes = std::vector<std::pair<Sha, std::string>>;

constexpr std::int64_t most_files = 100'000;

/// A row of commits laid one on the other.
struct Row {
  Sha tip;
  Notes sided, emptied;
  std::string fault;
};

Row lay(const Pass& pass, const std::vector<std::pair<Sha, std::string>>& commits, const Sha& onto) {
  Row row{onto, {}, {}, {}};
  for (const auto& [sha, subject] : commits) {
    const Taken taken = take(pass, sha, row.tip);
    if (!taken.fault.empty()) {
      row.fault =
          say::commit(sha, subject) + " cannot be laid on " + say::brief(row.tip) + ": " + taken.fault;
      return row;
    }
    row.tip = taken.tip;
    if (!taken.sided.empty()) row.sided.emplace_back(sha, "the queue's side at " + say::paths(taken.sided));
    if (taken.empty) row.emptied.emplace_back(sha, "it changes nothing any more; its empty copy records it");
  }
  return row;
}

std::vector<std::pair<Sha, std::string>> named(const std::vector<Owed>& owed) {
  std::vector<std::pair<Sha, std::string>> commits;
  commits.reserve(owed.size());
  for (const auto& one : owed) commits.emplace_back(one.sha, one.subject);
  return commits;
}

Sha tree_of(const Pass& pass, const Sha& commit) {
  return pass.git.log({commit}).front().tree;
}

/// The tree that the queue comes to: the old tip's, with what develop alone holds. Both sides are measured
/// from what they share, which is their merge base and the commits that develop has a copy of; measured from
/// the base alone, what the queue took back of such a commit would come back.
Row proof(const Pass& pass, const std::vector<Shed>& shed, const Standing& at, const Sha& base) {
  std::vector<std::pair<Sha, std::string>> shared;
  for (const auto& one : shed) {
    if (one.by && one.verdict != "merge") shared.emplace_back(one.sha, one.subject);
  }
  Row common = lay(pass, shared, base);
  if (!common.fault.empty()) return common;
  const Sha whole = pass.git.commit(tree_of(pass, at.queue), {common.tip}, "The queue as it stands\n");
  return lay(pass, {{whole, "The queue as it stands"}}, at.develop);
}

/// What a person does about fixes that develop does not hold as they are; empty where it does.
std::string about_fixes(const Pass& pass, const Standing& at) {
  if (!at.fixes || pass.git.is_ancestor(*at.fixes, at.develop)) return {};
  const auto& names = pass.snapshot.branches;
  const OwedSet set = pass.git.owed(at.develop, *at.fixes);
  const std::string is = names.fixes + " is no ancestor of " + names.develop;
  if (set.knot) return is + ", and " + tied_up(*set.knot, names.fixes, names.develop);
  if (set.owed.empty())
    return is + ", but owes it nothing: the next drain makes it anew, and until then nothing is to be done";
  return is + " and owes it " + say::counted(std::ssize(set.owed), "commit") +
         ": run the collector, which lays it on " + names.develop + " and the queue on top of it";
}

/// What the queue has beside what it owes is no more than empty copies: the next rewrite sheds them.
bool only_records(const std::vector<Shed>& shed) {
  return std::all_of(shed.begin(), shed.end(), [](const Shed& one) { return one.verdict == "empty"; });
}

std::string measure(const Pass& pass, const Standing& at, const Sha& tip) {
  const auto count = [&](const Sha& head) { return pass.git.count(head, at.develop, most_files); };
  return say::counted(count(tip), "file") + " against " + pass.snapshot.branches.develop + ", " +
         std::to_string(count(at.queue)) + " before";
}

Outcome push(Pass& pass, const Standing& at, const Sha& tip, const std::string& what) {
  const auto& queue = pass.snapshot.branches.queue;
  const Receipt receipt = pass.effects.rewrite("queue", at.queue, tip);
  if (receipt.kind == Receipt::Kind::stale)
    return Outcome::idle(queue + " moved while it was realigned: " + receipt.reason).wake(60);
  if (!receipt.done()) return Outcome::red(queue + " could not be realigned: " + receipt.reason);
  if (const auto fixes = about_fixes(pass, at); !fixes.empty()) pass.host.warn(fixes);
  return Outcome::go_on((receipt.kind == Receipt::Kind::would ? "would realign " : "realigned ") + queue +
                        what);
}

/// The row, with whatever it lost of the proof's tree in a commit of its own; said.
Sha restored(const Pass& pass, const Row& row, const Sha& wanted, std::string& what) {
  if (tree_of(pass, row.tip) == wanted) return row.tip;
  Sha sha = pass.git.commit(wanted, {row.tip},
                            "Restore what the realign changed\n\nLaid on " + pass.snapshot.branches.develop +
                                " one by one, the commits of the queue come to another tree than the "
                                "queue's own. This is the difference.\n");
  what += "; what differed is restored in " + say::brief(sha);
  return sha;
}

void note(const Pass& pass, const OwedSet& set, const Row& row) {
  Notes shed;
  for (const auto& one : set.shed) shed.emplace_back(one.sha, one.why);
  if (!shed.empty()) pass.note("shed", shed);
  for (const auto* notes : {&row.emptied, &row.sided}) {
    for (const auto& [sha, why] : *notes) pass.host.info(say::brief(sha) + ": " + why);
  }
}

std::string told(const OwedSet& set, const Row& row, const std::string& onto) {
  std::string text = " onto " + onto + ": " + say::counted(std::ssize(set.owed), "commit");
  if (!set.shed.empty()) text += ", " + std::to_string(set.shed.size()) + " skipped that it holds already";
  if (!row.emptied.empty()) text += ", " + std::to_string(row.emptied.size()) + " emptied";
  if (!row.sided.empty()) text += ", " + std::to_string(row.sided.size()) + " by the queue's side";
  return text;
}

}  // namespace

Outcome Realign::run(Pass& pass) {
  const auto& names = pass.snapshot.branches;
  const Standing at = standing(pass);
  const OwedSet set = pass.git.owed(at.develop, at.queue);
  if (set.knot) return Outcome::red(queue_tied_up(*set.knot, names.queue));
  if (pass.git.is_ancestor(at.develop, at.queue) && only_records(set.shed)) {
    if (const auto fixes = about_fixes(pass, at); !fixes.empty()) pass.host.warn(fixes);
    return Outcome::go_on(names.queue + " sits on " + names.develop + " and owes it each of its commits");
  }
  if (const auto ahead = only_on_main(pass.git, set.shed, at.develop, at.main)) {
    return Outcome::idle(say::commit(ahead->sha, ahead->subject) + " is on " + names.main +
                         " and not yet on " + names.develop + "; realign " + names.queue + " when it is");
  }
  const auto base = pass.git.merge_base(at.develop, at.queue);
  if (!base) return Outcome::red(names.queue + " and " + names.develop + " have no commit in common");
  const Row row = lay(pass, named(set.owed), at.develop);
  const Row whole = row.fault.empty() ? proof(pass, set.shed, at, *base) : row;
  if (!whole.fault.empty()) return Outcome::red(names.queue + " is left as it is: " + whole.fault);
  const Sha wanted = tree_of(pass, whole.tip);
  std::string what = told(set, row, names.develop);
  const Sha tip = restored(pass, row, wanted, what);
  what += wanted == tree_of(pass, at.queue)
              ? "; its tree is the old tip's"
              : "; its tree is the old tip's and what " + names.develop + " alone holds";
  note(pass, set, row);
  return push(pass, at, tip, what + "; " + measure(pass, at, tip));
}

}  // namespace sluice::realign
