#include "host/forge/local/database.hpp"

#include <sqlite3.h>

#include <chrono>
#include <thread>

#include "host/forge/forge.hpp"
#include "host/forge/local/schema.hpp"
#include "host/forge/local/text.hpp"

namespace sluice::forge::local {

namespace {

constexpr int busy_milliseconds = 30'000;

/// Another process has the lock: the one thing that waiting helps against.
struct Held : ForgeError {
  using ForgeError::ForgeError;
};

/// What SQLite found, as a sentence about the file and what to do.
[[noreturn]] void fail(sqlite3* database, int code) {
  const char* name = sqlite3_db_filename(database, "main");
  const std::string file = name != nullptr && *name != '\0' ? name : "(in memory)";
  const std::string found = std::string(" (SQLite: ") + sqlite3_errmsg(database) + ")";
  using Kind = ForgeError::Kind;
  switch (code & 0xFF) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      throw Held(Kind::outage, "the forge's database " + file +
                                   " was held by another process for 30 seconds; try again" + found);
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
      throw ForgeError(Kind::refused,
                       "the forge's database " + file +
                           " is damaged or is no database; put a copy back, or move it away to "
                           "begin with an empty forge" +
                           found);
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
      throw ForgeError(Kind::refused,
                       "the forge's database " + file +
                           " cannot be opened for writing; make it and its folder writable for "
                           "this user" +
                           found);
    case SQLITE_FULL:
      throw ForgeError(Kind::outage, "the forge's database " + file +
                                         " is on a full disk, nothing was changed; make room and run again" +
                                         found);
    case SQLITE_IOERR:
      throw ForgeError(Kind::outage,
                       "the forge's database " + file +
                           " could not be read or written, nothing was changed; see whether its "
                           "disk is full or failing" +
                           found);
    default:
      throw std::runtime_error("the forge's database " + file + " gave an error that is no one's but ours" +
                               found);
  }
}

void check(sqlite3* database, int code) {
  if (code != SQLITE_OK) fail(database, code);
}

/// Two processes that make a database at once both ask for the mode, and SQLite calls no busy handler there.
void use_write_ahead_log(Database& database) {
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::milliseconds(busy_milliseconds);
  for (;;) {
    try {
      database.execute("PRAGMA journal_mode = WAL");
      return;
    } catch (const Held&) {
      if (std::chrono::steady_clock::now() > give_up) throw;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
}

bool has_no_log(const std::filesystem::path& file) {
  std::error_code absent;
  const auto size = std::filesystem::file_size(file.string() + "-wal", absent);
  return absent || size == 0;
}

}  // namespace

void Rows::Finalize::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}
void Database::Close::operator()(sqlite3* database) const {
  sqlite3_close(database);
}

Rows::Rows(sqlite3* database, std::string_view sql) : database_(database) {
  sqlite3_stmt* statement = nullptr;
  check(database_,
        sqlite3_prepare_v2(database_, sql.data(), static_cast<int>(sql.size()), &statement, nullptr));
  statement_.reset(statement);
}

void Rows::bind(int at, std::int64_t value) {
  check(database_, sqlite3_bind_int64(statement_.get(), at, value));
}

void Rows::bind(int at, std::string_view value) {
  // A null pointer would bind NULL.
  const char* data = value.empty() ? "" : value.data();
  check(database_,
        sqlite3_bind_text64(statement_.get(), at, data, value.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
}

void Rows::bind(int at, const Blob& value) {
  const char* data = value.bytes.empty() ? "" : value.bytes.data();
  check(database_, sqlite3_bind_blob64(statement_.get(), at, data, value.bytes.size(), SQLITE_TRANSIENT));
}

void Rows::bind(int at, std::nullptr_t) {
  check(database_, sqlite3_bind_null(statement_.get(), at));
}

bool Rows::next() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) fail(database_, code);
  return false;
}

std::int64_t Rows::integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

std::string Rows::text(int column) const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_.get(), column));
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
  return bytes == nullptr ? std::string() : std::string(bytes, size);
}

std::optional<std::int64_t> Rows::maybe_integer(int column) const {
  if (sqlite3_column_type(statement_.get(), column) == SQLITE_NULL) return std::nullopt;
  return integer(column);
}

std::optional<std::string> Rows::maybe_text(int column) const {
  if (sqlite3_column_type(statement_.get(), column) == SQLITE_NULL) return std::nullopt;
  return text(column);
}

Database::Database(const std::filesystem::path& file, bool live) : file_(file) {
  const bool in_memory = !live && (!std::filesystem::exists(file) || std::filesystem::file_size(file) == 0);
  open(in_memory ? ":memory:" : file.string(), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  if (live) use_write_ahead_log(*this);
  if (live || in_memory) bring_up_to_date(*this);
  // query_only rather than a read-only handle: that one could not clear away the log files it needs.
  if (!live) execute("PRAGMA query_only = ON");
  // On a full disk those files cannot be made; without a log the database is whole in its one file.
  if (!live && !in_memory && !is_readable() && has_no_log(file))
    open(file_url(file.string()) + "?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
  refuse_foreign_schema(*this);
}

void Database::open(const std::string& name, int flags) {
  handle_.reset();
  sqlite3* database = nullptr;
  const int code = sqlite3_open_v2(name.c_str(), &database, flags, nullptr);
  handle_.reset(database);
  check(database, code);
  sqlite3_extended_result_codes(database, 1);
  sqlite3_busy_timeout(database, busy_milliseconds);
  execute("PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = ON");
}

bool Database::is_readable() {
  const int code =
      sqlite3_exec(handle_.get(), "SELECT 1 FROM sqlite_schema LIMIT 1", nullptr, nullptr, nullptr) & 0xFF;
  return code != SQLITE_IOERR && code != SQLITE_FULL && code != SQLITE_CANTOPEN && code != SQLITE_READONLY;
}

void Database::execute(const std::string& sql) {
  check(handle_.get(), sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr));
}

std::int64_t Database::last_id() const {
  return sqlite3_last_insert_rowid(handle_.get());
}

Transaction::Transaction(Database& database, Kind kind) : database_(database) {
  database_.execute(kind == Kind::write ? "BEGIN IMMEDIATE" : "BEGIN");
}

Transaction::~Transaction() {
  if (!open_) return;
  try {
    database_.execute("ROLLBACK");
  } catch (const std::exception&) {  // SQLite rolled back by itself, as it does on a full disk.
  }
}

void Transaction::commit() {
  database_.execute("COMMIT");
  open_ = false;
}

}  // namespace sluice::forge::local
