#pragma once
// The basis of a stage or a role: what its attempts were made with. Attempts that were counted on another one
// say nothing any more.

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "host/pipeline/pipeline.hpp"

namespace sluice::engine {

/// The digest of the host's own core sources, stamped by the build: 64 hexadecimal digits.
std::string_view core_basis();

/// What a basis is made of.
struct BasisParts {
  std::string_view core;
  std::string plugin;  ///< The basis of the plugin whose stage or role it is.
  std::map<std::string, std::string> roles =
      {};                        ///< Of the plugin bound to each role that is called, in turn.
  Json config = Json::object();  ///< The stage's or role's own table, named texts included.
};

/// 64 hexadecimal digits.
std::string digest_of(const BasisParts& parts);

/// The bases of one pipeline. A plugin that states none has its library's digest for one, read once.
class Bases {
 public:
  /// Borrows the pipeline.
  explicit Bases(const pipeline::Pipeline& pipeline, std::string_view core = core_basis())
      : pipeline_(pipeline), core_(core) {}

  std::string of(const pipeline::Stage& stage);
  std::string of(const pipeline::RoleBinding& role);

 private:
  std::string of_plugin(const std::string& stated, const std::filesystem::path& library);
  void add_roles(const std::vector<std::string>& called, std::map<std::string, std::string>& into);

  const pipeline::Pipeline& pipeline_;
  std::string_view core_;
  std::map<std::filesystem::path, std::string> files_;
};

}  // namespace sluice::engine
