#pragma once
// Reads a table key by key, and says at the end which keys nobody asked for.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "host/pipeline/document.hpp"

namespace sluice::pipeline {

/// What is wrong with one document, collected.
class Problems {
 public:
  explicit Problems(std::string file) : file_(std::move(file)) {}
  void add(Place place, std::string sentence, std::string suggestion = {});
  bool empty() const { return problems_.empty(); }
  std::vector<Problem> take();  ///< By place, each once.

 private:
  std::string file_;
  std::vector<Problem> problems_;
};

/// "\"main\"", cut when it is long and without control characters.
std::string in_quotes(std::string_view word);

/// "a, b and c".
std::string listed(const std::vector<std::string>& words, const std::string& last = "and");

/// Each read leaves `into` as it is when the key is not there or is wrong, which is then a problem. Keeps
/// pointers to the table and the problems.
class TableReader {
 public:
  /// `name` is how the table is called in sentences: "[bot]".
  TableReader(const Value& table, std::string name, Problems& problems)
      : table_(&table), name_(std::move(name)), problems_(&problems) {}

  /// One line, not empty, no control character.
  bool text(const std::string& key, std::string& into);
  bool choice(const std::string& key, std::string& into, const std::vector<std::string>& choices);
  bool boolean(const std::string& key, bool& into);
  bool integer(const std::string& key, std::int64_t& into, std::int64_t least, std::int64_t most);
  bool texts(const std::string& key, std::vector<const Value*>& into);
  const Value* table(const std::string& key);
  const Value* list_of_tables(const std::string& key);

  bool has(const std::string& key) const { return table_->find(key) != nullptr; }
  Place place_of(const std::string& key) const;  ///< Of its value; of the table when the key is not there.
  const std::string& name() const { return name_; }
  void finish();  ///< A problem for each key that was not read.

 private:
  const Value* take(const std::string& key, Value::Kind kind, const char* shape);

  const Value* table_;
  std::string name_;
  Problems* problems_;
  std::vector<std::string> known_;
};

}  // namespace sluice::pipeline
