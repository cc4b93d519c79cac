// bench [--json] [--small] [--rounds N] [--only TEXT]: the table.

#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>
#include <map>

#include "bench/bench.hpp"
#include "sluice/json.hpp"

namespace sluice::bench {

std::map<std::string, Verb>& verbs();

namespace {

bool kept(const Row& row, const Outcome& outcome) {
  return row.bound == Bound::at_least ? outcome.ratio >= row.limit : outcome.ratio <= row.limit;
}

std::string number(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

void print_row(const Row& row, const Outcome& outcome) {
  if (!outcome.skipped.empty()) {
    std::printf("%-44s | %-34s | skipped: %s\n", row.what.c_str(), row.beside.c_str(),
                outcome.skipped.c_str());
    return;
  }
  const std::string limit =
      (row.bound == Bound::at_least ? ">= " : "<= ") + number(row.limit, row.limit < 10 ? 1 : 0);
  std::printf("%-44s | %-34s | %9s %s | %9s %s | %7s | %s %s%s%s\n", row.what.c_str(), row.beside.c_str(),
              number(outcome.ours, 4).c_str(), row.unit.c_str(), number(outcome.theirs, 4).c_str(),
              row.unit.c_str(), number(outcome.ratio, 2).c_str(), limit.c_str(),
              kept(row, outcome) ? "kept" : "MISSED", outcome.note.empty() ? "" : " | ",
              outcome.note.c_str());
  std::fflush(stdout);
}

Json as_json(const Row& row, const Outcome& outcome) {
  Json json = {{"name", row.name},
               {"what", row.what},
               {"beside", row.beside},
               {"bound", row.bound == Bound::at_least ? "at_least" : "at_most"},
               {"limit", row.limit}};
  if (!outcome.skipped.empty()) {
    json["skipped"] = outcome.skipped;
    return json;
  }
  json["unit"] = row.unit;
  json["ours"] = outcome.ours;
  json["theirs"] = outcome.theirs;
  json["ratio"] = outcome.ratio;
  json["kept"] = kept(row, outcome);
  if (!outcome.note.empty()) json["note"] = outcome.note;
  return json;
}

int run_table(const Settings& settings, const std::string& only, bool json) {
  std::vector<Row> chosen;
  for (const Row& row : rows())
    if (row.name.find(only) != std::string::npos) chosen.push_back(row);
  std::sort(chosen.begin(), chosen.end(), [](const Row& a, const Row& b) { return a.name < b.name; });
  if (chosen.empty()) {
    std::cerr << "bench: no row's name holds \"" << only << "\"\n";
    return 2;
  }
  if (!json) std::printf("%-44s | %-34s | ours | theirs | ratio | needed\n", "what", "beside");
  std::fflush(stdout);
  Json all = Json::array();
  bool missed = false;
  for (const Row& row : chosen) {
    const Outcome outcome = row.run(settings);
    missed = missed || (outcome.skipped.empty() && !kept(row, outcome));
    if (json)
      all.push_back(as_json(row, outcome));
    else
      print_row(row, outcome);
  }
  if (json) std::cout << to_pretty_text(all) << "\n";
  return missed && !settings.small ? 1 : 0;
}

int main(int count, char** values) {
  const std::vector<std::string> arguments(values + 1, values + count);
  if (arguments.size() >= 2 && arguments[0] == "--verb") {
    verbs().at(arguments[1])({arguments.begin() + 2, arguments.end()});
    return 0;
  }
  CLI::App app("What the git core and the host take, beside what else does the same work");
  Settings settings;
  bool json = false;
  std::string only;
  app.add_flag("--json", json, "One JSON array instead of a table");
  app.add_flag("--small", settings.small, "A fraction of the size: whether each row is right, not how fast");
  app.add_option("--rounds", settings.rounds, "Rounds of each row at least; the median of each side counts")
      ->check(CLI::Range(1, 100));
  app.add_option("--only", only, "Rows whose name holds this text");
  CLI11_PARSE(app, count, values);
  if (settings.small) settings.rounds = 1;
  return run_table(settings, only, json);
}

}  // namespace
}  // namespace sluice::bench

int main(int count, char** values) {
  try {
    return sluice::bench::main(count, values);
  } catch (const std::exception& error) {
    std::cerr << "bench: " << error.what() << "\n";
    return 3;
  }
}
