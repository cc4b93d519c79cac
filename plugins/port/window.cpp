#include "window.hpp"

#include <algorithm>

#include "carried.hpp"

namespace sluice::port {
namespace {

using Verdict = PickResult::Verdict;

bool holds(const std::vector<Owed>& list, const Owed& one) {
  return std::any_of(list.begin(), list.end(), [&](const Owed& other) { return other.sha == one.sha; });
}

/// The head with those commits on top that apply there, which are appended to applied.
Sha with(const Ports& ports, Sha head, const std::vector<Owed>& commits, std::vector<Owed>& applied) {
  for (const auto& commit : commits) {
    const PickResult picked = ports.pick(commit.sha, head);
    if (picked.verdict != Verdict::applied) continue;
    head = *picked.sha;
    applied.push_back(commit);
  }
  return head;
}

/// The head with all the commits on top that change it; none where one of them is in conflict.
std::optional<Sha> with_all(const Ports& ports, Sha head, const std::vector<Owed>& commits) {
  for (const auto& commit : commits) {
    const PickResult picked = ports.pick(commit.sha, head);
    if (picked.verdict == Verdict::conflict) return std::nullopt;
    if (picked.verdict == Verdict::applied) head = *picked.sha;
  }
  return head;
}

/// Tries one owed commit on the window as it stands.
class Filling {
 public:
  /// careful: a commit that picks cleanly is looked at for what it loses without the claims before it, and
  /// for what they lose behind it.
  Filling(const Ports& ports, Window& window, std::int64_t cap, bool careful)
      : ports_(ports), window_(window), cap_(cap), careful_(careful) {}

  /// Leaves a claim to the lane.
  void skip(const Owed& claim) {
    window_.claimed.push_back(claim);
    passed_.push_back(claim);
  }

  /// False where the window ends before it.
  bool take(const Owed& commit) {
    PickResult picked = ports_.pick(commit.sha, window_.head());
    std::vector<Owed> carried;
    const bool is_lacking = careful_ && picked.verdict == Verdict::applied && !is_apart(commit, *picked.sha);
    if ((picked.verdict == Verdict::conflict || is_lacking) && !passed_.empty())
      carry(commit, picked, carried);
    if (picked.verdict == Verdict::conflict) return hold(Held{commit, Held::Why::conflict, picked.paths});
    if (picked.verdict == Verdict::empty) {
      window_.empty.push_back(commit);
      // It may be empty only because the claim that it takes back is not there yet.
      if (!passed_.empty()) passed_.push_back(commit);
      return true;
    }
    const std::int64_t files = ports_.count(*picked.sha);
    if (files > cap_) return hold(Held{commit, Held::Why::overflow, {}, window_.files(), files});
    for (const auto& one : carried) remove(one);
    window_.groups.push_back({carried, commit, *picked.sha, files});
    return true;
  }

 private:
  /// A commit on top of what was passed over before it.
  struct OnTop {
    PickResult picked;
    std::vector<Owed> below;  ///< In queue order.
  };

  /// The commit on top of the claims before it, of which only those that it needs, and of what takes one of
  /// those back.
  void carry(const Owed& commit, PickResult& picked, std::vector<Owed>& carried) {
    const std::vector<Owed> applying = that_apply(), claims = claims_of(applying);
    const OnTop on_all = on_top(claims, commit);
    if (claims.empty() || on_all.picked.verdict == Verdict::conflict) return;
    picked = on_all.picked;
    if (picked.verdict == Verdict::empty) return;
    const OnTop needs = on_top(needed(claims,
                                      [&](const std::vector<Owed>& some) {
                                        return comes_to_no_less(on_top(some, commit), applying, on_all);
                                      }),
                               commit);
    picked = needs.picked;
    carried = needs.below;
  }

  bool comes_to_no_less(const OnTop& some, const std::vector<Owed>& applying, const OnTop& all) const {
    if (some.picked.verdict != Verdict::applied) return false;
    return !careful_ || makes_the_same(*some.picked.sha, rest_of(applying, some.below), *all.picked.sha);
  }

  /// Whether it comes to the same when what was passed over before it arrives after it. A claim's file that
  /// it removes, say, is not there yet: the pick is clean, removes nothing, and the lane would bring the file
  /// back for good. Or the claim no longer applies, and what takes it back waits behind it for ever.
  bool is_apart(const Owed& commit, const Sha& alone) const {
    const std::vector<Owed> applying = that_apply();
    const PickResult on_all = on_top(claims_of(applying), commit).picked;
    return applying.empty() || on_all.verdict != Verdict::applied ||
           makes_the_same(alone, applying, *on_all.sha);
  }

  bool makes_the_same(const Sha& head, const std::vector<Owed>& after, const Sha& as) const {
    const std::optional<Sha> all = with_all(ports_, head, after);
    return all && ports_.tree(*all) == ports_.tree(as);
  }

