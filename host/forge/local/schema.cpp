#include "host/forge/local/schema.hpp"

#include <array>

#include "host/forge/forge.hpp"

namespace sluice::forge::local {

namespace {

constexpr std::int64_t application_id = 0x534C4346;  // "SLCF"

/// One step per version; a step that was released is never changed.
/// item: what a number names, an issue or a pull request; both count in one sequence, as on GitHub.
/// note: everything with a body and an id: conversation comments, commit comments, reviews, comments of
/// threads.
constexpr std::array<const char*, 2> steps = {R"sql(
CREATE TABLE item (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('issue', 'pull')),
  state TEXT NOT NULL CHECK (state IN ('open', 'closed', 'merged')),
  author TEXT NOT NULL, title TEXT NOT NULL, body TEXT NOT NULL,
  locked INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
) STRICT;
CREATE TABLE pull (
  number INTEGER PRIMARY KEY REFERENCES item,
  base TEXT NOT NULL, head TEXT NOT NULL,
  head_repository TEXT,
  base_sha TEXT NOT NULL, head_sha TEXT NOT NULL,
  merged_at INTEGER, merge_sha TEXT
) STRICT;
CREATE INDEX pull_by_branches ON pull (base, head);
CREATE TABLE thread (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  number INTEGER NOT NULL REFERENCES pull,
  sha TEXT NOT NULL, path BLOB NOT NULL, line INTEGER,
  resolved INTEGER NOT NULL DEFAULT 0, outdated INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX thread_by_pull ON thread (number);
CREATE TABLE note (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('conversation', 'commit', 'review', 'thread')),
  number INTEGER REFERENCES item, sha TEXT, thread INTEGER REFERENCES thread,
  author TEXT NOT NULL, body TEXT NOT NULL, state TEXT,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX note_by_number ON note (number, kind);
CREATE INDEX note_by_sha ON note (sha, kind);
CREATE INDEX note_by_thread ON note (thread);
CREATE TABLE status (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  sha TEXT NOT NULL, context TEXT NOT NULL, state TEXT NOT NULL, description TEXT NOT NULL, author TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX status_by_sha ON status (sha, context);
CREATE TABLE run (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  sha TEXT NOT NULL, workflow TEXT NOT NULL, status TEXT NOT NULL, conclusion TEXT,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX run_by_sha ON run (sha, workflow);
CREATE TABLE alert (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  open INTEGER NOT NULL DEFAULT 1,
  branch TEXT NOT NULL, rule TEXT NOT NULL, severity TEXT NOT NULL, path BLOB NOT NULL, line INTEGER,
  message TEXT NOT NULL, created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE setting (name TEXT PRIMARY KEY, enabled INTEGER NOT NULL) STRICT;
)sql",
                                              "ALTER TABLE run ADD COLUMN log BLOB;"};

std::int64_t pragma(Database& database, const char* name) {
  auto rows = database.query(std::string("PRAGMA ") + name);
  rows.next();
  return rows.integer(0);
}

bool is_empty(Database& database) {
  return !database.query("SELECT 1 FROM sqlite_schema LIMIT 1").next();
}

}  // namespace

void bring_up_to_date(Database& database) {
  constexpr auto ours = static_cast<std::int64_t>(steps.size());
  if (pragma(database, "user_version") >= ours) return;
  Transaction transaction(database, Transaction::Kind::write);
  const auto found = pragma(database, "user_version");  // Another process may have done it meanwhile.
  if (found == 0 && !is_empty(database)) return;        // Not ours; refused by name below.
  for (auto at = found; at < ours; ++at) database.execute(steps.at(static_cast<std::size_t>(at)));
  database.execute("PRAGMA application_id = " + std::to_string(application_id));
  database.execute("PRAGMA user_version = " + std::to_string(ours));
  transaction.commit();
}

void refuse_foreign_schema(Database& database) {
  constexpr auto ours = static_cast<std::int64_t>(steps.size());
  if (pragma(database, "application_id") != application_id) {
    throw ForgeError(ForgeError::Kind::refused,
                     database.file().string() +
                         " is a database of another program, not a forge's; move it "
                         "away to begin with an empty forge");
  }
  const auto found = pragma(database, "user_version");
  if (found == ours) return;
  const std::string what = "the forge's database " + database.file().string() + " has schema " +
                           std::to_string(found) + " and this Sluice knows " + std::to_string(ours) + ": ";
  throw ForgeError(
      ForgeError::Kind::refused,
      what + (found > ours ? "a newer Sluice wrote it; use that one"
                           : "open it once with a pass that may write, which brings it up to date"));
}

}  // namespace sluice::forge::local
