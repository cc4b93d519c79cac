#include "host/report/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "host/journal/journal.hpp"
#include "host/report/inert_text.hpp"
#include "sluice/abi.h"

namespace sluice::report {
namespace {

constexpr std::chrono::milliseconds redraw_after{100};
constexpr std::chrono::seconds say_after{5};
constexpr std::size_t name_width = 14;
constexpr std::size_t longest_line = 4000;

constexpr const char* red = "\x1b[31m";
constexpr const char* green = "\x1b[32m";
constexpr const char* yellow = "\x1b[33m";
constexpr const char* faint = "\x1b[2m";
constexpr const char* bold = "\x1b[1m";
constexpr const char* plain = "\x1b[0m";

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

const char* colour_of(Outcome::Kind kind) {
  switch (kind) {
    case Outcome::Kind::go_on:
      return faint;
    case Outcome::Kind::end:
      return green;
    case Outcome::Kind::idle:
      return yellow;
    case Outcome::Kind::red:
      return red;
  }
  return plain;
}

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

std::string plural(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : noun.ends_with("x") ? "es" : "s");
}

std::string bar(std::uint64_t done, std::uint64_t total, std::size_t width) {
  const auto full = static_cast<std::size_t>(static_cast<double>(done) / static_cast<double>(total) *
                                             static_cast<double>(width));
  return "[" + std::string(full, '#') + std::string(width - full, '-') + "]";
}

}  // namespace

TerminalOptions TerminalOptions::of_descriptor(int descriptor) {
  TerminalOptions options;
  options.terminal = ::isatty(descriptor) == 1;
  const char* term = std::getenv("TERM");
  const bool dumb = term != nullptr && std::string_view(term) == "dumb";
  options.colour = options.terminal && !is_set("NO_COLOR") && !dumb;
  winsize size{};
  if (options.terminal && ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    options.columns = size.ws_col;
  }
  return options;
}

Terminal::Terminal(std::ostream& out, TerminalOptions options, journal::Redaction redaction)
    : out_(out), options_(std::move(options)), redaction_(std::move(redaction)) {}

void Terminal::pass_started(const std::string& pipeline, const std::string& repository, bool dry_run) {
  print(paint(bold, clean(pipeline)) + " over " + clean(repository) + (dry_run ? " (dry run)" : ""));
}

void Terminal::stage_started(const std::string& id) {
  stage_ = clean(id);
  if (options_.verbose) print("  " + paint(faint, stage_ + " …"));
}

void Terminal::line(std::int32_t level, std::string_view text) {
  if (level <= SLUICE_LOG_DEBUG && !options_.verbose) return;
  const char* colour = level >= SLUICE_LOG_ERROR ? red : level == SLUICE_LOG_WARN ? yellow : plain;
  const std::string said = clean(text);
  print("  " + padded(stage_, name_width) + " " + (level >= SLUICE_LOG_WARN ? paint(colour, said) : said));
}

void Terminal::progress(std::string_view what, std::uint64_t done, std::uint64_t total) {
  const auto now = options_.now();
  if (what != work_) {
    work_ = what;
    shown_ = options_.terminal ? std::chrono::steady_clock::time_point{} : now;
  }
  const bool last = total != 0 && done >= total;
  const auto pause = options_.terminal ? std::chrono::duration_cast<std::chrono::milliseconds>(redraw_after)
                                       : std::chrono::duration_cast<std::chrono::milliseconds>(say_after);
  if (now - shown_ < pause) {
    if (last) wipe();
    return;
  }
  shown_ = now;
  const std::string count = std::to_string(done) + (total == 0 ? "" : " of " + std::to_string(total));
  if (!options_.terminal) return print("  " + padded(stage_, name_width) + " " + clean(what) + ": " + count);
  std::string drawn =
      "  " + clean(what) + " " + (total == 0 ? "" : bar(std::min(done, total), total, 24) + " ") + count;
  const auto columns = static_cast<std::size_t>(std::max(20, options_.columns));
  if (drawn.size() >= columns) drawn = "  " + count;
  wipe();
  if (last) return;
  out_ << drawn << std::flush;
  bar_ = true;
}

void Terminal::effect(const EffectReport& effect) {
  const bool done = effect.receipt == "landed" || effect.receipt == "would";
  std::string said = clean(effect.kind) + " " + clean(effect.subject) + ": " +
                     paint(done ? green : yellow, clean(effect.receipt));
  if (!effect.reason.empty()) said += ", " + clean(effect.reason);
  if (effect.later_pass) said += " (a later pass's)";
  print("  " + padded(stage_, name_width) + " " + said);
}

void Terminal::stage_ended(const StageReport& stage) {
  const bool quiet =
      stage.ran != StageReport::Ran::ran || (stage.outcome == Outcome::Kind::go_on && stage.effects.empty());
  if (quiet && !options_.verbose) return;
  const std::string name = "  " + padded(clean(stage.id), name_width) + " ";
  if (stage.ran == StageReport::Ran::disabled) return print(name + paint(faint, "disabled"));
  if (stage.ran == StageReport::Ran::skipped) return print(name + paint(faint, "skipped"));
  if (stage.ran == StageReport::Ran::not_reached) return print(name + paint(faint, "not reached"));
  std::string said = paint(colour_of(stage.outcome), journal::to_word(stage.outcome));
  if (!stage.reason.empty()) said += "  " + clean(stage.reason);
  print(name + said);
}

void Terminal::pass_ended(const PassReport& report) {
  if (report.window) {
    const WindowReport& window = *report.window;
    std::string carried = plural(window.commits, "commit");
    if (window.fixes != 0) carried = plural(window.fixes, "fix") + " and " + carried;
    print("  window: " + carried + ", " + plural(window.files, "file") + " of at most " +
          std::to_string(window.cap) + " (" + clean(window.cap_from) + ")");
    for (const std::string& line : window.lines) print("    " + clean(line));
  }
  std::string said = paint(colour_of(report.outcome), journal::to_word(report.outcome));
  if (!report.reason.empty()) said += ": " + clean(report.reason);
  print(paint(bold, "pass") + " " + said);
  if (report.wake) print("  to be run again in " + std::to_string(*report.wake) + " s");
  if (!report.journal.empty()) print("  journal: " + clean(report.journal));
}

std::string Terminal::clean(std::string_view text) const {
  return one_line(cut(redaction_.text(text), longest_line));
}

std::string Terminal::paint(const char* colour, std::string_view text) const {
  return options_.colour ? colour + std::string(text) + plain : std::string(text);
}

void Terminal::wipe() {
  if (bar_) out_ << "\r\x1b[K" << std::flush;
  bar_ = false;
}

void Terminal::print(const std::string& line) {
  wipe();
  out_ << line << "\n" << std::flush;
}

}  // namespace sluice::report