  static std::vector<Owed> claims_of(std::vector<Owed> all) {
    std::erase_if(all, [](const Owed& one) { return !one.claimed; });
    return all;
  }

  static std::vector<Owed> rest_of(std::vector<Owed> all, const std::vector<Owed>& some) {
    std::erase_if(all, [&](const Owed& one) { return holds(some, one); });
    return all;
  }

  std::vector<Owed> that_apply() const {
    std::vector<Owed> applying;
    with(ports_, window_.head(), passed_, applying);
    return applying;
  }

  /// A conflict too where one of the claims does not apply or changes nothing.
  OnTop on_top(const std::vector<Owed>& claims, const Owed& commit) const {
    std::vector<Owed> below;
    Sha head = window_.head();
    for (const auto& one : passed_) {
      if (one.claimed && !holds(claims, one)) continue;
      const PickResult picked = ports_.pick(one.sha, head);
      if (picked.verdict == Verdict::applied) {
        head = *picked.sha;
        below.push_back(one);
      } else if (one.claimed) {
        return {{commit.sha, Verdict::conflict, {}, picked.paths}, {}};
      }
    }
    return {ports_.pick(commit.sha, head), below};
  }

  bool hold(Held held) {
    window_.held = std::move(held);
    return false;
  }

  void remove(const Owed& carried) {
    for (auto* list : {&window_.claimed, &window_.empty, &passed_})
      std::erase_if(*list, [&](const Owed& one) { return one.sha == carried.sha; });
  }

  const Ports& ports_;
  Window& window_;
  std::int64_t cap_;
  bool careful_;
  /// In queue order: the claims, and the commits that are empty without them.
  std::vector<Owed> passed_;
};

Window filled(const Ports& ports, const Sha& start, const std::vector<Owed>& queue, std::int64_t cap,
              bool lane, bool careful) {
  Window window;
  window.start = start;
  window.start_files = ports.count(start);
  Filling filling(ports, window, cap, careful);
  for (auto next = queue.begin(); next != queue.end(); ++next) {
    if (ports.stopped()) {
      window.stopped = true;
      break;
    }
    if (lane && next->claimed) {
      filling.skip(*next);
      continue;
    }
    if (filling.take(*next)) continue;
    for (++next; next != queue.end(); ++next) {
      (lane && next->claimed ? window.claimed : window.waiting).push_back(*next);
    }
    break;
  }
  return window;
}

/// The window with what it overtook behind it, against the queue's own order. What applied there has to apply
/// behind the window too: a claim in conflict would hold all that waits for it.
bool comes_to_the_same(const Ports& ports, const std::vector<Owed>& queue, const Window& window) {
  std::vector<Owed> in_order, applied;
  for (const auto& one : queue) {
    in_order.push_back(one);
    if (one.sha == window.groups.back().commit.sha) break;
  }
  const bool overtook = std::any_of(in_order.begin(), in_order.end(),
                                    [&](const Owed& one) { return holds(window.claimed, one); });
  if (!overtook) return true;
  const Sha whole = with(ports, window.start, in_order, applied);
  std::erase_if(applied,
                [&](const Owed& one) { return !holds(window.claimed, one) && !holds(window.empty, one); });
  const std::optional<Sha> late = with_all(ports, window.head(), applied);
  return late && ports.tree(whole) == ports.tree(*late);
}

}  // namespace

Lead lead_with(const Ports& ports, const Sha& candidate, const std::vector<Owed>& fixes) {
  Lead lead{candidate, {}, {}, {}};
  for (const auto& fix : fixes) {
    const PickResult picked = ports.pick(fix.sha, lead.head);
    if (picked.verdict == Verdict::conflict) {
      lead.conflict.emplace(fix, picked);
      return lead;
    }
    if (picked.verdict == Verdict::empty) {
      lead.empty.push_back(fix);
      lead.head = ports.record(fix.sha, lead.head);
      continue;
    }
    lead.head = *picked.sha;
    lead.taken.push_back(fix);
  }
  return lead;
}

Window fill(const Ports& ports, const Sha& start, const std::vector<Owed>& queue, std::int64_t cap,
            bool lane) {
  Window window = filled(ports, start, queue, cap, lane, false);
  if (window.stopped || window.groups.empty() || comes_to_the_same(ports, queue, window)) return window;
  return filled(ports, start, queue, cap, lane, true);
}

void drop_last(Window& window, std::int64_t files) {
  Group group = std::move(window.groups.back());
  window.groups.pop_back();
  if (window.held) window.waiting.insert(window.waiting.begin(), window.held->commit);
  window.held = Held{group.commit, Held::Why::overflow, {}, window.files(), files};
  for (const auto& one : group.carried) (one.claimed ? window.claimed : window.empty).push_back(one);
}

}  // namespace sluice::port
