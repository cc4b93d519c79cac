#pragma once
// The window: what of the owed commits goes out next. Fixes whole and first, then the largest prefix of the
// queue whose files stay within the cap.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sluice/git.hpp"

namespace sluice::port {

/// What the building asks of git. Everything it makes hangs off the candidate; nothing here reaches a ref.
struct Ports {
  std::function<PickResult(const Sha& commit, const Sha& onto)> pick;
  /// An empty copy, which says that its original is in.
  std::function<Sha(const Sha& commit, const Sha& onto)> record;
  std::function<Sha(const Sha& commit)> tree;
  /// The files of the pull request that head would be; exact where it is within the cap.
  std::function<std::int64_t(const Sha& head)> count;
  std::function<bool()> stopped = [] { return false; };
};

/// The fixes at the candidate's front.
struct Lead {
  Sha head;
  std::vector<Owed> taken;
  std::vector<Owed> empty;  ///< The candidate holds their change already; an empty copy says so.
  std::optional<std::pair<Owed, PickResult>> conflict;
};

/// One queue commit in the window, with the claims that it cannot go without, and what takes one of those
/// back.
struct Group {
  std::vector<Owed> carried;
  Owed commit;
  Sha head;                ///< The candidate with it.
  std::int64_t files = 0;  ///< Counted there.
};

/// Where the window ends: the first commit that it could not take.
struct Held {
  enum class Why : std::uint8_t { conflict, overflow };
  Owed commit;
  Why why = Why::conflict;
  std::vector<std::string> paths;      ///< Of a conflict.
  std::int64_t window = 0, files = 0;  ///< Of an overflow: the window's files without it, and with it.
};

struct Window {
  Sha start;  ///< The candidate before the first queue commit, which has start_files files.
  std::int64_t start_files = 0;
  std::vector<Group> groups;  ///< In queue order.
  std::vector<Owed> claimed;  ///< Left to the lane.
  std::vector<Owed> empty;    ///< They change nothing there.
  std::optional<Held> held;
  std::vector<Owed> waiting;  ///< Behind the held one.
  bool stopped = false;       ///< The pass was asked to stop before the window was whole.

  const Sha& head() const { return groups.empty() ? start : groups.back().head; }
  std::int64_t files() const { return groups.empty() ? start_files : groups.back().files; }
};

Lead lead_with(const Ports& ports, const Sha& candidate, const std::vector<Owed>& fixes);

/// lane: claimed commits are skipped as if they were not there, and carried only where a later commit needs
/// them: does not apply without them, would lose what it does to them, or would leave them nothing to apply
/// on; without a lane they are taken in queue order like any other.
Window fill(const Ports& ports, const Sha& start, const std::vector<Owed>& queue, std::int64_t cap,
            bool lane);

/// Takes the last group out again; it becomes the held one, since with it the pushed tree has `files` files.
void drop_last(Window& window, std::int64_t files);

}  // namespace sluice::port
