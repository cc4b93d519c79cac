#include "host/pipeline/plans.hpp"

#include <array>

namespace sluice::pipeline {
namespace {

struct Plan {
  std::string_view dialect, name;
  std::int64_t cap;
};

/// As published or seen in refusals; a plan whose number nobody has seen is not listed, its pipeline states a
/// cap.
constexpr std::array plans = {
    Plan{"coderabbit", "open-source", 100},    Plan{"coderabbit", "free", 150},
    Plan{"coderabbit", "essentials", 150},     Plan{"coderabbit", "pro", 300},
    Plan{"coderabbit", "pro-plus", 300},       Plan{"coderabbit", "enterprise", 300},
    Plan{"coderabbit", "advanced-trial", 300},
};

}  // namespace

std::vector<std::string> known_plans(std::string_view dialect) {
  std::vector<std::string> names;
  for (const Plan& plan : plans) {
    if (plan.dialect == dialect) names.emplace_back(plan.name);
  }
  return names;
}

std::optional<std::int64_t> cap_of_plan(std::string_view dialect, std::string_view name) {
  for (const Plan& plan : plans) {
    if (plan.dialect == dialect && plan.name == name) return plan.cap;
  }
  return std::nullopt;
}

std::vector<std::string> known_dialects() {
  return {"coderabbit"};
}

}  // namespace sluice::pipeline
