// sync: the fixes and the queue follow the tree that the next window is built on.

#include "sluice/plugin.hpp"

#include "fixes.hpp"
#include "queue.hpp"
#include "sluice/lockfile.hpp"

namespace sluice::sync {
namespace {

constexpr const char* kManifest = R"({
  "schema": 1,
  "plugin": "sync",
  "version": ")" SLUICE_VERSION R"(",
  "basis": ")" SLUICE_BASIS R"(",
  "summary": "Replays what the fixes and the queue still owe onto the tree that the next window is built on.",
  "stages": [
    {
      "id": "sync-fixes",
      "summary": "Replays owed fixes onto develop when develop moved from under them.",
      "effects": ["push.rewrite", "comment.pull", "comment.commit"],
      "writes": ["fixes"],
      "roles": ["resolver"],
      "config": [)" SLUICE_LOCKFILE_KEY R"(]
    },
    {
      "id": "sync-queue",
      "summary": "Replays the owed queue onto the fixes while they owe develop something, else onto develop.",
      "effects": ["push.rewrite", "comment.pull", "comment.commit"],
      "writes": ["queue"],
      "roles": ["resolver", "reshaper"],
      "config": [)" SLUICE_LOCKFILE_KEY R"(]
    }
  ]
})";

std::unique_ptr<Stage> make(const std::string& stage) {
  if (stage == "sync-fixes") return std::make_unique<SyncFixes>();
  return std::make_unique<SyncQueue>();
}

}  // namespace
}  // namespace sluice::sync

SLUICE_PLUGIN(sluice::sync::kManifest, sluice::sync::make)
