#pragma once
// A plugin in a process of its own, from the host's side: started, entered, timed, ended, reaped.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "host/loader/channel.hpp"
#include "host/loader/stage_instance.hpp"

namespace sluice::loader {

/// Starts with the plugin not yet opened: the first entry is to be a frame that opens it. The thread that
/// makes it must outlive it.
class PluginProcess {
 public:
  /// Throws StageFault when the process cannot be started.
  PluginProcess(std::filesystem::path plugin, HostSide host, const Limits& limits);
  ~PluginProcess();  ///< Asks it to end, then ends its group, and reaps it.
  PluginProcess(const PluginProcess&) = delete;
  PluginProcess& operator=(const PluginProcess&) = delete;

  struct Answer {
    std::int32_t code = 0;
    std::string text;
  };
  /// Sends the frame and serves what the plugin asks until it answers. `doing` completes the sentence of a
  /// fault: "while it ran the stage \"port\"". Throws StageFault; the process is gone by then.
  Answer enter(Frame frame, const std::string& doing);

 private:
  class Turn;  ///< One entry's clock.

  Answer listen(Turn& turn, const std::string& doing);
  Answer converse(Turn& turn, const std::string& doing);
  std::optional<Answer> serve(ReceivedFrame frame, Turn& turn);
  void answer_call(ReceivedFrame& frame, Turn& turn);
  void reply(const CallResult& result);
  void wait(const Turn& turn);
  void drain_errors();
  bool exited();
  void stop();
  void reap();
  [[noreturn]] void fail(const std::string& what);
  std::string death(const std::string& doing);

  std::filesystem::path plugin_;
  HostSide host_;
  Limits limits_;
  std::optional<Channel> channel_;
  process::Descriptor errors_;
  std::string error_tail_;
  std::uint64_t lines_ = 0;
  pid_t pid_ = -1;  ///< -1 once it is reaped.
  int status_ = 0;
  std::optional<process::Registered> registered_;
};

}  // namespace sluice::loader
