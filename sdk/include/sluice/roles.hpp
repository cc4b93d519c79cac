#pragma once
// Asking a role: work that no rule can do, offered by another plugin or by none.

#include <cstdint>
#include <optional>
#include <string>

#include "sluice/facts.hpp"
#include "sluice/host.hpp"

namespace sluice {

/// What came of asking.
struct RoleReply {
  enum class Kind : std::uint8_t {
    absent,     ///< No plugin is bound to the role.
    done,       ///< sha holds the work.
    exhausted,  ///< Every attempt that it may make on this was spent.
    waiting,  ///< Limited, not started or out of budget, or an attempt that failed and counts: later, again.
  };
  Kind kind = Kind::absent;
  std::optional<Sha> sha;                  ///< done: the commit that holds the work.
  std::string reason;                      ///< The role's own, for people.
  std::optional<std::int64_t> wake_after;  ///< waiting: seconds.

  /// Only then may a commit be held: nobody will come for it.
  bool gives_up() const { return kind == Kind::absent || kind == Kind::exhausted; }
};

/// Reads {"outcome": "done"|"exhausted"|"waiting", "sha", "reason", "wake_after"}; throws RedError, naming
/// the role, on another document.
RoleReply read_role_reply(const std::string& role, const Json& reply);

/// request.question says what is wanted: "work" (do it now) or "state" (say only whether it would try).
/// Thread: the one that entered the stage. Throws HostFault where the role may not be called from here,
/// RedError as above.
RoleReply ask_role(const Host& host, const std::string& role, const Json& request);

}  // namespace sluice
