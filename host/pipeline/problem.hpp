#pragma once
// One thing that is wrong in a pipeline, and where.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::pipeline {

struct Problem {
  std::string file;
  int line = 0, column = 0;  ///< From 1; both 0 when the file as a whole is meant.
  std::string sentence;
  std::string suggestion = {};  ///< What was probably meant; empty when nothing is near.
};

/// "collect.toml:12:3: unknown key "alway" in [[stage]]; did you mean "always"?"
std::string to_text(const Problem& problem);

/// The candidate that is nearest to a misspelt word, if any is near enough to be meant.
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace sluice::pipeline
