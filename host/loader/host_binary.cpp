#include "host/loader/host_binary.hpp"

#include "host/loader/catalog.hpp"

namespace sluice::loader {

namespace fs = std::filesystem;

namespace {

fs::path& program() {
  // The link and not where it leads: it still opens this program when an upgrade has put another file in its
  // place.
  static fs::path path = "/proc/self/exe";
  return path;
}

}  // namespace

fs::path host_binary() {
  return program();
}

void use_host_binary(fs::path path) {
  program() = std::move(path);
}

fs::path shipped_plugins() {
  std::error_code error;
  const fs::path binary = fs::canonical(program(), error);
  if (error) return "plugins";
  return binary.parent_path().parent_path() / "plugins";
}

}  // namespace sluice::loader
