#pragma once
// The remote, through git's own fetch and push as children of the clone, so that credential helpers, headers,
// proxies and protocols work; the scratch repository's objects are in reach of both.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "host/git/history.hpp"
#include "host/git/scratch.hpp"

namespace sluice::git {

using Refs =
    std::map<std::string, std::optional<Oid>>;  ///< Branch name to its head; nullopt where it is not there.

struct Push {
  std::string branch;
  std::optional<Oid> expected;  ///< nullopt: the branch must not be there.
  Oid target;
  bool rewrite = false;  ///< Else the target must descend from expected, which is asserted before.
  /// The clone's pre-push hook is asked: for a person's own push, never for a pass's. The clone then holds
  /// the target's objects itself.
  bool hooks = false;
};

struct PushResult {
  enum class Status : std::uint8_t { landed, stale, refused } status;
  std::optional<Oid> at;  ///< What the branch holds afterwards, read again unless landed at once.
  std::string
      reason;  ///< git's or the remote's own words, cut and made inert; never with a credential in it.
};

/// Borrows the scratch repository and the store. One thread at a time.
class Remote {
 public:
  /// name is a remote of the clone, or a URL. live false: nothing is ever written to the clone (objects land
  /// in the scratch repository) and push() throws.
  Remote(const Scratch& scratch, ObjectStore& store, std::string name, bool live);

  /// Reads the branches and brings their objects, over a terminal with progress. Throws RemoteOutage when the
  /// remote cannot be reached or answers as none.
  Refs fetch(const std::vector<std::string>& branches);
  /// Reads one branch afresh, objects brought. Throws as fetch() does.
  std::optional<Oid> read(const std::string& branch);
  /// A compare-and-swap. Flushes the store first. Equal to the target already is landed, whoever moved it. A
  /// target that does not descend from expected is refused here unless it is a rewrite.
  /// Refused is else what the remote itself denied; throws RemoteOutage for a push that broke off and moved
  /// nothing, or of which nobody can tell.
  PushResult push(const Push& push, History& history);

 private:
  Refs list(const std::vector<std::string>& branches);
  std::vector<std::string> missing(const Refs& refs) const;
  void bring(const std::vector<std::string>& branches);
  PushResult settle(const Push& push, bool denied, const std::string& reason);

  const Scratch& scratch_;
  ObjectStore& store_;
  std::string name_;
  bool live_;
  bool known_to_speak_ = false;  ///< It has answered as a git repository does.
  std::set<Oid> whole_;          ///< Heads whose history is known to be here: fetched or pushed by us.
};

}  // namespace sluice::git
