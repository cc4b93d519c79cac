// An instance in a process of its own.

#include "host/loader/plugin_process.hpp"
#include "host/loader/printable.hpp"
#include "sluice/abi.h"

namespace sluice::loader {

namespace {

class Isolated : public StageInstance {
 public:
  Isolated(const std::filesystem::path& plugin, std::string_view stage, std::string_view config,
           HostSide host, const Limits& limits)
      : stage_("the stage \"" + printable(stage, 64) + "\""),
        log_(host.log),
        process_(plugin, std::move(host), limits) {
    Frame open(FrameKind::open);
    open.number(frame_protocol).number(static_cast<std::int64_t>(limits.memory)).text(plugin.string());
    answered(process_.enter(std::move(open), "while it was opened"));
    Frame create(FrameKind::create);
    create.text(stage).text(config);
    answered(process_.enter(std::move(create), "while it made " + stage_));
  }

  ~Isolated() override {
    try {
      process_.enter(Frame(FrameKind::destroy), "while it took down " + stage_);
    } catch (const StageFault& fault) {
      if (log_ && !faulted_) log_(SLUICE_LOG_ERROR, fault.what());
    }
  }

  std::string run(std::string_view snapshot) override {
    Frame frame(FrameKind::run);
    frame.text(snapshot);
    return answered(enter(std::move(frame), "while it ran " + stage_)).text;
  }

  std::optional<std::string> serve(std::string_view role, std::string_view request) override {
    Frame frame(FrameKind::serve);
    frame.text(role).text(request);
    auto answer =
        answered(enter(std::move(frame), "while it served the role \"" + printable(role, 64) + "\""));
    if (answer.code == SLUICE_ABSENT) return std::nullopt;
    return std::move(answer.text);
  }

 private:
  PluginProcess::Answer enter(Frame frame, const std::string& doing) {
    faulted_ = true;  // Until it answers: its end then needs no second sentence.
    auto answer = process_.enter(std::move(frame), doing);
    faulted_ = false;
    return answer;
  }

  static PluginProcess::Answer answered(PluginProcess::Answer answer) {
    if (answer.code < 0) throw StageFault(answer.text);
    return answer;
  }

  std::string stage_;
  std::function<void(int, std::string_view)> log_;
  PluginProcess process_;
  bool faulted_ = false;
};

}  // namespace

std::unique_ptr<StageInstance> create_isolated(const std::filesystem::path& plugin, std::string_view stage,
                                               std::string_view config, HostSide host, const Limits& limits) {
  return std::make_unique<Isolated>(std::filesystem::absolute(plugin), stage, config, std::move(host),
                                    limits);
}

}  // namespace sluice::loader
