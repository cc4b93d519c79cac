#pragma once
// What every noun of the forge works with.

#include <string>

#include "host/forge/local/database.hpp"
#include "host/forge/local/local_forge.hpp"
#include "host/forge/local/repository.hpp"

namespace sluice::forge::local {

struct Context {
  Context(const std::filesystem::path& bare, std::string login, Clock clock, bool live);

  Repository repository;
  Database database;
  std::string login;
  Clock clock;
  bool live;

  /// A write transaction; refused where the forge was opened to be read only.
  Transaction write();
  Transaction read() { return {database, Transaction::Kind::read}; }
  /// Throws ForgeError (missing) for what is no commit of the repository.
  void must_have_commit(const std::string& sha) const;
};

[[noreturn]] void missing(const std::string& what);
[[noreturn]] void refuse(const std::string& what);
[[noreturn]] void stale(const std::string& what);

}  // namespace sluice::forge::local
