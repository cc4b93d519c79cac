#include "sluice/lockfile.hpp"

#include <string>

#include "sluice/outcome.hpp"

namespace sluice {
namespace {

[[noreturn]] void refuse(const std::string& key, const std::string& takes) {
  throw RedError(
      "lockfile." + key + " takes " + takes +
      "; write it as lockfile = { path = \"package-lock.json\", command = [\"npm\", \"install\"] }");
}

bool is_below_the_root(const std::string& path) {
  return path.front() != '/' && ("/" + path + "/").find("/../") == std::string::npos;
}

std::vector<std::string> command_of(const Json& table) {
  const auto found = table.find("command");
  if (found == table.end() || !found->is_array() || found->empty())
    refuse("command", "a list with a program in it");
  std::vector<std::string> command;
  for (const auto& word : *found) {
    if (!word.is_string()) refuse("command", "strings only");
    command.push_back(word.get<std::string>());
  }
  return command;
}

}  // namespace

std::optional<Lockfile> lockfile_of(const Json& config) {
  const auto found = config.find("lockfile");
  if (found == config.end() || found->is_null() || (found->is_object() && found->empty()))
    return std::nullopt;
  if (!found->is_object()) refuse("path", "a table");
  for (const auto& [key, value] : found->items()) {
    if (key != "path" && key != "command" && key != "seconds") refuse(key, "nothing: no such key");
  }
  const auto path = found->find("path");
  if (path == found->end() || !path->is_string() || path->get<std::string>().empty()) {
    refuse("path", "the file's path in the tree");
  }
  if (!is_below_the_root(path->get_ref<const std::string&>())) refuse("path", "a path below the tree's root");
  Lockfile lockfile{path->get<std::string>(), command_of(*found)};
  const auto seconds = found->find("seconds");
  if (seconds == found->end()) return lockfile;
  if (!seconds->is_number_integer() || seconds->get<std::int64_t>() < 1)
    refuse("seconds", "a whole number above 0");
  lockfile.seconds = seconds->get<std::int64_t>();
  return lockfile;
}

}  // namespace sluice
