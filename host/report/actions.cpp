#include "host/report/actions.hpp"

#include <cstdlib>
#include <fstream>
#include <random>

#include "host/journal/journal.hpp"
#include "host/report/inert_text.hpp"

namespace sluice::report {
namespace {

constexpr std::size_t longest_cell = 2000;

/// Builds within a limit: a line that does not fit, and every one after it, is counted instead.
class Page {
 public:
  explicit Page(std::size_t limit) : room_(limit > reserve ? limit - reserve : 0) {}
  void line(const std::string& text) {
    if (cut_ != 0 || text_.size() + text.size() + 1 > room_) {
      ++cut_;
      return;
    }
    text_ += text + "\n";
  }
  std::string take() {
    if (cut_ != 0) text_ += "\n" + std::to_string(cut_) + " more lines did not fit; the journal has them.\n";
    return std::move(text_);
  }

 private:
  static constexpr std::size_t reserve = 100;  // for the last line
  std::size_t room_;
  std::size_t cut_ = 0;
  std::string text_;
};

std::string span(const journal::Redaction& redaction, const std::string& text) {
  return code_span(cut(redaction.text(text), longest_cell));
}

std::string cell(const journal::Redaction& redaction, const std::string& text) {
  return code_cell(cut(redaction.text(text), longest_cell));
}

std::string window_line(const WindowReport& window) {
  return "Window: commits " + std::to_string(window.commits) + ", fixes " + std::to_string(window.fixes) +
         ", files " + std::to_string(window.files) + " of at most " + std::to_string(window.cap) + ".";
}

std::string outcome_cell(const StageReport& stage) {
  if (stage.ran != StageReport::Ran::ran) return to_word(stage.ran);
  std::string cell = stage.outcome == Outcome::Kind::red ? "**red**" : journal::to_word(stage.outcome);
  if (stage.wake_after) cell += ", wake in " + std::to_string(*stage.wake_after) + " s";
  return cell;
}

void add_stage(Page& page, const StageReport& stage, const journal::Redaction& redaction) {
  page.line("| " + cell(redaction, stage.id) + " | " + outcome_cell(stage) + " | " +
            cell(redaction, stage.reason) + " |");
}

void add_effects(Page& page, const PassReport& report, const journal::Redaction& redaction) {
  bool headed = false;
  for (const StageReport& stage : report.stages) {
    for (const EffectReport& effect : stage.effects) {
      if (!headed) page.line("\n### Effects\n");
      headed = true;
      page.line("- " + span(redaction, effect.kind) + " " + span(redaction, effect.subject) + ": " +
                span(redaction, effect.receipt) +
                (effect.reason.empty() ? "" : " " + span(redaction, effect.reason)) +
                (effect.later_pass ? " (a later pass's)" : ""));
    }
  }
}

void add_notices(Page& page, const PassReport& report, const journal::Redaction& redaction) {
  bool headed = false;
  for (const StageReport& stage : report.stages) {
    for (const std::string& notice : stage.notices) {
      if (!headed) page.line("\n### Notices\n");
      headed = true;
      page.line("- " + span(redaction, stage.id) + ": " + span(redaction, notice));
    }
  }
}

std::string output(const std::string& name, const std::string& value) {
  std::random_device random;
  std::string delimiter;
  do {
    delimiter = "sluice-";
    for (int i = 0; i < 32; ++i) delimiter += "0123456789abcdef"[random() % 16];
  } while (value.find(delimiter) != std::string::npos);
  return name + "<<" + delimiter + "\n" + value + "\n" + delimiter + "\n";
}

/// Empty when the text was appended.
std::string append(const char* variable, const std::filesystem::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary | std::ios::app);
  out << text << std::flush;
  if (out) return "";
  return std::string("cannot append to ") + file.string() + ", which $" + variable +
         " names; the pass itself is not affected";
}

const char* named_file(const char* variable) {
  const char* file = std::getenv(variable);
  return file != nullptr && *file != '\0' ? file : nullptr;
}

}  // namespace

std::string to_markdown(const PassReport& report, const journal::Redaction& redaction, std::size_t limit) {
  Page page(limit);
  page.line("## " + span(redaction, report.pipeline) + (report.dry_run ? " (dry run)" : "") + ": " +
            journal::to_word(report.outcome) + "\n");
  if (!report.reason.empty()) page.line(span(redaction, report.reason) + "\n");
  if (report.dry_run) page.line("A dry run: nothing was applied.\n");
  if (report.window) {
    page.line(window_line(*report.window) + "\n");
    for (const auto& line : report.window->lines) page.line("- " + span(redaction, line));
    if (!report.window->lines.empty()) page.line("");
  }
  if (report.wake) page.line("To be run again in " + std::to_string(*report.wake) + " s.\n");
  page.line("| stage | outcome | why |\n| --- | --- | --- |");
  for (const StageReport& stage : report.stages) add_stage(page, stage, redaction);
  add_effects(page, report, redaction);
  add_notices(page, report, redaction);
  return page.take();
}

std::string to_outputs(const PassReport& report) {
  std::string text = output("outcome", journal::to_word(report.outcome));
  if (report.wake) text += output("retrigger_delay_seconds", std::to_string(*report.wake));
  return text;
}

std::vector<std::string> write_for_actions(const PassReport& report, const journal::Redaction& redaction) {
  std::vector<std::string> problems;
  const auto attempt = [&](const char* variable, const std::filesystem::path& file, const std::string& text) {
    std::string problem = append(variable, file, text);
    if (!problem.empty()) problems.push_back(std::move(problem));
  };
  if (const char* file = named_file("GITHUB_STEP_SUMMARY")) {
    std::error_code none;
    const std::uintmax_t size = std::filesystem::file_size(file, none);
    const std::size_t used = none ? 0 : static_cast<std::size_t>(size);
    const std::size_t room = used < summary_limit ? summary_limit - used : 0;
    const std::string page = to_markdown(report, redaction, room);
    if (page.size() <= room) {
      attempt("GITHUB_STEP_SUMMARY", file, page);
    } else {
      problems.emplace_back("the step's summary is full, and the pass is not in it");
    }
  }
  if (const char* file = named_file("GITHUB_OUTPUT"); file != nullptr && !report.dry_run) {
    attempt("GITHUB_OUTPUT", file, to_outputs(report));
  }
  return problems;
}

}  // namespace sluice::report
