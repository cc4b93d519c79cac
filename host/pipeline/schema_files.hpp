#pragma once
// What cmake/Schemas.cmake writes: the text of each schema file of the contract.

#include <span>
#include <string_view>

namespace sluice {

struct SchemaFile {
  std::string_view group, text;
};

std::span<const SchemaFile> schema_files();

}  // namespace sluice
