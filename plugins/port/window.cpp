#include "window.hpp"

#include <algorithm>

#include "carried.hpp"

namespace sluice::port {
namespace {

using Verdict = PickResult::Verdict;

/// Tries one owed commit on the window as it stands.
class Filling {
 public:
  Filling(const Ports& ports, Window& window, std::int64_t cap) : ports_(ports), window_(window), cap_(cap) {}

  /// False where the window ends before it.
  bool take(const Owed& commit) {
    PickResult picked = ports_.pick(commit.sha, window_.head());
    std::vector<Owed> carried;
    if (picked.verdict == Verdict::conflict && !window_.claimed.empty()) carry(commit, picked, carried);
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
      return on_top(claims, commit).verdict == Verdict::applied;
    });
    picked = on_top(carried, commit);
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
};

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
  Window window;
  window.start = start;
  window.start_files = ports.count(start);
  Filling filling(ports, window, cap);
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

void drop_last(Window& window, std::int64_t files) {
  Group group = std::move(window.groups.back());
  window.groups.pop_back();
  if (window.held) window.waiting.insert(window.waiting.begin(), window.held->commit);
  window.held = Held{group.commit, Held::Why::overflow, {}, window.files(), files};
  window.claimed.insert(window.claimed.end(), group.carried.begin(), group.carried.end());
}

}  // namespace sluice::port
