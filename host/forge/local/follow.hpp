#pragma once
// What an open pull request reads as, now that the branches stand where they do. Pure: data and a graph in,
// data out.

#include <optional>
#include <string>
#include <vector>

#include "host/forge/forge.hpp"

namespace sluice::forge::local {

class Graph {
 public:
  virtual ~Graph() = default;
  /// Whether that commit is the ancestor or descends from it; false where either is not there.
  virtual bool contains(const std::string& commit, const std::string& ancestor) = 0;
  virtual std::vector<std::string> parents(const std::string& commit) = 0;
};

struct Standing {
  State state = State::open;
  std::string head_sha, base_sha;
  std::optional<std::string> merge_sha;
  bool operator==(const Standing&) const = default;
};

/// From where it stood when it was last looked at, and the two branches now (nullopt: deleted).
Standing follow(const Standing& before, const std::optional<std::string>& head,
                const std::optional<std::string>& base, Graph& graph);

}  // namespace sluice::forge::local
