#include "host/loader/catalog.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "host/loader/manifest.hpp"
#include "host/loader/plugin.hpp"
#include "host/loader/plugin_process.hpp"

namespace sluice::loader {

namespace fs = std::filesystem;

using pipeline::Catalog;
using pipeline::PluginDescription;

namespace {

constexpr std::chrono::seconds describing_time{5};
constexpr std::uint64_t describing_memory = 512ULL * 1024 * 1024;

bool is_shipped(const fs::path& library) {
  std::error_code error;
  return fs::equivalent(library.parent_path(), shipped_plugins(), error);
}

std::vector<fs::path> libraries(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> found;
  for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    if (entry->path().extension() == ".so") found.push_back(entry->path());
  }
  if (error) {
    throw LoadError("the plugin folder " + folder.string() + " cannot be read: " + error.message());
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// Names that are taken, with who took them.
class Taken {
 public:
  /// The sentence that refuses the plugin, or nothing and its names are taken.
  std::string refuse(const PluginDescription& plugin) {
    if (const auto found = plugins_.find(plugin.plugin); found != plugins_.end()) {
      return plugin.library.string() + " is refused: " + found->second.filename().string() +
             " is the plugin \"" + plugin.plugin + "\" already";
    }
    for (const auto& stage : plugin.stages) {
      if (const auto found = stages_.find(stage.id); found != stages_.end()) {
        return plugin.library.string() + " is refused: " + found->second.filename().string() +
               " offers the stage \"" + stage.id + "\" already";
      }
    }
    plugins_[plugin.plugin] = plugin.library;
    for (const auto& stage : plugin.stages) stages_[stage.id] = plugin.library;
    return {};
  }

 private:
  std::map<std::string, fs::path> plugins_, stages_;
};

using Described = std::variant<PluginDescription, std::string>;

/// Describes one library after the other in the same child, since a process costs more than all of a folder's
/// plugins: until one of them ends it.
class Describer {
 public:
  explicit Describer(std::chrono::milliseconds limit) {
    limits_.time = limit;
    limits_.memory = describing_memory;
    limits_.grace = std::chrono::milliseconds(500);
  }

  Described describe(const fs::path& library) {
    const bool alone = !process_;
    try {
      if (alone) process_.emplace(library, HostSide{}, limits_);
      return describe_there(library);
    } catch (const StageFault& fault) {
      process_.reset();
      // In company it may have been another's doing: what it does by itself is what is said of it.
      return alone ? no_plugin(library, fault.what()) : describe(library);
    } catch (const std::exception& error) {
      return no_plugin(library, error.what());
    }
  }

 private:
  Described describe_there(const fs::path& library) {
    Frame open(FrameKind::open);
    open.number(frame_protocol).number(static_cast<std::int64_t>(limits_.memory)).text(library.string());
    const auto answer = process_->enter(std::move(open), "while it was opened");
    if (answer.code < 0) return answer.text;
    // Read as strictly as the manifest itself: what comes over the line is the plugin's process's word.
    const Json document = parse_document(answer.text);
    PluginDescription description = parse_manifest(to_text(document.at("manifest")));
    description.abi_minor = document.at("abi_minor").get<std::uint64_t>();
    description.library = library;
    description.shipped = is_shipped(library);
    return description;
  }

  static std::string no_plugin(const fs::path& library, const std::string& why) {
    return library.string() + " is no plugin: " + why;
  }

  Limits limits_;
  std::optional<PluginProcess> process_;
};

}  // namespace

std::variant<PluginDescription, std::string> describe(const fs::path& library,
                                                      std::chrono::milliseconds limit) {
  return Describer(limit).describe(fs::absolute(library).lexically_normal());
}

Catalog scan(const fs::path& folder) {
  Catalog catalog;
  catalog.folder = fs::absolute(folder).lexically_normal();
  Taken taken;
  Describer describer(describing_time);
  for (const fs::path& library : libraries(catalog.folder)) {
    auto described = describer.describe(library);
    if (const auto* why = std::get_if<std::string>(&described)) {
      catalog.refused.push_back({library, *why});
      continue;
    }
    auto& plugin = std::get<PluginDescription>(described);
    if (auto why = taken.refuse(plugin); !why.empty()) {
      catalog.refused.push_back({library, std::move(why)});
    } else {
      catalog.plugins.push_back(std::move(plugin));
    }
  }
  catalog.describe = [](const fs::path& library) { return describe(library, describing_time); };
  return catalog;
}

}  // namespace sluice::loader
