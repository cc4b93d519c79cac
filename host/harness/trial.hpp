#pragma once
// One stage alone: a graph and a forge in, its outcome, effects and decisions out. The stage is the real
// library, run by the real engine over a real clone; only the rest of the pipeline is left out.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "host/pipeline/pipeline.hpp"
#include "host/report/pass_report.hpp"
#include "sluice/json.hpp"

namespace sluice::harness {

/// The plugin that serves a role, under its manifest's grants.
struct Server {
  std::filesystem::path library = {};
  Json config = Json::object();  ///< Its table; the manifest's defaults fill the rest.
};

struct Trial {
  std::filesystem::path library;  ///< The plugin.
  std::string stage;              ///< The id of one of its stages.
  std::filesystem::path clone;
  Json config = Json::object();  ///< Its table; the manifest's defaults fill the rest.
  pipeline::Bot bot = {};        ///< cap 0: the plan's.
  std::string login = "collector";
  std::int64_t now = 0;  ///< The pass's clock.
  bool dry_run = false;
  bool isolated = false;  ///< In a child of the host's binary.
  bool lane = false;      ///< Tell the stage that the express lane is served.
  std::map<std::string, Server> roles = {};
  std::map<std::string, session::Agent> agents = {};  ///< By step; "" is that of every other one.
  std::optional<std::int64_t> budget = {};            ///< Seconds of the pass.
  std::optional<std::string> basis = {};              ///< What the stage and its roles are told as theirs.
};

struct Decision {
  std::string commit, verdict, why;
};

struct Finding {
  report::StageReport stage;        ///< Outcome, reason, wake, effects with their receipts, notices.
  std::vector<Decision> decisions;  ///< What it noted on commits, in order.
};

/// Runs it. Throws what engine::run_pass throws, and std::invalid_argument for a stage or a role that its
/// library lacks.
Finding run(const Trial& trial);

}  // namespace sluice::harness
