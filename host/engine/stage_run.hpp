#pragma once
// One stage of a pass: its instance, its grants, its outcome.

#include <memory>

#include "host/engine/call_desk.hpp"
#include "host/engine/pass.hpp"
#include "host/loader/stage_instance.hpp"

namespace sluice::engine {

/// What a stage of the pipeline, or a role, was granted.
effects::Grants grants_of(const std::vector<std::string>& effects, const std::vector<std::string>& writes);

/// Where a library is to be opened, and how.
struct Opening {
  std::filesystem::path library;
  bool isolated = false;
  loader::Limits limits;
};
Opening opening_of(const pipeline::Stage& stage);
/// A role of a plugin that is none of the shipped ones is served in a child.
Opening opening_of(const pipeline::RoleBinding& role);

/// An instance of it. Throws loader::StageFault and loader::LoadError.
std::unique_ptr<loader::StageInstance> open_instance(const Opening& opening, const std::string& stage,
                                                     const Json& config, loader::HostSide host);

/// The outcome that a stage's document says; red where the document is none.
Outcome read_outcome(const std::string& document);

}  // namespace sluice::engine
