// The contract's schema files, built into the host from sdk/include/sluice/schema.

#include <map>
#include <mutex>
#include <span>

#include "host/pipeline/schema_files.hpp"
#include "host/pipeline/schema_validator.hpp"

namespace sluice {

std::string_view contract_schema_text(std::string_view group) {
  for (const SchemaFile& file : schema_files()) {
    if (file.group == group) return file.text;
  }
  return {};
}

const SchemaValidator* contract_validator(std::string_view group, std::string_view definition) {
  static std::mutex guard;
  static std::map<std::pair<std::string, std::string>, std::unique_ptr<SchemaValidator>> kept;
  const std::lock_guard lock(guard);
  auto [slot, fresh] = kept.try_emplace({std::string(group), std::string(definition)});
  if (!fresh) return slot->second.get();
  const std::string_view text = contract_schema_text(group);
  if (text.empty()) return nullptr;
  const Json schema = parse_document(text);
  const std::string name(definition);
  if (!name.empty() && !(schema.contains("$defs") && schema["$defs"].contains(name))) return nullptr;
  slot->second = std::make_unique<SchemaValidator>(schema, definition);
  return slot->second.get();
}

}  // namespace sluice
