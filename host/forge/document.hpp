#pragma once
// What a forge holds, as documents with the keys of schema/fact.schema.json. A field that can hold any bytes
// is written as json_bytes() has it; what is not there is null.

#include "host/forge/forge.hpp"
#include "sluice/json.hpp"

namespace sluice::forge {

Json document(const Pull& pull);       ///< As stages read it.
Json full_document(const Pull& pull);  ///< With its author and `foreign`, too.
Json document(const Comment& comment);
Json document(const Review& review);
Json document(const Thread& thread);
Json document(const Status& status);
Json document(const Run& run);
Json document(const OpenAlerts& alerts);  ///< As fact.alerts answers.

const char* name(State state);

template <class Each>
Json documents(const std::vector<Each>& all) {
  Json list = Json::array();
  for (const auto& each : all) list.push_back(document(each));
  return list;
}

}  // namespace sluice::forge
