#pragma once
// libgit2, started once per process and bounded.

#include <git2.h>

#include <cstring>
#include <string>

#include "host/git/oid.hpp"

namespace sluice::git {

/// Starts libgit2 and holds its caches down. Any thread, any number of times.
void use_libgit2();

/// libgit2's own words about what it refused last on this thread.
std::string libgit2_error();

inline git_oid to_libgit2(const Oid& id) {
  git_oid raw;
  std::memcpy(raw.id, id.bytes.data(), id.bytes.size());
  return raw;
}

}  // namespace sluice::git
