#pragma once
// libgit2, started once per process and bounded.

#include <git2.h>

#include <memory>
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

struct OdbDelete {
  void operator()(git_odb* odb) const noexcept { git_odb_free(odb); }
};
using OdbPointer = std::unique_ptr<git_odb, OdbDelete>;

struct OdbObjectDelete {
  void operator()(git_odb_object* object) const noexcept { git_odb_object_free(object); }
};
using OdbObjectPointer = std::unique_ptr<git_odb_object, OdbObjectDelete>;

}  // namespace sluice::git
