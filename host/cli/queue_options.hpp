#pragma once
// What the verbs of `host queue` share: where the clone and its pipeline are, and how they answer.

#include <functional>
#include <memory>
#include <ostream>
#include <string>

#include "host/cli/command.hpp"
#include "host/forge/forge.hpp"
#include "host/pipeline/pipeline.hpp"
#include "host/queue/side.hpp"
#include "sluice/json.hpp"

namespace sluice::cli {

struct QueueOptions {
  std::string repo = ".";
  std::optional<std::string> pipeline, plugins;
  bool json = false, dry_run = false;

  /// Before the verb's name and after it alike; --dry-run only where a verb writes.
  void declare(Verb& verb, bool writes);
};

/// What a verb answers: a document, what it says to people, and its exit code.
struct QueueAnswer {
  Json document;
  std::string text;
  Exit code = exit_done;
};

/// Colours for a terminal, nothing elsewhere.
class Paint {
 public:
  explicit Paint(bool on) : on_(on) {}
  std::string good(const std::string& text) const { return paint("32", text); }
  std::string bad(const std::string& text) const { return paint("31", text); }
  std::string faint(const std::string& text) const { return paint("2", text); }
  std::string bold(const std::string& text) const { return paint("1", text); }

 private:
  std::string paint(const char* code, const std::string& text) const {
    return on_ ? std::string("\x1b[") + code + "m" + text + "\x1b[0m" : text;
  }
  bool on_;
};

/// What a verb works with.
struct QueueRun {
  const QueueOptions& options;
  pipeline::Pipeline pipeline;
  queue::SideOptions side;
  Paint paint;
  std::ostream& err;

  /// The pipeline's forge, as its own login; nothing is written to it in a dry run. Throws forge::ForgeError.
  std::unique_ptr<forge::Forge> forge(const queue::Side& side) const;
  /// A line for whoever watches, on standard error.
  void say(const std::string& line) const { err << "host queue: " << line << "\n"; }
};

/// Loads the pipeline, runs the verb and prints its answer. What is refused, and what could not be reached,
/// is one line on standard error (with --json the document, too) and an exit code.
int run_queue_verb(const QueueOptions& options, const std::function<QueueAnswer(const QueueRun&)>& action);

/// The clock; SLUICE_NOW fixes it.
std::int64_t clock_now();

/// One line of outside text: no control characters, cut.
std::string safe_text(std::string_view text, std::size_t bytes = 200);

}  // namespace sluice::cli
