#include "notes.hpp"

#include <algorithm>

#include "sluice/say.hpp"

namespace sluice::port {
namespace {

std::string size_of(std::int64_t files, std::int64_t cap) {
  return "window has " + say::counted(files, "file") + " of " + std::to_string(cap);
}

/// A commit that has a copy upstream and is owed all the same is said to be.
std::string still_owed(const Owed& owed) {
  return owed.why.starts_with("copied as") ? "; still owed: " + owed.why : "";
}

void add_window(Verdicts& to, const Window& window, std::int64_t cap, const std::string& not_pushed) {
  Notes& notes = not_pushed.empty() ? to.window : to.waiting;
  for (const auto& group : window.groups) {
    for (const auto& one : group.carried) {
      const std::string why = (one.claimed ? "claimed, but " : "it takes back a claim, and ") +
                              say::brief(group.commit.sha) + " only applies on top of it";
      notes.emplace_back(one.sha, not_pushed.empty() ? why : not_pushed);
    }
    notes.emplace_back(
        group.commit.sha,
        not_pushed.empty() ? size_of(group.files, cap) + " with it" + still_owed(group.commit) : not_pushed);
  }
}

void add_left(Verdicts& to, const Window& window, std::int64_t cap) {
  for (const auto& claim : window.claimed) to.claimed.emplace_back(claim.sha, "claims the express lane");
  for (const auto& empty : window.empty)
    to.shed.emplace_back(empty.sha, "the window holds its change already");
  if (!window.held) return;
  to.held.emplace_back(window.held->commit.sha,
                       held_because(*window.held, cap) + still_owed(window.held->commit));
  for (const auto& behind : window.waiting) {
    to.waiting.emplace_back(behind.sha,
                            "behind " + say::brief(window.held->commit.sha) + ", where the window ends");
  }
}

/// Not what was never the queue's own: the fixes that it was rebuilt on.
bool leaves_the_queue(const Shed& shed, const Lead& lead) {
  const auto is_it = [&](const Owed& fix) { return fix.sha == shed.sha; };
  return std::none_of(lead.taken.begin(), lead.taken.end(), is_it) &&
         std::none_of(lead.empty.begin(), lead.empty.end(), is_it);
}

}  // namespace

std::string held_because(const Held& held, std::int64_t cap) {
  if (held.why == Held::Why::conflict)
    return "does not apply on the window: conflict in " + say::paths(held.paths);
  return size_of(held.window, cap) + "; this one makes " + std::to_string(held.files);
}

Verdicts verdicts(const Lead& lead, const Window& window, const std::vector<Shed>& shed, std::int64_t cap,
                  const std::string& not_pushed) {
  Verdicts all;
  for (const auto& fix : lead.taken) {
    all.fixes.emplace_back(fix.sha, not_pushed.empty() ? "a fix leads the window" : not_pushed);
  }
  for (const auto& fix : lead.empty) all.shed.emplace_back(fix.sha, "the window holds its change already");
  for (const auto& one : shed) {
    if (leaves_the_queue(one, lead)) all.shed.emplace_back(one.sha, one.why);
  }
  add_window(all, window, cap, not_pushed);
  add_left(all, window, cap);
  return all;
}

}  // namespace sluice::port
