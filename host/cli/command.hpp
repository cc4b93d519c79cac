#pragma once
// The command line, declared. CLI11 costs seconds to compile, so that it lives in command.cpp alone; a family
// of verbs adds itself to a Verb.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace sluice::cli {

/// The exit codes of every verb: done, or nothing to do; red or refused; usage or configuration; the host's
/// own fault.
enum Exit : int { exit_done = 0, exit_refused = 1, exit_usage = 2, exit_fault = 3 };

/// Usage that only the verb itself can judge; printed with a pointer to its --help, exit code 2.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct CommandLine;  // of command.cpp

/// One verb, a value that refers to the command line it belongs to. Names are CLI11's: "-r,--repo" is an
/// option, "PULL" a positional. The variables must live until the action has run: keep them in what the
/// action captures.
class Verb {
 public:
  Verb(CommandLine& line, CLI::App& app) : line_(&line), app_(&app) {}

  /// A verb below this one; an option that it does not know is looked for here.
  Verb verb(const std::string& name, const std::string& summary);

  enum Need : bool { optional, required };
  Verb& option(const std::string& names, std::string& into, const std::string& help, Need need = optional);
  Verb& option(const std::string& names, std::optional<std::string>& into, const std::string& help);
  Verb& option(const std::string& names, std::int64_t& into, const std::string& help, Need need = optional);
  Verb& option(const std::string& names, std::optional<std::int64_t>& into, const std::string& help);
  Verb& option(const std::string& names, std::vector<std::string>& into, const std::string& help);
  Verb& choice(const std::string& names, std::string& into, const std::vector<std::string>& choices,
               const std::string& help, Need need = optional);
  Verb& flag(const std::string& names, bool& into, const std::string& help);

  Verb& examples(const std::string& text);  ///< Printed below the options by --help.
  Verb& does(std::function<int()> action);  ///< Answers the exit code. The deepest verb named is run.

 private:
  CommandLine* line_;
  CLI::App* app_;
};

/// Declares, parses, runs the verb and answers the exit code: usage errors and --help are printed, an
/// exception that the verb let go is one line on standard error and exit_fault.
int run(int argc, const char* const* argv, const std::function<void(Verb&)>& declare);

}  // namespace sluice::cli
