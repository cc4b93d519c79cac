#include "host/loader/plugin.hpp"

#include <dlfcn.h>

#include <boost/dll/shared_library.hpp>
#include <cstddef>

#include "host/loader/manifest.hpp"

namespace sluice::loader {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t smallest_table = offsetof(sluice_plugin, destroy) + sizeof(sluice_plugin::destroy);
constexpr std::uint64_t largest_table = 64 * 1024;
constexpr std::uint64_t largest_manifest = 1024 * 1024;

std::string this_host() {
  return "this host speaks major " + std::to_string(SLUICE_ABI_MAJOR) + ", minor " +
         std::to_string(SLUICE_ABI_MINOR);
}

fs::path checked_file(const fs::path& path) {
  fs::path absolute = fs::absolute(path).lexically_normal();
  std::error_code error;
  const fs::file_status status = fs::status(absolute, error);
  if (!fs::exists(status)) throw LoadError("there is no such file");
  if (!fs::is_regular_file(status)) throw LoadError("it is no regular file");
  // The library of Boost would answer with a handle of the running program.
  if (fs::equivalent(absolute, "/proc/self/exe", error))
    throw LoadError("it is this very program, no plugin");
  return absolute;
}

/// The loader's own words out of "boost::dll::shared_library::load() failed (dlerror system message: ...):
/// Bad file descriptor", whose end is the same for every cause.
std::string loader_words(std::string_view what) {
  constexpr std::string_view before = "dlerror system message: ";
  const auto from = what.find(before);
  const auto to = what.rfind("): ");
  if (from == what.npos || to == what.npos || to < from) return std::string(what);
  return std::string(what.substr(from + before.size(), to - from - before.size()));
}

boost::dll::shared_library load(const fs::path& path) {
  using Mode = boost::dll::load_mode::type;
  // NODELETE: what the library left behind (thread-local destructors, atexit handlers) never finds its code
  // gone.
  const auto mode =
      static_cast<Mode>(static_cast<unsigned>(boost::dll::load_mode::rtld_now) |
                        static_cast<unsigned>(boost::dll::load_mode::rtld_local) | RTLD_NODELETE);
  try {
    return boost::dll::shared_library(path, mode);
  } catch (const std::exception& error) {
    throw LoadError("it cannot be loaded: " + loader_words(error.what()));
  } catch (...) {
    throw LoadError("it cannot be loaded: it threw while it was");
  }
}

std::string no_entry(const boost::dll::shared_library& library) {
  for (int major = SLUICE_ABI_MAJOR + 1; major < SLUICE_ABI_MAJOR + 10; ++major) {
    if (library.has("sluice_plugin_v" + std::to_string(major))) {
      return "it was built for major " + std::to_string(major) + " of the plugin contract; " + this_host();
    }
  }
  return "it exports no sluice_plugin_v" + std::to_string(SLUICE_ABI_MAJOR) + "; " + this_host() +
         " and finds a plugin by that symbol";
}

const sluice_plugin* table_of(const boost::dll::shared_library& library) {
  const std::string symbol = "sluice_plugin_v" + std::to_string(SLUICE_ABI_MAJOR);
  if (!library.has(symbol)) throw LoadError(no_entry(library));
  auto& entry = library.get<const sluice_plugin*(std::uint64_t)>(symbol);
  try {
    if (const sluice_plugin* table = entry(SLUICE_ABI_MINOR)) return table;
  } catch (...) {
    throw LoadError("its " + symbol + " threw an exception, which may not leave a plugin");
  }
  throw LoadError("its " + symbol + " answered no table; " + this_host() + ", which may be too old for it");
}

void check_table(const sluice_plugin& table) {
  if (table.size < smallest_table || table.size > largest_table) {
    throw LoadError("its table says that it has " + std::to_string(table.size) + " bytes; " + this_host() +
                    ", where a table has " + std::to_string(smallest_table) + " or more");
  }
  for (const auto& [missing, name] :
       {std::pair{table.create == nullptr, "create"}, std::pair{table.run == nullptr, "run"},
        std::pair{table.destroy == nullptr, "destroy"}}) {
    if (missing)
      throw LoadError(std::string("its table has no ") + name + "; " + this_host() + ", which needs it");
  }
}

pipeline::PluginDescription manifest_of(const sluice_plugin& table) {
  const auto [data, size] = table.manifest;
  if (data == nullptr || size == 0) throw LoadError("its table has no manifest");
  if (size > largest_manifest) {
    throw LoadError("its manifest has " + std::to_string(size) + " bytes, and at most " +
                    std::to_string(largest_manifest) + " are read");
  }
  auto manifest = parse_manifest({data, static_cast<std::size_t>(size)});
  if (!manifest.roles.empty() && table.serve == nullptr) {
    throw LoadError("its manifest offers the role \"" + manifest.roles.front().role +
                    "\", but its table has no serve");
  }
  return manifest;
}

}  // namespace

Plugin open_plugin(const fs::path& path) {
  try {
    Plugin plugin;
    plugin.path = checked_file(path);
    plugin.table = table_of(load(plugin.path));
    check_table(*plugin.table);
    plugin.manifest = manifest_of(*plugin.table);
    plugin.manifest.library = plugin.path;
    plugin.manifest.abi_minor = plugin.table->minor;
    return plugin;
  } catch (const LoadError& error) {
    throw LoadError(path.string() + " is no plugin: " + error.what());
  } catch (const ManifestError& error) {
    throw LoadError(path.string() + " is no plugin: " + error.what());
  }
}

}  // namespace sluice::loader
