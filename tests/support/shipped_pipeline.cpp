#include "support/shipped_pipeline.hpp"

#include <sstream>
#include <vector>

#include "support/temp_dir.hpp"

namespace sluice::test {

namespace {

/// Each with its header and what stands before the next one.
std::vector<std::string> tables_of(const std::string& pipeline) {
  std::vector<std::string> tables(1);
  std::istringstream lines(pipeline);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("[")) tables.emplace_back();
    tables.back() += line + "\n";
  }
  return tables;
}

bool asks_an_agent(const std::string& table) {
  for (const char* header : {"[agent", "[roles", "[[stage]]\nid = \"drain\"", "[[stage]]\nid = \"repair\""}) {
    if (table.starts_with(header)) return true;
  }
  return false;
}

}  // namespace

std::string shipped_pipeline() {
  return read_file(std::filesystem::path(SLUICE_SOURCE) / "config" / "collect.toml");
}

std::string without_agents(const std::string& pipeline) {
  std::string text;
  bool of_one = false;  // A table below the stage's own is its, too.
  for (const auto& table : tables_of(pipeline)) {
    of_one = asks_an_agent(table) || (of_one && table.starts_with("[stage."));
    if (!of_one) text += table;
  }
  return text;
}

}  // namespace sluice::test
