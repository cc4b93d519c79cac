#pragma once
// How many files a review bot reads in one review, by the plan that is paid for. The one place that holds a
// number; the bot's own refusal may state a smaller one, and then that holds.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::pipeline {

std::vector<std::string> known_plans(std::string_view dialect);
std::optional<std::int64_t> cap_of_plan(std::string_view dialect, std::string_view plan);
std::vector<std::string> known_dialects();

}  // namespace sluice::pipeline
