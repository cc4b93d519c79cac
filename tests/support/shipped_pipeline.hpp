#pragma once
// The pipeline that ships, as text that a test changes.

#include <string>

namespace sluice::test {

std::string shipped_pipeline();  ///< config/collect.toml.

/// Without [agent], without roles, and without the stages that ask an agent program: a test says itself which
/// of them it has.
std::string without_agents(const std::string& pipeline);

}  // namespace sluice::test
