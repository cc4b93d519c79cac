#include "host/engine/basis.hpp"

#include "host/journal/digest.hpp"

namespace sluice::engine {

std::string digest_of(const BasisParts& parts) {
  const Json document{
      {"core", parts.core}, {"plugin", parts.plugin}, {"roles", parts.roles}, {"config", parts.config}};
  return journal::sha256(to_text(document));
}

std::string Bases::of(const pipeline::Stage& stage) {
  BasisParts parts{core_, of_plugin(stage.basis, stage.library), {}, stage.config};
  add_roles(stage.roles, parts.roles);
  return digest_of(parts);
}

std::string Bases::of(const pipeline::RoleBinding& role) {
  BasisParts parts{core_, of_plugin(role.basis, role.library), {}, role.config};
  add_roles(role.roles, parts.roles);
  return digest_of(parts);
}

std::string Bases::of_plugin(const std::string& stated, const std::filesystem::path& library) {
  if (!stated.empty()) return stated;
  const auto [place, fresh] = files_.emplace(library, "");
  if (fresh) place->second = journal::sha256_of_file(library).value_or("");
  return place->second;
}

void Bases::add_roles(const std::vector<std::string>& called, std::map<std::string, std::string>& into) {
  for (const std::string& role : called) {
    const auto bound = pipeline_.roles.find(role);
    if (bound == pipeline_.roles.end() || into.contains(role)) continue;
    into.emplace(role, of_plugin(bound->second.basis, bound->second.library));
    add_roles(bound->second.roles, into);
  }
}

}  // namespace sluice::engine
