#pragma once
// A commit's fields as its bytes have them.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "host/git/object_store.hpp"

namespace sluice::git {

struct Commit {
  Oid id;
  Oid tree;
  std::vector<Oid> parents;
  std::string author;  ///< Raw "Name <mail> 1700000000 +0100".
  std::string committer;
  /// Every other header as it stands (encoding, gpgsig with its continuation lines), in order.
  std::vector<std::pair<std::string, std::string>> headers;
  std::string message;  ///< Raw bytes after the blank line.

  std::string subject() const;  ///< The first paragraph on one line, as git prints %s.
  std::int64_t author_time() const;
  std::int64_t committer_time() const;

  static Commit parse(const Oid& id, std::string_view data);  ///< Throws GitError for what is no commit.
  /// Its object's bytes. Signatures (gpgsig, gpgsig-sha256, mergetag) are left out: they would not verify.
  std::string serialize() const;
};

Commit read_commit(ObjectStore& store, const Oid& id);

/// Who commits what a pass makes, and when.
struct Identity {
  std::string name;
  std::string mail;
  std::int64_t time = 0;  ///< Seconds since 1970.
  std::string zone = "+0000";
  std::string line() const;  ///< As it stands in a commit.
};

/// The clone's user.name and user.email, or Sluice's own where it has none.
Identity pass_identity(const Scratch& scratch, std::int64_t now);

}  // namespace sluice::git
