#include "host/pipeline/schema_validator.hpp"

#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

namespace sluice {

namespace {

using Adapter = valijson::adapters::NlohmannJsonAdapter;

/// The library's path, "<root>", "[stages]", "[0]", as a JSON pointer.
std::string pointer(const std::vector<std::string>& context) {
  std::string text;
  for (std::size_t i = 1; i < context.size(); ++i) {
    std::string_view step = context[i];
    if (step.starts_with('[') && step.ends_with(']')) step = step.substr(1, step.size() - 2);
    text += '/';
    text += step;
  }
  return text.empty() ? "/" : text;
}

bool below(const std::vector<std::string>& inner, const std::vector<std::string>& outer) {
  return inner.size() > outer.size() && std::equal(outer.begin(), outer.end(), inner.begin());
}

}  // namespace

struct SchemaValidator::Compiled {
  valijson::Schema schema;
};

SchemaValidator::SchemaValidator(const Json& schema, std::string_view definition) {
  Json root = schema;
  if (!definition.empty()) {
    const std::string name(definition);
    if (!schema.contains("$defs") || !schema["$defs"].contains(name)) {
      throw DocumentError("the schema has no definition \"" + name + "\"");
    }
    // An overlay whose one rule is the definition, so that the references in it are found where they stand.
    root = {{"$defs", schema["$defs"]}, {"$ref", "#/$defs/" + name}};
  }
  auto compiled = std::make_unique<Compiled>();
  try {
    valijson::SchemaParser parser;
    parser.populateSchema(Adapter(root), compiled->schema);
  } catch (const std::exception& error) {
    throw DocumentError(std::string("the schema cannot be compiled: ") + error.what());
  }
  compiled_ = std::move(compiled);
}

SchemaValidator::~SchemaValidator() = default;
SchemaValidator::SchemaValidator(SchemaValidator&&) noexcept = default;

std::vector<std::string> SchemaValidator::faults(const Json& document) const {
  valijson::Validator validator;  // Holds compiled patterns alone, and no schema of ours has one.
  valijson::ValidationResults results;
  if (validator.validate(compiled_->schema, Adapter(document), &results)) return {};
  std::vector<valijson::ValidationResults::Error> found;
  for (valijson::ValidationResults::Error error; results.popError(error);) found.push_back(std::move(error));

  // The library says of every level above a fault that it failed as well: only the innermost ones say
  // something.
  std::vector<std::string> faults;
  for (const auto& error : found) {
    const bool echo = std::any_of(found.begin(), found.end(),
                                  [&](const auto& other) { return below(other.context, error.context); });
    std::string fault = "at " + pointer(error.context) + ": " + error.description;
    if (!echo && std::find(faults.begin(), faults.end(), fault) == faults.end())
      faults.push_back(std::move(fault));
  }
  return faults;
}

}  // namespace sluice
