#include "notice.hpp"

#include "notes.hpp"
#include "sluice/inert.hpp"
#include "sluice/marker.hpp"
#include "sluice/roles.hpp"
#include "sluice/say.hpp"

namespace sluice::port {
namespace {

struct Hold {
  std::string role;    ///< Who could free the commit.
  std::string fact;    ///< What is in the way.
  std::string remedy;  ///< What a person can do.
};

Hold hold_of(const Pass& pass, const Held& held) {
  const auto& names = pass.snapshot.branches;
  if (held.why == Held::Why::conflict) {
    return {"resolver", held_because(held, pass.snapshot.cap),
            "rebase " + names.queue + " onto " + names.develop + " (onto " + names.fixes +
                " while that owes something) and resolve it there: `host queue held --rebase` lays it out, "
                "proves it " +
                "and pushes it under a lease"};
  }
  return {"reshaper",
          "it alone changes " + say::counted(held.files, "file") + " and the cap is " +
              std::to_string(pass.snapshot.cap) + " (" + pass.snapshot.cap_from + ")",
          "split it on " + names.queue +
              " into commits within the cap, with `host queue held --split`; a part that needs no review may "
              "claim " +
              "the lane with an Express: line"};
}

std::string given_up(const Hold& hold, const RoleReply& reply) {
  if (reply.kind == RoleReply::Kind::absent) return "no " + hold.role + " is bound in this pipeline";
  return "the " + hold.role + " has spent its attempts on it";
}

std::string body_of(const Pass& pass, const Held& held, const Hold& hold, const std::string& given_up,
                    const Sha& on) {
  const auto& names = pass.snapshot.branches;
  return "This commit is held: no window from " + inert_span(names.queue) + " to " +
         inert_span(names.develop) +
         " can carry it, and what is behind it waits.\n\n- Commit: " + inert_span(held.commit.subject) +
         "\n- In the way: " + inert_span(hold.fact) + ", on " + on +
         "\n- Why nobody came for it: " + given_up + "\n- What to do: " + hold.remedy + "\n";
}

RoleReply ask_state(const Pass& pass, const Hold& hold, const Sha& commit) {
  return ask_role(pass.host, hold.role,
                  {{"question", "state"}, {"purpose", "held"}, {"branch", "queue"}, {"commit", commit}});
}

}  // namespace

Outcome tell_held(Pass& pass, const Held& held, const Sha& on) {
  const Hold hold = hold_of(pass, held);
  const std::string what =
      "the first owed commit " + say::commit(held.commit.sha, held.commit.subject) + " is held: " + hold.fact;
  if (pass.snapshot.dry_run) return Outcome::idle("A dry run resolves nothing; " + what);
  const RoleReply reply = ask_state(pass, hold, held.commit.sha);
  if (!reply.gives_up()) {
    Outcome idle = Outcome::idle(what + ". The " + hold.role + " will try again: " + reply.reason);
    idle.wake_after = reply.wake_after.value_or(60);
    return idle;
  }
  const std::string why = given_up(hold, reply);
  const Marker marker{"held", {{"commit", held.commit.sha}}};
  const Receipt told = pass.effects.comment_commit(held.commit.sha, marker.line(),
                                                   within_limit(body_of(pass, held, hold, why, on)));
  if (!told.done())
    pass.host.warn("the held notice was not posted on " + held.commit.sha + ": " + told.reason);
  return Outcome::red(what + "; " + why + ". To go on, " + hold.remedy);
}

}  // namespace sluice::port
