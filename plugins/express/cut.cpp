#include "cut.hpp"

#include <algorithm>

#include "sluice/say.hpp"

namespace sluice::express {

namespace {

using Verdict = PickResult::Verdict;

class Cutting {
 public:
  Cutting(const Pick& pick, const Overtaken& overtaken) : pick_(pick), overtaken_(overtaken) {}

  Cut run(const Sha& main, const std::vector<Owed>& claims, bool careful) const {
    Cut cut{main, {}, {}};
    for (const auto& claim : claims) {
      const PickResult picked = pick_(claim.sha, cut.tip);
      if (picked.verdict == Verdict::applied && (!careful || may_overtake(cut, claim, *picked.sha))) {
        cut.tip = picked.sha.value();
        cut.applied.push_back({claim.sha, cut.tip});
      } else {
        cut.left.push_back({claim.sha, picked.verdict, picked.paths});
      }
    }
    return cut;
  }

  /// The cut with what it overtook behind it, against all in the queue's order.
  bool comes_to_the_same(const Sha& main, const Cut& cut) const {
    const auto all = until(cut.applied.back().commit);
    return tree_with(main, all) == tree_with(cut.tip, without(all, cut));
  }

 private:
  bool may_overtake(const Cut& cut, const Owed& claim, const Sha& copy) const {
    auto before = without(until(claim.sha), cut);
    const Sha in_order = tree_with(cut.tip, before);
    before.pop_back();
    return in_order == tree_with(copy, before);
  }

  std::vector<Owed> until(const Sha& last) const {
    std::vector<Owed> list;
    for (const auto& one : overtaken_.owed) {
      list.push_back(one);
      if (one.sha == last) break;
    }
    return list;
  }

  static std::vector<Owed> without(std::vector<Owed> list, const Cut& cut) {
    std::erase_if(list, [&](const Owed& one) {
      return std::any_of(cut.applied.begin(), cut.applied.end(),
                         [&](const Taken& taken) { return taken.commit == one.sha; });
    });
    return list;
  }

  Sha tree_with(Sha head, const std::vector<Owed>& commits) const {
    for (const auto& commit : commits) {
      const PickResult picked = pick_(commit.sha, head);
      if (picked.verdict == Verdict::applied) head = *picked.sha;
    }
    return overtaken_.tree(head);
  }

  const Pick& pick_;
  const Overtaken& overtaken_;
};

}  // namespace

std::string Left::why(const std::string& main) const {
  if (verdict == Verdict::empty) return "claimed, but " + main + " holds its change already";
  if (verdict == Verdict::applied)
    return "claimed, but on " + main + " as it is it would lose what it does to commits before it";
  return "claimed, but it does not apply on " + main + ": conflict in " + say::paths(paths);
}

Cut cut_onto(const Sha& main, const std::vector<Owed>& claims, const Pick& pick, const Overtaken& overtaken) {
  const Cutting cutting(pick, overtaken);
  Cut cut = cutting.run(main, claims, false);
  if (cut.applied.empty() || cutting.comes_to_the_same(main, cut)) return cut;
  return cutting.run(main, claims, true);
}

}  // namespace sluice::express
