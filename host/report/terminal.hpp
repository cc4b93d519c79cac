#pragma once
// A pass as printed lines, as it happens: colours and a progress bar on a terminal, plain lines elsewhere.

#include <chrono>
#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <string_view>

#include "host/journal/redaction.hpp"
#include "host/report/pass_report.hpp"

namespace sluice::report {

struct TerminalOptions {
  bool terminal = false;  ///< A person watches: the progress bar is drawn and redrawn in place.
  bool colour = false;
  bool verbose = false;  ///< Stages that had nothing to do, and debug lines, too.
  int columns = 80;
  std::function<std::chrono::steady_clock::time_point()> now = std::chrono::steady_clock::now;

  /// terminal when the descriptor is one, colour when also NO_COLOR is unset (or empty) and TERM is not dumb.
  static TerminalOptions of_descriptor(int descriptor);
};

/// One thread. What others wrote is printed without control characters, and without credentials.
class Terminal {
 public:
  Terminal(std::ostream& out, TerminalOptions options, journal::Redaction redaction);

  void pass_started(const std::string& pipeline, const std::string& repository, bool dry_run);
  void stage_started(const std::string& id);
  void line(std::int32_t level, std::string_view text);  ///< SLUICE_LOG_...
  /// May be called as often as one likes: redrawn at most ten times a second on a terminal; elsewhere a line
  /// at most every five seconds, and none for what is done sooner. total 0 is not known.
  void progress(std::string_view what, std::uint64_t done, std::uint64_t total);
  void effect(const EffectReport& effect);
  void stage_ended(const StageReport& stage);
  void pass_ended(const PassReport& report);

 private:
  std::string clean(std::string_view text) const;
  std::string paint(const char* colour, std::string_view text) const;
  void wipe();
  void print(const std::string& line);

  std::ostream& out_;
  TerminalOptions options_;
  journal::Redaction redaction_;
  std::string stage_;
  std::string work_;  ///< What the shown progress is of.
  std::chrono::steady_clock::time_point shown_{};
  bool bar_ = false;
};

}  // namespace sluice::report
