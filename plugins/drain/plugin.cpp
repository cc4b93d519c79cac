// drain: what a review found in a merged release is answered before the next window is built.

#include "sluice/plugin.hpp"

#include "drain.hpp"

namespace sluice::drain {
namespace {

constexpr const char* kManifest = R"({
  "schema": 1,
  "plugin": "drain",
  "version": ")" SLUICE_VERSION R"(",
  "basis": ")" SLUICE_BASIS R"(",
  "summary": "Has an agent program fix or reject what the review of a merged release found.",
  "stages": [
    {
      "id": "drain",
      "summary": "Answers the open findings of merged releases: fixes on their branch, rejections in their threads.",
      "effects": ["push.rewrite", "reply", "comment.pull", "issue"],
      "writes": ["fixes"],
      "agents": ["drain"],
      "config": [
        {"key": "past_cap", "type": "string", "default": "defer",
         "summary": "What no attempt answered is put off (defer), left with a notice (quarantine) or holds the pass (hold)."},
        {"key": "install", "type": "strings", "default": [],
         "summary": "The command that makes the work tree ready; where it fails the session is told."},
        {"key": "install_seconds", "type": "integer", "default": 600, "minimum": 1,
         "summary": "After how many seconds the install command is killed."},
        {"key": "prompt", "type": "file", "default": "",
         "summary": "A template in the place of the plugin's own."},
        {"key": "settle_grace", "type": "integer", "default": 600, "minimum": 0,
         "summary": "For how many seconds after the merge the words of the review are waited for."},
        {"key": "attempts", "type": "integer", "default": 3, "minimum": 1,
         "summary": "How many sessions may fail over one release."}
      ]
    }
  ]
})";

std::unique_ptr<Stage> make(const std::string& /*stage*/) {
  return std::make_unique<Drain>();
}

}  // namespace
}  // namespace sluice::drain

SLUICE_PLUGIN(sluice::drain::kManifest, sluice::drain::make)
