#include "host/pipeline/named_file.hpp"

#include <fstream>
#include <sstream>

namespace sluice::pipeline {
namespace {

/// Why the file cannot be read; empty when it can.
std::string obstacle(const std::filesystem::path& file, std::uintmax_t at_most, const std::string& what) {
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  switch (status.type()) {
    case std::filesystem::file_type::regular:
      break;
    case std::filesystem::file_type::not_found:
      return "there is no such file";
    case std::filesystem::file_type::directory:
      return "this is a folder; name the " + what + " file in it";
    case std::filesystem::file_type::none:
      return "the file cannot be reached: " + error.message();
    default:
      return "this is not a regular file";
  }
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (error) return "the file cannot be reached: " + error.message();
  if (size <= at_most) return "";
  return "the file holds " + std::to_string(size) + " bytes; a " + what + " has at most " +
         std::to_string(at_most);
}

}  // namespace

FileText read_file_text(const std::filesystem::path& file, std::uintmax_t at_most, const std::string& what) {
  if (std::string why = obstacle(file, at_most, what); !why.empty()) return {std::nullopt, std::move(why)};
  std::ifstream in(file, std::ios::binary);
  std::ostringstream bytes;
  if (in && in.peek() != std::ifstream::traits_type::eof()) bytes << in.rdbuf();
  if (in.bad() || (!in && !in.eof()))
    return {std::nullopt, "the file may not be read; give this user the right to read it"};
  return {bytes.str()};
}

}  // namespace sluice::pipeline
