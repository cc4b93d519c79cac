#pragma once
// What the guards and the effect log need of git and of the pass.

#include <functional>
#include <string>

#include "host/git/history.hpp"
#include "host/git/knots.hpp"
#include "host/git/object_store.hpp"
#include "host/git/pick.hpp"
#include "host/git/remote.hpp"
#include "host/git/scratch.hpp"
#include "host/snapshot/facts.hpp"

namespace sluice::effects {

/// The git core of one pass; its parts live as long as the pass.
struct GitCore {
  const git::Scratch& scratch;
  git::ObjectStore& store;
  git::History& history;
  git::Picker& picker;
  git::Knots& knots;
  git::Remote& remote;
};

/// The pipeline's settings that decide effects.
struct Settings {
  bool dry_run = false;
  std::string status_context;  ///< Of the bot's status.
  std::string bot_login;
  std::string ask_text;       ///< The one command that is ever posted.
  std::int64_t cap = 0;       ///< Files of one window.
  std::int64_t plan_cap = 0;  ///< The pipeline's own, whatever smaller limit the bot has stated since.
  std::string dialect;
  std::int64_t now = 0;  ///< Of the pass.
};

}  // namespace sluice::effects
