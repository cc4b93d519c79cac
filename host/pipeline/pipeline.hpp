#pragma once
// A pipeline: which stages run in which order over which branches, as plain data, defaults filled in.

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "host/pipeline/catalog.hpp"
#include "host/pipeline/problem.hpp"
#include "host/session/agent.hpp"

namespace sluice::pipeline {

struct Repository {
  std::string remote = "origin";  ///< A remote of the clone, by name.
  std::string main = "main", develop = "develop", queue = "ai/queue", fixes = "ai/review-fixes";
};

struct Forge {
  std::string kind = "local";
  std::string login = "collector";  ///< local: whom the pass acts as.
  std::optional<std::filesystem::path>
      path;  ///< local: its bare repository, absolute; else the remote's own path.
};

struct Bot {
  std::string dialect = "coderabbit";
  std::string login = "coderabbitai[bot]";   ///< As a forge tells it: a bot's ends in "[bot]".
  std::string context = "CodeRabbit";        ///< Of its commit status.
  std::string ask = "@coderabbitai review";  ///< The one command that we ever post.
  std::string plan = "open-source";
  std::int64_t cap = 0;  ///< Files in one review, from the plan or the table's own cap.
  std::string cap_from;  ///< Which of the two: "the plan open-source", "the pipeline's cap".
};

enum class Isolation : std::uint8_t { in_process, process };

struct Stage {
  std::string id;              ///< Unique in the pipeline.
  std::string uses;            ///< The stage's id in its plugin.
  std::string plugin;          ///< The plugin's name; empty for a disabled stage whose plugin is not there.
  std::string version, basis;  ///< Of the plugin.
  std::filesystem::path library;  ///< Absolute; empty likewise.
  bool enabled = true;
  bool always = false;    ///< Runs after the pass has stopped, and only reports.
  bool optional = false;  ///< The pass goes on past its red.
  bool lane = false;
  Isolation isolation = Isolation::in_process;
  std::int64_t seconds = 0;                  ///< In a child: wall clock outside host calls. 0 is no limit.
  std::int64_t memory_mb = 0;                ///< In a child: address space. 0 is no limit.
  std::vector<std::string> writes, effects;  ///< Granted: the manifest's, narrowed by the pipeline.
  std::vector<std::string> roles;            ///< That it may call.
  std::vector<std::string> agents;           ///< Steps whose agent program it may start.
  Json config = Json::object();              ///< Every key of the manifest; one without a default is absent.
  int line = 0;                              ///< Of its [[stage]].
};

struct RoleBinding {
  std::string role, plugin;
  std::string version = {}, basis = {};
  std::filesystem::path library = {};
  std::vector<std::string> writes = {}, effects = {}, roles = {}, agents = {};  ///< The role's own grants.
  Json config = Json::object();                                                 ///< As a stage's.
};

struct Pipeline {
  std::filesystem::path file;  ///< Absolute.
  std::string text;            ///< Its bytes as they were read: what a digest is of.
  std::string name;            ///< Default: the file's stem.
  Repository repository;
  Forge forge;
  Bot bot;
  std::optional<std::int64_t> budget;            ///< Seconds of one pass.
  std::map<std::string, session::Agent> agents;  ///< By step, each whole; "" is [agent] itself.
  std::vector<Stage> stages;                     ///< In order, disabled ones too.
  std::map<std::string, RoleBinding> roles;

  /// The program of a step's sessions: its own table over [agent]. Null where neither names a command.
  const session::Agent* agent_of(const std::string& step) const;

  /// An enabled stage serves the express lane.
  bool lane() const;
};

/// Reads, checks and completes a pipeline. Problems are every semantic one, by place; of syntax errors the
/// first alone. Throws nothing for what the file holds.
std::variant<Pipeline, std::vector<Problem>> load(const std::filesystem::path& file, const Catalog& catalog);

/// The same for text at hand; `file` says where it is from and what its relative paths start at.
std::variant<Pipeline, std::vector<Problem>> parse(const std::string& text, const std::filesystem::path& file,
                                                   const Catalog& catalog);

}  // namespace sluice::pipeline
