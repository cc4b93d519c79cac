#pragma once
// Reading what the host answered into the SDK's types.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/host.hpp"

namespace sluice {

/// Calls the method and reads its answer; an answer of another shape is a HostFault that names the method.
template <typename Read>
auto ask(const Host& host, std::string_view method, const Json& params, Read read) {
  const Json answer = host.call(method, params);
  try {
    return read(answer);
  } catch (const Json::exception& error) {
    throw HostFault(SLUICE_MALFORMED,
                    std::string(method) + ": the host's answer has another shape: " + error.what());
  } catch (const DocumentError& error) {
    throw HostFault(SLUICE_MALFORMED,
                    std::string(method) + ": the host's answer has another shape: " + error.what());
  }
}

/// A field that is null, or not there, where there is nothing.
template <typename Value>
std::optional<Value> maybe(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || found->is_null()) return std::nullopt;
  return found->get<Value>();
}

template <typename Value, typename Read>
std::vector<Value> list(const Json& items, Read read) {
  std::vector<Value> values;
  values.reserve(items.size());
  for (const Json& item : items) values.push_back(read(item));
  return values;
}

inline Json or_null(const std::optional<std::string>& text) {
  return text ? Json(*text) : Json(nullptr);
}

}  // namespace sluice
