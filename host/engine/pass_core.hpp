#pragma once
// What a pass holds while it runs: the git core, the forge, the facts, the effect log and the methods over
// them.

#include <memory>

#include "host/effects/log.hpp"
#include "host/engine/methods.hpp"
#include "host/engine/pass.hpp"
#include "host/forge/forge.hpp"

namespace sluice::engine {

/// Borrows the pipeline, which outlives it. One thread. Making it opens the clone and the forge: throws
/// git::GitError and forge::ForgeError, and writes nothing.
class PassCore {
 public:
  PassCore(const pipeline::Pipeline& pipeline, const PassOptions& options, effects::Witness witness);

  snapshot::Facts& facts() { return facts_; }
  const effects::GitCore& git() const { return git_; }
  Workbench& bench() { return bench_; }
  const Methods& methods() const { return methods_; }
  effects::Settings& settings() { return settings_; }

 private:
  git::Scratch scratch_;
  git::ObjectStore store_;
  git::History history_;
  git::Picker picker_;
  git::Knots knots_;
  git::Remote remote_;
  std::unique_ptr<forge::Forge> forge_;
  effects::GitCore git_;
  snapshot::Facts facts_;
  effects::Settings settings_;
  effects::Log log_;
  Workbench bench_;
  Methods methods_;
};

/// The forge that the pipeline names. Throws forge::ForgeError.
std::unique_ptr<forge::Forge> open_forge(const pipeline::Pipeline& pipeline, const git::Scratch& scratch,
                                         const PassOptions& options);

}  // namespace sluice::engine
