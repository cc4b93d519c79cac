#pragma once
// The own tables of stages and roles, typed by the keys of their manifests.

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "host/pipeline/catalog.hpp"
#include "host/pipeline/table_reader.hpp"
#include "sluice/json.hpp"

namespace sluice::pipeline {

/// The value as a document, checked against the key; null after a problem. A file is read from `folder`.
Json config_value(const ConfigKey& key, const Member& member, const std::string& table,
                  const std::filesystem::path& folder, Problems& problems);

/// Lays each own table over [defaults.config], and that over the manifest's defaults.
class ConfigReader {
 public:
  /// shared is [defaults.config], or null. It and the problems must outlive the reader.
  ConfigReader(std::filesystem::path folder, const Value* shared, Problems& problems)
      : folder_(std::move(folder)), shared_(shared), problems_(problems) {}

  /// own may be null; `name` is how it is called in sentences.
  Json read(const std::vector<ConfigKey>& keys, const Value* own, const std::string& name);
  /// A problem for each key of [defaults.config] that nobody took.
  void finish();

 private:
  std::filesystem::path folder_;
  const Value* shared_;
  Problems& problems_;
  std::set<std::string> used_;
  std::vector<std::string> known_;  ///< Of all tables read.
};

}  // namespace sluice::pipeline
