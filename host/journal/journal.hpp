#pragma once
// The record of a pass: JSON lines, one write each, appended as things happen and never rewritten.
//
// Every line has "n" (from 1), "ms" (since the journal was opened) and "kind":
//   pass     the header: schema, version, pipeline, plugins, snapshot, dry_run, at
//   fact     a reading of the remote: stage, method, params, code, result
//   call     any other call of a stage: the same keys
//   effect   what is about to be applied: stage, effect (the parameters of effect.append), id
//   receipt  what came of it: id (the effect's), receipt
//   account  where each commit of a branch has gone that a rewrite replaces: stage, commits [{sha, verdict,
//            by, why}]
//   note     a stage's decision on commits: stage, verdict, commits [{sha, why}]
//   queue    the commits that the queue holds above main, oldest first: commits [{sha, subject, carried}];
//            carried, where there, is the commit of develop that it is or that copies it
//   outcome  of a stage: stage, uses, outcome, reason, wake_after
//   end      of the pass: outcome, reason, wake, exit
// A journal without an end is of a pass that was killed, or still runs.

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "host/journal/redaction.hpp"
#include "sluice/json.hpp"
#include "sluice/outcome.hpp"

namespace sluice::journal {

/// A journal that cannot be written or read; a sentence with the file and what to do.
struct JournalError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct PluginLine {
  std::string plugin, version, basis, digest,
      library;  ///< digest: SHA-256 of the file, empty when not taken.
};

/// The header's content.
struct PassLine {
  std::string pipeline, pipeline_file;
  std::string pipeline_digest;  ///< SHA-256 of the file; taken here when empty.
  std::string repository;       ///< The clone's folder.
  bool dry_run = false;
  std::int64_t at = 0;  ///< Seconds since 1970: the pass's clock.
  std::vector<PluginLine> plugins;
  Json snapshot = Json::object();  ///< What every stage is handed (branches, bot, cap, refs as first read).
};

struct CallLine {
  std::string stage, method;
  Json params;
  std::int32_t code = 0;  ///< SLUICE_DONE ...
  Json result;            ///< Or {"error": "..."} below 0.
};

/// Any thread. Every function throws JournalError when the line did not reach the file: a pass that cannot
/// keep its journal must stop before its next effect.
class Journal {
 public:
  /// Appends to the file, which is made (mode 0600) with its folder. An older pass in it stays; a file that
  /// holds anything else, a folder and a pipe are refused and left as they are.
  explicit Journal(const std::filesystem::path& file, Redaction redaction = Redaction::of_this_process());
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  void pass(const PassLine& line);
  void call(const CallLine& line);  ///< kind fact for fact.* methods.
  /// Written and synced to the disk before it returns: the effect may be applied then. Returns the effect's
  /// id.
  std::uint64_t effect(const std::string& stage, const Json& effect);
  void receipt(std::uint64_t effect, const Json& receipt);
  void note(const std::string& stage, const std::string& verdict, const Json& commits);
  void queue(const Json& commits);  ///< So that explain can name those that no stage came to.
  void outcome(const std::string& stage, const std::string& uses, const Outcome& outcome);
  void end(const std::string& outcome, const std::string& reason, std::optional<std::int64_t> wake,
           int exit_code);

  void write(const Json& line);  ///< Adds n and ms, redacts, appends.
  void sync();
  const std::filesystem::path& file() const { return file_; }

 private:
  void append(const std::string& text);

  std::filesystem::path file_;
  Redaction redaction_;
  std::mutex mutex_;
  int descriptor_ = -1;
  std::uint64_t lines_ = 0, effects_ = 0;
  std::chrono::steady_clock::time_point opened_ = std::chrono::steady_clock::now();
};

/// "continue", "end", "idle", "red".
std::string to_word(Outcome::Kind kind);

}  // namespace sluice::journal
