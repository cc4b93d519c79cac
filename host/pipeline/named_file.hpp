#pragma once
// A file that a person named, read whole: a pipeline, or a text that one names.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace sluice::pipeline {

struct FileText {
  std::optional<std::string> text;
  std::string why = {};  ///< Why there is none: a phrase.
};

/// A regular file of at most so many bytes; `what` it is to hold, for the phrase: "pipeline". Never throws.
FileText read_file_text(const std::filesystem::path& file, std::uintmax_t at_most, const std::string& what);

}  // namespace sluice::pipeline
