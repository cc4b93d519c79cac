#include "host/engine/parameters.hpp"

namespace sluice::engine {

using git::Oid;

namespace {

Oid oid_of(const Json& value) {
  const auto id = value.is_string() ? Oid::parse(value.get_ref<const std::string&>()) : std::nullopt;
  if (!id)
    throw DocumentError("a commit id is 40 lowercase hexadecimal digits, not " + value.dump().substr(0, 60));
  return *id;
}

}  // namespace

Oid oid_at(const Json& params, const char* key) {
  return oid_of(params.at(key));
}

std::vector<Oid> oids_of(const Json& list) {
  std::vector<Oid> all;
  for (const auto& each : list) all.push_back(oid_of(each));
  return all;
}

Json hexes(const std::vector<Oid>& all) {
  Json list = Json::array();
  for (const auto& each : all) list.push_back(each.hex());
  return list;
}

Json paths_of(const std::vector<std::string>& paths) {
  Json list = Json::array();
  for (const auto& path : paths) list.push_back(json_bytes(path));
  return list;
}

}  // namespace sluice::engine
