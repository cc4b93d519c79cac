#pragma once
// The [[stage]] tables and [defaults].

#include <filesystem>
#include <map>
#include <memory>
#include <vector>

#include "host/pipeline/pipeline.hpp"
#include "host/pipeline/stage_config.hpp"
#include "host/pipeline/table_reader.hpp"

namespace sluice::pipeline {

/// What [defaults] says for every stage.
struct Defaults {
  std::optional<Isolation> isolation;
  std::int64_t seconds = 600, memory_mb = 1024;
  const Value* config = nullptr;  ///< [defaults.config]: keys for each stage and role that takes them.
};

Defaults read_defaults(TableReader table);

/// Reads every [[stage]] in order, and keeps the plugins that stages name by path.
class StageTables {
 public:
  StageTables(const Catalog& catalog, const Defaults& defaults, ConfigReader& configs,
              std::filesystem::path folder, Problems& problems);

  Stage read(const Value& table);
  /// Every plugin that roles may be bound to.
  std::vector<const PluginDescription*> plugins() const;

 private:
  struct Offer {
    const PluginDescription* plugin = nullptr;
    const StageDescription* stage = nullptr;
  };

  void read_id(TableReader& reader, Stage& stage);
  std::optional<Offer> find(TableReader& reader, const Stage& stage);
  const PluginDescription* named_by_path(TableReader& reader, const std::string& path);
  void explain_unknown(Place place, const std::string& uses, const PluginDescription* only);
  void read_limits(TableReader& reader, const Offer& offer, Stage& stage);
  void read_grants(TableReader& reader, const StageDescription& offered, Stage& stage);
  std::vector<std::string> narrowed(TableReader& reader, const std::string& key,
                                    const std::vector<std::string>& offered, const std::string& stage);

  const Catalog& catalog_;
  Defaults defaults_;
  ConfigReader& configs_;
  std::filesystem::path folder_;
  Problems& problems_;
  std::map<std::string, int> lines_;                                             ///< Of each id.
  std::map<std::filesystem::path, std::unique_ptr<PluginDescription>> by_path_;  ///< Null: refused.
};

}  // namespace sluice::pipeline
