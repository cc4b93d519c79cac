#pragma once
// What a guard found against an effect.

#include <optional>
#include <string>
#include <utility>

namespace sluice::effects {

struct Objection {
  bool stale = false;  ///< The world moved since the stage read it: run again. Else the effect is wrong.
  std::string reason;
};

using Verdict = std::optional<Objection>;

inline Verdict wrong(std::string reason) {
  return Objection{false, std::move(reason)};
}
inline Verdict moved(std::string reason) {
  return Objection{true, std::move(reason)};
}

}  // namespace sluice::effects
