#pragma once
// The real binary as a child process.

#include "host/process/child.hpp"
#include "sluice/json.hpp"

namespace sluice::test {

using Words = std::vector<std::string>;

/// `host forge --repo REPO words...`
inline process::Command host_forge(const std::filesystem::path& repository, const Words& words,
                                   const std::string& input = {}) {
  process::Command command;
  command.argv = {SLUICE_HOST, "forge", "--repo", repository.string()};
  command.argv.insert(command.argv.end(), words.begin(), words.end());
  command.input = input;
  return command;
}

inline process::Result run_forge(const std::filesystem::path& repository, const Words& words,
                                 const std::string& input = {}) {
  return process::run(host_forge(repository, words, input));
}

}  // namespace sluice::test
