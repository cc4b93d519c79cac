#pragma once
// Rows of one table of ratios: what we take beside what something else takes for the same work, side by side
// in the same run. A row is one file in rows/; it also proves that both sides came to the same result.

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sluice::bench {

enum class Bound { at_least, at_most };

struct Outcome {
  double ours = 0, theirs = 0;  ///< Seconds, or whatever unit the row names.
  double ratio = 0;             ///< What the bound is for.
  std::string note;
  std::string skipped;  ///< Why there is nothing to measure; empty when there is.
};

struct Settings {
  bool small = false;  ///< A fraction of the size: to see that the row works, not how fast.
  int rounds = 3;
  int scaled(int size) const { return small ? std::max(size / 25, 8) : size; }
};

struct Row {
  std::string name;  ///< For --only.
  std::string what, beside;
  Bound bound;
  double limit;
  std::string unit;  ///< Of ours and theirs, "s" for seconds.
  std::function<Outcome(const Settings&)> run;
};

/// Rows and verbs, filled by the files that declare them before main.
std::vector<Row>& rows();
struct Declared {
  explicit Declared(Row row) { rows().push_back(std::move(row)); }
};

/// Work that is measured as a process of its own, this program started again.
using Verb = std::function<void(const std::vector<std::string>& arguments)>;
void declare_verb(const std::string& name, Verb verb);
struct DeclaredVerb {
  DeclaredVerb(const std::string& name, Verb verb) { declare_verb(name, std::move(verb)); }
};

/// Seconds that the work takes.
double timed(const std::function<void()>& work);
/// Runs the program to its end and answers what it printed; throws with its words unless it exits 0.
std::string must(const std::vector<std::string>& argv, const std::string& directory = {},
                 std::string input = {});
/// The argument vector of a verb.
std::vector<std::string> verb(const std::string& name, std::vector<std::string> arguments);
/// A folder in memory where there is one, so that no disk is measured.
std::string memory_folder();

/// Both sides in turn, now the one first, now the other, each prepared afresh outside the clock: `rounds`
/// times, and some seconds of what is short. The median of each counts.
struct Race {
  std::function<void()> prepare_ours, ours, prepare_theirs, theirs;
};
Outcome race(const Settings& settings, const Race& race);

}  // namespace sluice::bench
