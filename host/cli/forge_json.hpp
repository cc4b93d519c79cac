#pragma once
// What the forge holds, as documents; keys as in the facts that stages read.

#include "host/forge/local/local_forge.hpp"
#include "sluice/json.hpp"

namespace sluice::cli {

Json to_json(const forge::Pull& pull);
Json to_json(const forge::Comment& comment);
Json to_json(const forge::Review& review);
Json to_json(const forge::Thread& thread);
Json to_json(const forge::Status& status);
Json to_json(const forge::Run& run);
Json to_json(const forge::Alert& alert);
Json to_json(const forge::Issue& issue);

template <class T>
Json to_json(const std::vector<T>& items) {
  auto all = Json::array();
  for (const auto& item : items) all.push_back(to_json(item));
  return all;
}

const char* name(forge::State state);

}  // namespace sluice::cli
