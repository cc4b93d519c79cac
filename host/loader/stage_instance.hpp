#pragma once
// One instance of a stage, in this process or in a child: the engine cannot tell which.

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace sluice::loader {

struct Plugin;  // host/loader/plugin.hpp

/// The stage crashed, hung, ran away, or answered what is no document: one sentence, which makes the pass
/// red.
struct StageFault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What a call gave: code as in abi.h (0 done, above 0 expected, below 0 a fault), the result document, and
/// for a fault the sentence that says why.
struct CallResult {
  std::int32_t code = 0;
  std::string document = {};
  std::string error = {};
};

using CallHandler = std::function<CallResult(std::string_view method, std::string_view params)>;

/// What an instance may ask of the host. Called on the thread that is inside run, serve or create; must
/// outlive the instance. What `call` throws becomes a fault of that call.
struct HostSide {
  CallHandler call;
  std::function<void(int level, std::string_view line)> log;
  std::function<void(std::string_view what, std::uint64_t done, std::uint64_t total)> progress;
  std::function<bool()> cancelled;
};

/// Used by the one thread that made it. Destroying it destroys the instance in the plugin, and ends and reaps
/// the child where there is one.
class StageInstance {
 public:
  virtual ~StageInstance() = default;
  /// The outcome document as the plugin wrote it, copied; not validated. Throws StageFault.
  virtual std::string run(std::string_view snapshot) = 0;
  /// The reply to a role's request (a document of {"schema", "snapshot", "request"}:
  /// schema/stage.schema.json); nullopt when this plugin does not offer the role. Throws StageFault.
  virtual std::optional<std::string> serve(std::string_view role, std::string_view request) = 0;
};

/// Throws StageFault when the plugin's create refuses.
std::unique_ptr<StageInstance> create_in_process(const Plugin& plugin, std::string_view stage,
                                                 std::string_view config, HostSide host);

struct Limits {
  std::chrono::milliseconds time{
      std::chrono::minutes(10)};                 ///< Of the plugin's own work: stops inside host calls.
  std::uint64_t memory = 1024ULL * 1024 * 1024;  ///< Bytes that it may take beyond its start; 0 is none.
  std::chrono::milliseconds grace{2000};         ///< Between SIGTERM and SIGKILL.
};

/// The same in a child of its own: a crash, hang, exit or runaway is this stage's fault and never the host's.
std::unique_ptr<StageInstance> create_isolated(const std::filesystem::path& plugin, std::string_view stage,
                                               std::string_view config, HostSide host, const Limits& limits);

}  // namespace sluice::loader
