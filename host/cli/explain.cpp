#include "host/cli/explain.hpp"

#include <ctime>
#include <ostream>

#include "host/journal/explanation.hpp"
#include "host/report/effect_words.hpp"
#include "host/report/inert_text.hpp"

namespace sluice::cli {
namespace {

constexpr std::size_t verdict_width = 10, name_width = 14;

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(text.size(), width), ' ');
  return text;
}

/// What a journal holds comes from commits, bots and logs.
std::string shown(const std::string& text) {
  return report::one_line(report::cut(text, 1000));
}

std::string moment(std::int64_t at) {
  const std::time_t time = static_cast<std::time_t>(at);
  std::tm parts{};
  char text[32];
  if (::gmtime_r(&time, &parts) == nullptr) return std::to_string(at);
  return {text, std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", &parts)};
}

void print_commit(const journal::CommitLine& commit, std::ostream& out) {
  out << "  " << shown(report::brief(commit.sha)) << "  " << padded(shown(commit.verdict), verdict_width);
  if (!commit.subject.empty()) out << shown(commit.subject) << ": ";
  out << shown(commit.why);
  if (!commit.was.empty()) out << " (was " << shown(report::brief(commit.was)) << ")";
  out << "\n";
}

void print_stage(const report::StageReport& stage, std::ostream& out) {
  out << "  " << padded(shown(stage.id), name_width) << " " << journal::to_word(stage.outcome);
  if (!stage.reason.empty()) out << "  " << shown(stage.reason);
  if (stage.wake_after) out << " (wake in " << *stage.wake_after << " s)";
  out << "\n";
  for (const report::EffectReport& effect : stage.effects) {
    out << "    " << shown(effect.kind) << " " << shown(effect.subject) << ": " << shown(effect.receipt);
    if (!effect.reason.empty()) out << ", " << shown(effect.reason);
    out << "\n";
  }
}

void print(const journal::Explanation& pass, std::ostream& out) {
  out << shown(pass.pipeline) << " over " << shown(pass.repository) << " at " << moment(pass.at)
      << (pass.dry_run ? " (dry run)" : "") << "\n";
  out << "the queue:\n";
  for (const journal::CommitLine& commit : pass.commits) print_commit(commit, out);
  if (pass.commits.empty()) {
    out << (pass.queue_seen ? "  owes nothing\n" : "  no stage came to look at it\n");
  }
  out << "the stages:\n";
  for (const report::StageReport& stage : pass.stages) print_stage(stage, out);
  if (!pass.ended) {
    out << "the pass did not end: it was killed"
        << (pass.torn ? " in the middle of a line" : ", or still runs") << "\n";
    return;
  }
  out << "pass " << shown(pass.outcome);
  if (!pass.reason.empty()) out << ": " << shown(pass.reason);
  if (pass.wake) out << " (to be run again in " << *pass.wake << " s)";
  out << "\n";
}

}  // namespace

int explain(const ExplainOptions& options, std::ostream& out, std::ostream& err) {
  try {
    const auto passes = journal::read(options.journal);
    const journal::Explanation last = journal::explain(passes.back());
    if (options.json) {
      out << to_text(journal::to_json(last)) << "\n";
      return 0;
    }
    if (passes.size() > 1) out << "the last of " << passes.size() << " passes in this journal\n";
    print(last, out);
    return 0;
  } catch (const journal::JournalError& error) {
    err << "host: " << error.what() << "\n";
    return 2;
  }
}

}  // namespace sluice::cli
