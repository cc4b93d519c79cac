#pragma once
// The golden corpus: NAME.md is a text in the shape that the bot writes, NAME.json beside it what it says.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "sluice/json.hpp"

namespace sluice::dialect::corpus {

struct Sample {
  std::string name, text;
  Json expected;
};

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline std::filesystem::path folder() {
  return std::filesystem::path(SLUICE_SOURCE) / "tests/dialect/corpus";
}

inline std::vector<Sample> samples(const std::string& kind) {
  std::vector<Sample> found;
  for (const auto& entry : std::filesystem::directory_iterator(folder() / kind)) {
    if (entry.path().extension() != ".md") continue;
    auto beside = entry.path();
    beside.replace_extension(".json");
    found.push_back({entry.path().stem(), read_file(entry.path()), parse_document(read_file(beside))});
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return found;
}

}  // namespace sluice::dialect::corpus
