// repair: a red main is repaired in place.

#include "sluice/plugin.hpp"

#include "repair.hpp"

namespace sluice::repair {
namespace {

constexpr const char* kManifest = R"({
  "schema": 1,
  "plugin": "repair",
  "version": ")" SLUICE_VERSION R"(",
  "basis": ")" SLUICE_BASIS R"(",
  "summary": "Repairs a red main: regenerators first, then an agent, both judged by the repository's own checks.",
  "stages": [
    {
      "id": "repair",
      "summary": "Puts one commit on a red main that makes it green, by regenerators or by an agent.",
      "effects": ["push.repair", "comment.pull", "comment.commit"],
      "writes": ["main"],
      "agents": ["repair"],
      "config": [
        {"key": "workflows", "type": "strings", "default": [],
         "summary": "Whose newest run at main's head makes it red where it failed; without any the stage does nothing."},
        {"key": "alerts", "type": "boolean", "default": false,
         "summary": "An open code-scanning alert on main makes it red, too."},
        {"key": "install", "type": "strings", "default": [],
         "summary": "The command that makes a work tree ready; it may leave ignored files only."},
        {"key": "install_seconds", "type": "integer", "default": 600, "minimum": 1,
         "summary": "Its clock."},
        {"key": "regenerate", "type": "commands", "default": [],
         "summary": "What writes generated files anew; how they end says nothing."},
        {"key": "verify", "type": "commands", "default": [],
         "summary": "What must be green over a repair, in order; they may leave ignored files only."},
        {"key": "command_seconds", "type": "integer", "default": 1800, "minimum": 1,
         "summary": "The clock of each of these commands."},
        {"key": "attempts", "type": "integer", "default": 3, "minimum": 1,
         "summary": "Failed sessions and repairs in a row after which main is a person's."},
        {"key": "prompt", "type": "file", "default": "",
         "summary": "A template in the stead of the plugin's own."}
      ]
    }
  ]
})";

std::unique_ptr<Stage> make(const std::string& /*stage*/) {
  return std::make_unique<Repair>();
}

}  // namespace
}  // namespace sluice::repair

SLUICE_PLUGIN(sluice::repair::kManifest, sluice::repair::make)
