#pragma once
// Which variables of ours a session may be given.

#include <string>

namespace sluice::pipeline {

/// Why not: a phrase that follows the name ("is a credential of the forge ..."); empty when it may.
std::string why_no_session_variable(const std::string& name);

}  // namespace sluice::pipeline
