#pragma once
// JSON Schema, compiled once and kept: the library behind it costs 16 seconds in every file that includes it.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/json.hpp"

namespace sluice {

/// Thread: any; faults() may run on several at once.
class SchemaValidator {
 public:
  /// The whole schema, or the definition of that name in its "$defs". Throws DocumentError for a schema that
  /// cannot be compiled. No schema of ours has a `pattern`: it overflows the stack on long texts.
  explicit SchemaValidator(const Json& schema, std::string_view definition = "");
  ~SchemaValidator();
  SchemaValidator(SchemaValidator&&) noexcept;

  /// Every fault, each a phrase with the place it stands at ("at /stages/0/id: ..."); empty when it is valid.
  std::vector<std::string> faults(const Json& document) const;

 private:
  struct Compiled;
  std::unique_ptr<const Compiled> compiled_;
};

/// The text of one of the contract's schema files by its group ("fact", "manifest"); empty for an unknown
/// group.
std::string_view contract_schema_text(std::string_view group);

/// The kept validator of a definition of the contract's schema files: ("fact", "fact.refs.params"),
/// ("manifest", ""). Null when there is none, so that an unknown method can be told by name.
const SchemaValidator* contract_validator(std::string_view group, std::string_view definition);

}  // namespace sluice
