#pragma once
// The effect log of a pass: ordered, checked, applied as each effect is appended, journaled before and after.

#include <functional>
#include <string>

#include "host/effects/effect.hpp"
#include "host/effects/world.hpp"
#include "host/git/owed.hpp"

namespace sluice::effects {

/// Told of every effect: before it is applied (no receipt yet, and the journal must hold it then), and after.
struct Witness {
  std::function<void(const Effect&)> about_to;
  /// Where each commit of a rewritten branch has gone, before the rewrite is pushed or refused.
  std::function<void(const git::Accounting&)> accounted;
  std::function<void(const Effect&, const Receipt&)> done;
};

/// One thread.
class Log {
 public:
  Log(GitCore git, forge::Forge& forge, snapshot::Facts& facts, const Settings& settings, Witness witness);

  /// Applies the effect and answers its receipt; a lost race and a guard's refusal are receipts too. Throws
  /// git::GitError or forge::ForgeError when the remote or the forge cannot be reached.
  Receipt append(const Effect& asked);
  bool act_made() const { return act_made_; }

 private:
  Receipt decide(const Effect& effect);
  std::optional<Receipt> already(const Effect& effect, snapshot::Facts& facts) const;
  Receipt pretend(const Effect& effect);
  Receipt apply(const Effect& effect);
  Receipt apply_push(const Effect& effect);
  Receipt apply_forge(const Effect& effect);
  forge::Id comment(const Effect& effect);

  GitCore git_;
  forge::Forge& forge_;
  snapshot::Facts& facts_;
  const Settings& settings_;
  Witness witness_;
  bool act_made_ = false;
  int applied_ = 0;
};

}  // namespace sluice::effects
