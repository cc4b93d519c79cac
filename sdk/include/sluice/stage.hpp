#pragma once
// A stage, and what it is handed.

#include <memory>
#include <string>

#include "sluice/effects.hpp"
#include "sluice/facts.hpp"
#include "sluice/git.hpp"
#include "sluice/outcome.hpp"

namespace sluice {

/// The pipeline's settings and what does not change while the stage runs.
struct Snapshot {
  std::string stage;  ///< Its id in the pipeline.
  bool dry_run = false;
  struct Branches {  ///< Names by role, raw bytes.
    std::string main, develop, queue, fixes;
  } branches;
  struct Bot {
    std::string dialect, login, context, ask;  ///< context: of its status; ask: the words that ask it.
  } bot;
  std::string viewer;    ///< The login this pass acts as.
  std::int64_t cap = 0;  ///< The file cap in force.
  std::string cap_from;  ///< Where it was read: the plan, the pipeline, the bot's own refusal.
  bool lane = false;     ///< An enabled stage serves the express lane.
  Time now = 0;          ///< Of the pass.
  std::string basis;     ///< What attempts are counted by: code and settings that an attempt was made with.
  std::string pass;      ///< Which pass this is, as a marker's value.
  static Snapshot parse(const Json& document);  ///< schema/stage.schema.json; throws DocumentError.
};

/// All that a stage may reach. It lives while the entry runs; keep nothing of it.
struct Pass {
  Snapshot snapshot;
  Json config;  ///< The stage's own table, defaults filled in by the host.
  const Host& host;
  Facts facts;
  Git git;
  Effects effects;

  /// One decision on each commit, for host explain: verdict is the schema's word, why the fact that decided
  /// it.
  void note(const std::string& verdict, const std::vector<std::pair<Sha, std::string>>& commits) const;
};

/// One instance of a stage, the SDK's to destroy. Thread: one at a time, the one that entered. An exception
/// is the stage's red: HostFault and RedError of run by their own sentence, another as a fault of the stage.
class Stage {
 public:
  virtual ~Stage() = default;
  virtual Outcome run(Pass& pass) = 0;
  /// Serves a role; nullopt when this stage does not offer it.
  virtual std::optional<Json> serve(Pass& pass, const std::string& role, const Json& request);
};

}  // namespace sluice
