#include "host/forge/local/context.hpp"

namespace sluice::forge::local {

namespace {

/// Inside the repository's own folder: the two move, and are copied and deleted, together; git ignores it.
constexpr const char* database_name = "sluice-forge.sqlite";

}  // namespace

Context::Context(const std::filesystem::path& bare, std::string login, Clock clock, bool live)
    : repository(bare),
      database(repository.directory() / database_name, live),
      login(std::move(login)),
      clock(std::move(clock)),
      live(live) {}

Transaction Context::write() {
  if (!live) refuse("the forge was opened to be read only; nothing is written to it");
  return {database, Transaction::Kind::write};
}

void Context::must_have_commit(const std::string& sha) const {
  if (!repository.has_commit(sha)) {
    missing("no commit " + sha + " in " + repository.directory().string() + "; push it first");
  }
}

void missing(const std::string& what) {
  throw ForgeError(ForgeError::Kind::missing, what);
}
void refuse(const std::string& what) {
  throw ForgeError(ForgeError::Kind::refused, what);
}
void stale(const std::string& what) {
  throw ForgeError(ForgeError::Kind::stale, what);
}

}  // namespace sluice::forge::local
