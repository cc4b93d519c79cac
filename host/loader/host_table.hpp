#pragma once
// The host's table, filled: what a plugin reaches of us, with the texts that it borrows kept alive.

#include <atomic>
#include <deque>
#include <string>
#include <string_view>
#include <thread>

#include "host/loader/stage_instance.hpp"
#include "sluice/abi.h"
#include "sluice/json.hpp"

namespace sluice::loader {

/// One instance's side of the host. Its functions answer a fault when they are called from another thread
/// than the one that entered, or from outside of an entry; no exception leaves them.
class HostTable {
 public:
  explicit HostTable(HostSide side);
  HostTable(const HostTable&) = delete;
  HostTable& operator=(const HostTable&) = delete;

  const sluice_host* table() const { return &table_; }

  /// While it lives the plugin may call; what the host replied lives as long. Throws StageFault when the
  /// instance is entered already.
  class Entry {
   public:
    explicit Entry(HostTable& table);
    ~Entry();
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

   private:
    HostTable& table_;
  };

  /// The last line that the plugin logged as an error since it was entered: why its code is below 0.
  const std::string& last_error_line() const { return error_line_; }

 private:
  static std::int32_t call(void* ctx, sluice_text method, sluice_text params, sluice_text* result);
  static sluice_text error(void* ctx);
  static std::int32_t value(void* ctx, sluice_text document, sluice_text pointer, sluice_text* result);
  static std::int32_t quote(void* ctx, sluice_text text, sluice_text* result);
  static void log(void* ctx, std::int32_t level, sluice_text line);
  static void progress(void* ctx, sluice_text what, std::uint64_t done, std::uint64_t total);
  static std::int32_t cancelled(void* ctx);

  template <typename Answer>
  std::int32_t answered(sluice_text* result, Answer answer) noexcept;
  bool entered_here() const { return entered_by_.load() == std::this_thread::get_id(); }
  sluice_text keep(std::string text);
  const Json& parsed(std::string_view document);

  sluice_host table_;
  HostSide side_;
  std::atomic<std::thread::id> entered_by_;  ///< Of no thread while the plugin is not entered.
  std::deque<std::string> replies_;          ///< Of this entry; a deque's elements do not move.
  std::string error_, error_line_;
  std::string
      document_text_;  ///< The document that value() read last, and what it says: a stage in C reads one
  Json document_;      ///< field after the other of the same text.
  std::uint64_t lines_ = 0, line_bytes_ = 0;
};

}  // namespace sluice::loader
