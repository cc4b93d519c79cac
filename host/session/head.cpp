#include "host/session/head.hpp"

#include <array>
#include <fstream>
#include <string_view>
#include <utility>

namespace sluice::session {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kRefPrefix = "ref: ";

/// The first line of a small regular file; empty for anything else.
std::string first_line(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(fs::symlink_status(file, error))) return {};
  std::ifstream stream(file, std::ios::binary);
  std::string line(4096, '\0');
  stream.read(line.data(), static_cast<std::streamsize>(line.size()));
  line.resize(static_cast<std::size_t>(stream.gcount()));
  return line.substr(0, line.find('\n'));
}

std::optional<git::Oid> packed(const fs::path& git_folder, const std::string& ref) {
  const fs::path file = git_folder / "packed-refs";
  std::error_code error;
  if (!fs::is_regular_file(fs::symlink_status(file, error))) return std::nullopt;
  std::ifstream stream(file, std::ios::binary);
  for (std::string line; std::getline(stream, line);) {
    if (line.size() == 41 + ref.size() && line.ends_with(" " + ref))
      return git::Oid::parse(line.substr(0, 40));
  }
  return std::nullopt;
}

}  // namespace

std::optional<git::Oid> read_head(const fs::path& git_folder) {
  const std::string head = first_line(git_folder / "HEAD");
  if (!head.starts_with(kRefPrefix)) return git::Oid::parse(head);
  const std::string ref = head.substr(kRefPrefix.size());
  if (!ref.starts_with("refs/heads/") || ref.find("..") != std::string::npos) return std::nullopt;
  if (const auto loose = git::Oid::parse(first_line(git_folder / ref))) return loose;
  return packed(git_folder, ref);
}

std::string open_operation(const fs::path& git_folder) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 8> signs = {{
      {"CHERRY_PICK_HEAD", "cherry-pick"},
      {"MERGE_HEAD", "merge"},
      {"REVERT_HEAD", "revert"},
      {"rebase-merge", "rebase"},
      {"rebase-apply", "rebase"},
      {"REBASE_HEAD", "rebase"},
      {"sequencer", "cherry-pick"},
      {"BISECT_LOG", "bisect"},
  }};
  for (const auto& [file, operation] : signs) {
    if (fs::exists(fs::symlink_status(git_folder / file))) return std::string(operation);
  }
  return {};
}

}  // namespace sluice::session
