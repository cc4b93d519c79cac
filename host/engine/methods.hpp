#pragma once
// The methods that a stage may call, by name.

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "host/effects/log.hpp"
#include "host/engine/caller.hpp"
#include "host/engine/works.hpp"
#include "sluice/json.hpp"

namespace sluice::engine {

/// What the methods work on: one pass.
struct Workbench {
  effects::GitCore git;
  snapshot::Facts& facts;
  effects::Log& log;
  const effects::Settings& settings;
  /// Long work, for people: what, done, total.
  std::function<void(std::string_view, std::uint64_t, std::uint64_t)> progress;
  std::function<bool()> cancelled;
  /// A stage's decisions on commits, for the journal.
  std::function<void(const Caller&, const Json&)> note;
  /// Serves a role under the caller's grants; throws Absent where none is bound.
  std::function<Json(const Caller&, const std::string& role, const Json& request)> role;
  /// What a session or a command prints, a line at a time, for people; `before` says whose it is.
  std::function<void(std::string_view before, std::string_view line)> said;
  /// The agent program of a step; null where the pipeline has none.
  std::function<const session::Agent*(const std::string& step)> agent;
  std::optional<std::int64_t> budget;     ///< Seconds of the whole pass; nullopt: as long as it takes.
  std::function<std::int64_t()> elapsed;  ///< Seconds since the pass began.
  Works works = {};
};

using Method = std::function<Json(const Caller&, const Json& params)>;
using Methods = std::map<std::string, Method, std::less<>>;

/// All of them over one workbench, which must outlive them. A method throws Denied, Absent, DocumentError for
/// parameters that cannot be read, git::GitError and forge::ForgeError.
Methods make_methods(Workbench& bench);

/// The groups; make_methods puts them together.
void add_fact_methods(Methods& methods, Workbench& bench);
void add_git_methods(Methods& methods, Workbench& bench);
void add_work_methods(Methods& methods, Workbench& bench);
void add_session_methods(Methods& methods, Workbench& bench);

}  // namespace sluice::engine
