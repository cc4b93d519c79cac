#pragma once
// SQLite, as this forge uses it: parameters bound by type, rows read by column, every write a transaction
// that takes the write lock at once (read first and write later in one deferred transaction fails without
// waiting).

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace sluice::forge::local {

struct Blob {
  std::string_view bytes;
};

/// A prepared statement that steps through its rows. Not longer than its Database.
class Rows {
 public:
  Rows(sqlite3* database, std::string_view sql);

  void bind(int at, std::int64_t value);
  void bind(int at, std::string_view value);
  void bind(int at, const Blob& value);
  void bind(int at, std::nullptr_t);
  template <class T>
  void bind(int at, const std::optional<T>& value) {
    value ? bind(at, *value) : bind(at, nullptr);
  }

  bool next();
  std::int64_t integer(int column) const;
  std::string text(int column) const;  ///< Of a blob its bytes.
  std::optional<std::int64_t> maybe_integer(int column) const;
  std::optional<std::string> maybe_text(int column) const;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  sqlite3* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

class Database {
 public:
  /// live false: opened so that nothing can be written; where there is no file, an empty one in memory.
  Database(const std::filesystem::path& file, bool live);

  /// Any number of statements without parameters.
  void execute(const std::string& sql);

  template <class... Values>
  Rows query(std::string_view sql, const Values&... values) {
    Rows rows(handle_.get(), sql);
    int at = 0;
    (rows.bind(++at, values), ...);
    return rows;
  }
  template <class... Values>
  void run(std::string_view sql, const Values&... values) {
    auto rows = query(sql, values...);
    while (rows.next()) {
    }
  }
  std::int64_t last_id() const;
  const std::filesystem::path& file() const { return file_; }

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  void open(const std::string& name, int flags);
  bool is_readable();

  std::filesystem::path file_;
  std::unique_ptr<sqlite3, Close> handle_;
};

/// Rolled back unless committed. Write waits its turn behind other processes, up to 30 s.
class Transaction {
 public:
  enum class Kind : std::uint8_t { read, write };
  Transaction(Database& database, Kind kind);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit();

 private:
  Database& database_;
  bool open_ = true;
};

}  // namespace sluice::forge::local
