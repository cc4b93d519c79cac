#include "host/engine/alive.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

namespace sluice::engine {

namespace {

std::string read(const std::string& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// Names a boot: a container started anew, or a machine, is another one.
std::string boot() {
  std::string id;
  for (const char c : read("/proc/sys/kernel/random/boot_id")) {
    if (c != '-' && c != '\n') id += c;
  }
  // Two containers share a boot and not their process numbers.
  std::string space;
  std::error_code none;
  const auto link = std::filesystem::read_symlink("/proc/self/ns/pid", none).string();
  std::ranges::copy_if(link, std::back_inserter(space), [](char c) { return c >= '0' && c <= '9'; });
  return id.substr(0, 12) + space;
}

/// The 22nd field of its stat line; empty where there is no such process, or only what is left of one.
std::string start_of(const std::string& pid) {
  const std::string stat = read("/proc/" + pid + "/stat");
  const auto name_end = stat.rfind(") ");
  if (name_end == std::string::npos) return "";
  std::istringstream fields(stat.substr(name_end + 2));
  std::string field;
  for (int number = 3; number <= 22 && fields >> field; ++number) {
    if (number == 3 && (field == "Z" || field == "X")) return "";
  }
  return field;
}

}  // namespace

std::string this_pass() {
  const auto pid = std::to_string(::getpid());
  return boot() + "." + pid + "." + start_of(pid);
}

std::optional<bool> is_alive(std::string_view pass) {
  const auto first = pass.find('.'), second = pass.find('.', first + 1);
  if (second == std::string_view::npos || pass.substr(0, first) != boot()) return std::nullopt;
  const std::string pid(pass.substr(first + 1, second - first - 1));
  if (pid.empty() || pid.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
  return start_of(pid) == pass.substr(second + 1);
}

}  // namespace sluice::engine
