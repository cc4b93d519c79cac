#include "host/journal/reader.hpp"

#include <fstream>
#include <system_error>

namespace sluice::journal {
namespace {

constexpr int known_schema = 1;

JournalError unreadable(const std::filesystem::path& file, const std::string& why) {
  return JournalError("cannot read the journal " + file.string() + ": " + why);
}

std::ifstream open(const std::filesystem::path& file) {
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (status.type() == std::filesystem::file_type::not_found) {
    throw unreadable(file, "there is no such file; host run prints where it keeps its journal");
  }
  if (status.type() == std::filesystem::file_type::directory) {
    throw unreadable(file, "it is a folder; name one journal file in it");
  }
  if (status.type() != std::filesystem::file_type::regular)
    throw unreadable(file, "it is not a regular file");
  std::ifstream in(file, std::ios::binary);
  if (!in) throw unreadable(file, "it may not be opened for reading");
  return in;
}

/// The line's document, or nothing where it is not a whole one.
std::optional<Json> parsed(const std::string& text) {
  try {
    Json line = parse_document(text);
    if (line.is_object() && line.contains("kind") && line["kind"].is_string()) return line;
  } catch (const DocumentError&) {
    return std::nullopt;
  }
  return std::nullopt;
}

void check_header(const std::filesystem::path& file, const Json& header) {
  const Json& schema = header.contains("schema") ? header["schema"] : Json();
  if (!schema.is_number_integer())
    throw unreadable(file, "its header states no schema; it is no journal of a pass");
  if (schema.get<std::int64_t>() > known_schema) {
    throw unreadable(file, "it is of schema " + std::to_string(schema.get<std::int64_t>()) +
                               ", this host reads up to " + std::to_string(known_schema) +
                               "; use a newer host");
  }
}

}  // namespace

bool begins_as_a_journal(const std::filesystem::path& file) {
  constexpr std::string_view opening = "{\"";
  std::ifstream in(file, std::ios::binary);
  std::string text(opening.size(), '\0');
  if (!in.read(text.data(), static_cast<std::streamsize>(text.size())) || text != opening) return false;
  // A header of a pass with every plugin there is takes some ten kilobytes; no line end is sought for ever.
  constexpr std::size_t longest_header = std::size_t{4} << 20;
  text.resize(longest_header);
  in.seekg(0);
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  const auto end = text.find('\n');
  const std::optional<Json> line = end == std::string::npos ? std::nullopt : parsed(text.substr(0, end));
  return line && (*line)["kind"] == "pass" && line->contains("schema");
}

std::vector<Recording> read(const std::filesystem::path& file) {
  std::ifstream in = open(file);
  std::vector<Recording> passes;
  std::string text;
  std::size_t number = 0;
  std::size_t broken = 0;  // the line that did not parse: only a pass's last one may
  while (std::getline(in, text)) {
    ++number;
    std::optional<Json> line = parsed(text);
    const bool header = line && (*line)["kind"] == "pass";
    if (passes.empty() && !header) {
      throw unreadable(
          file, "line 1 is not the header of a pass; it is no journal, or its writer was killed at once");
    }
    if (broken != 0 && !header) {
      throw unreadable(
          file, "line " + std::to_string(broken) + " is broken and others follow it; the file was edited");
    }
    if (!line) {
      broken = number;
      passes.back().torn = true;
      continue;
    }
    broken = 0;
    if (header) {
      check_header(file, *line);
      passes.push_back({std::move(*line), {}});
      continue;
    }
    passes.back().ended = (*line)["kind"] == "end";
    passes.back().lines.push_back(std::move(*line));
  }
  if (in.bad()) throw unreadable(file, "reading stopped after line " + std::to_string(number));
  if (passes.empty())
    throw unreadable(file, "it is empty: its pass was killed before it began, or never ran");
  return passes;
}

}  // namespace sluice::journal
