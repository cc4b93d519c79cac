#include "window.hpp"

#include <algorithm>

#include "carried.hpp"

namespace sluice::port {
namespace {

using Verdict = PickResult::Verdict;

/// The head with those commits on top that apply there.
Sha with(const Ports& ports, Sha head, const std::vector<Owed>& commits) {
  for (const auto& commit : commits) {
    const PickResult picked = ports.pick(commit.sha, head);
    if (picked.verdict == Verdict::applied) head = *picked.sha;
  }
  return head;
}

/// Tries one owed commit on the window as it stands.
class Filling {
 public:
  /// careful: a commit that picks cleanly is looked at for what it loses without the claims before it.
  Filling(const Ports& ports, Window& window, std::int64_t cap, bool careful)
      : ports_(ports), window_(window), cap_(cap), careful_(careful) {}

  /// False where the window ends before it.
  bool take(const Owed& commit) {
    PickResult picked = ports_.pick(commit.sha, window_.head());
    std::vector<Owed> carried;
    const bool is_lacking = careful_ && picked.verdict == Verdict::applied && !is_apart(commit, *picked.sha);
    if ((picked.verdict == Verdict::conflict || is_lacking) && !window_.claimed.empty())
      carry(commit, picked, carried);
    if (picked.verdict == Verdict::conflict) return hold(Held{commit, Held::Why::conflict, picked.paths});
    if (picked.verdict == Verdict::empty) {
      window_.empty.push_back(commit);
      return true;
    }
    const std::int64_t files = ports_.count(*picked.sha);
    if (files > cap_) return hold(Held{commit, Held::Why::overflow, {}, window_.files(), files});
    for (const auto& claim : carried) remove(claim);
    window_.groups.push_back({carried, commit, *picked.sha, files});
    return true;
  }

 private:
  /// The commit on top of the claims before it, of which only those that it needs.
  void carry(const Owed& commit, PickResult& picked, std::vector<Owed>& carried) {
    const std::vector<Owed> applying = that_apply();
    const PickResult on_all = on_top(applying, commit);
    if (applying.empty() || on_all.verdict == Verdict::conflict) return;
    picked = on_all;
    if (on_all.verdict == Verdict::empty) return;
    carried = needed(applying, [&](const std::vector<Owed>& claims) {
      const PickResult on_some = on_top(claims, commit);
      return on_some.verdict == Verdict::applied &&
             (!careful_ || makes_the_same(*on_some.sha, rest_of(applying, claims), *on_all.sha));
    });
    picked = on_top(carried, commit);
  }

  /// Whether it comes to the same when the claims before it arrive after it. A claim's file that it removes,
  /// say, is not there yet: the pick is clean, removes nothing, and the lane would bring the file back for
  /// good.
  bool is_apart(const Owed& commit, const Sha& alone) const {
    const std::vector<Owed> applying = that_apply();
    const PickResult on_all = on_top(applying, commit);
    return applying.empty() || on_all.verdict != Verdict::applied ||
           makes_the_same(alone, applying, *on_all.sha);
  }

  bool makes_the_same(const Sha& head, const std::vector<Owed>& claims, const Sha& as) const {
    return ports_.tree(with(ports_, head, claims)) == ports_.tree(as);
  }

  static std::vector<Owed> rest_of(const std::vector<Owed>& all, const std::vector<Owed>& some) {
    std::vector<Owed> rest;
    for (const auto& one : all) {
      if (std::none_of(some.begin(), some.end(), [&](const Owed& other) { return other.sha == one.sha; }))
        rest.push_back(one);
    }
    return rest;
  }

  std::vector<Owed> that_apply() const {
    std::vector<Owed> applying;
    Sha head = window_.head();
    for (const auto& claim : window_.claimed) {
      const PickResult picked = ports_.pick(claim.sha, head);
      if (picked.verdict != Verdict::applied) continue;
      head = *picked.sha;
      applying.push_back(claim);
    }
    return applying;
  }

  /// A conflict too where a claim does not apply or changes nothing.
  PickResult on_top(const std::vector<Owed>& claims, const Owed& commit) const {
    Sha head = window_.head();
    for (const auto& claim : claims) {
      const PickResult picked = ports_.pick(claim.sha, head);
      if (picked.verdict != Verdict::applied) return {commit.sha, Verdict::conflict, {}, picked.paths};
      head = *picked.sha;
    }
    return ports_.pick(commit.sha, head);
  }

  bool hold(Held held) {
    window_.held = std::move(held);
    return false;
  }

  void remove(const Owed& claim) {
    std::erase_if(window_.claimed, [&](const Owed& one) { return one.sha == claim.sha; });
  }

  const Ports& ports_;
  Window& window_;
  std::int64_t cap_;
  bool careful_;
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
      window.claimed.push_back(*next);
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

/// The window with the claims that it overtook behind it, against all of them in the queue's order.
bool comes_to_the_same(const Ports& ports, const std::vector<Owed>& queue, const Window& window) {
  const auto holds = [](const std::vector<Owed>& list, const Owed& one) {
    return std::any_of(list.begin(), list.end(), [&](const Owed& other) { return other.sha == one.sha; });
  };
  std::vector<Owed> in_order, overtaken;
  for (const auto& one : queue) {
    if (holds(window.empty, one)) continue;
    in_order.push_back(one);
    if (holds(window.claimed, one)) overtaken.push_back(one);
    if (one.sha == window.groups.back().commit.sha) break;
  }
  if (overtaken.empty()) return true;
  return ports.tree(with(ports, window.start, in_order)) == ports.tree(with(ports, window.head(), overtaken));
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
  window.claimed.insert(window.claimed.end(), group.carried.begin(), group.carried.end());
}

}  // namespace sluice::port
