#include "cut.hpp"

#include "sluice/say.hpp"

namespace sluice::express {

std::string Left::why(const std::string& main) const {
  if (verdict == PickResult::Verdict::empty) return "claimed, but " + main + " holds its change already";
  return "claimed, but it does not apply on " + main + ": conflict in " + say::paths(paths);
}

Cut cut_onto(const Sha& main, const std::vector<Owed>& claims, const Pick& pick) {
  Cut cut{main, {}, {}};
  for (const auto& claim : claims) {
    const PickResult picked = pick(claim.sha, cut.tip);
    if (picked.verdict == PickResult::Verdict::applied) {
      cut.tip = picked.sha.value();
      cut.applied.push_back({claim.sha, cut.tip});
    } else {
      cut.left.push_back({claim.sha, picked.verdict, picked.paths});
    }
  }
  return cut;
}

}  // namespace sluice::express
