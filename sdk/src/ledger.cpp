#include "sluice/ledger.hpp"

#include <algorithm>
#include <array>

namespace sluice {

namespace {

constexpr std::array<std::string_view, 4> state_names = {"started", "failed", "void", "done"};

std::optional<AttemptState> attempt_state(std::string_view word) {
  const auto found = std::find(state_names.begin(), state_names.end(), word);
  if (found == state_names.end()) return std::nullopt;
  return static_cast<AttemptState>(found - state_names.begin());
}

bool is_of(const AttemptKey& a, const AttemptKey& b) {
  return a.step == b.step && a.key == b.key && a.basis == b.basis;
}

bool is_dead(const AttemptMark& mark, Time now,
             const std::function<std::optional<bool>(const std::string&)>& alive) {
  const auto known = alive(mark.pass);
  return known ? !*known : mark.until <= now;
}

}  // namespace

Marker AttemptMark::marker() const {
  Marker marker{"attempt",
                {{"step", key.step},
                 {"key", key.key},
                 {"basis", key.basis},
                 {"n", std::to_string(n)},
                 {"state", std::string(state_names.at(static_cast<std::size_t>(state)))},
                 {"pass", pass},
                 {"until", std::to_string(until)}}};
  if (silent > 0) marker.fields.emplace_back("silent", std::to_string(silent));
  return marker;
}

std::optional<AttemptMark> AttemptMark::read(const Marker& marker) {
  if (marker.name != "attempt") return std::nullopt;
  const auto text = [&marker](std::string_view key) { return std::string(marker.get(key).value_or("")); };
  const auto n = marker.number("n");
  const auto state = attempt_state(text("state"));
  if (!n || !state) return std::nullopt;
  return AttemptMark{{text("step"), text("key"), text("basis")},
                     *n,
                     *state,
                     text("pass"),
                     marker.number("until").value_or(0),
                     marker.number("silent").value_or(0)};
}

Ledger read_ledger(const std::vector<Comment>& comments, const std::string& viewer, const AttemptKey& key,
                   Time now, const std::function<std::optional<bool>(const std::string&)>& alive) {
  Ledger ledger;
  for (const auto& comment : comments) {
    const auto own = own_marker(comment.body, comment.author, viewer);
    const auto mark = own ? AttemptMark::read(*own) : std::nullopt;
    if (!mark || !is_of(mark->key, key)) continue;
    if (mark->n >= ledger.last) ledger.unused = mark->state == AttemptState::voided ? mark : std::nullopt;
    ledger.last = std::max(ledger.last, mark->n);
    if (mark->state == AttemptState::failed) ++ledger.failed;
    if (mark->state != AttemptState::started) continue;
    if (is_dead(*mark, now, alive)) {
      ++ledger.failed;
    } else {
      ledger.under_way = mark;
    }
  }
  return ledger;
}

std::optional<Time> limit_of(const std::vector<Comment>& comments, const std::string& viewer,
                             const std::string& agent, Time now) {
  std::optional<Time> until;
  for (const auto& comment : comments) {
    const auto own = own_marker(comment.body, comment.author, viewer);
    if (!own || own->name != "limited" || own->get("agent") != agent) continue;
    const auto lifts = own->number("until");
    if (lifts && *lifts > now && (!until || *lifts > *until)) until = lifts;
  }
  return until;
}

Marker limit_marker(const std::string& agent, Time until) {
  return {"limited", {{"agent", agent}, {"until", std::to_string(until)}}};
}

}  // namespace sluice
