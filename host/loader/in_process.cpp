// An instance in this process: a fence against mistakes, not a sandbox.

#include <exception>

#include "host/loader/host_table.hpp"
#include "host/loader/plugin.hpp"
#include "host/loader/printable.hpp"
#include "host/loader/stage_instance.hpp"

namespace sluice::loader {

namespace {

constexpr std::uint64_t largest_answer = 64 * 1024 * 1024;

sluice_text lend(std::string_view text) {
  return {text.data(), text.size()};
}

class InProcess : public StageInstance {
 public:
  InProcess(const Plugin& plugin, std::string_view stage, std::string_view config, HostSide host)
      : plugin_(*plugin.table), name_(name(plugin, stage)), log_(host.log), host_(std::move(host)) {
    const HostTable::Entry entry(host_);
    const std::int32_t code =
        guarded("create", [&] { return plugin_.create(host_.table(), lend(stage), lend(config), &self_); });
    if (code != SLUICE_DONE) throw StageFault(refusal("create", code));
  }

  ~InProcess() override {
    try {
      const HostTable::Entry entry(host_);
      guarded("destroy", [&] {
        plugin_.destroy(self_);
        return SLUICE_DONE;
      });
    } catch (const StageFault& fault) {
      if (log_) log_(SLUICE_LOG_ERROR, fault.what());
    }
  }

  std::string run(std::string_view snapshot) override {
    const HostTable::Entry entry(host_);
    sluice_text outcome{nullptr, 0};
    const std::int32_t code = guarded("run", [&] { return plugin_.run(self_, lend(snapshot), &outcome); });
    if (code != SLUICE_DONE) throw StageFault(refusal("run", code));
    return copy("outcome", outcome);
  }

  std::optional<std::string> serve(std::string_view role, std::string_view request) override {
    if (plugin_.serve == nullptr) return std::nullopt;
    const HostTable::Entry entry(host_);
    sluice_text reply{nullptr, 0};
    const std::int32_t code =
        guarded("serve", [&] { return plugin_.serve(self_, lend(role), lend(request), &reply); });
    if (code == SLUICE_ABSENT) return std::nullopt;
    if (code != SLUICE_DONE) throw StageFault(refusal("serve", code));
    return copy("reply", reply);
  }

 private:
  static std::string name(const Plugin& plugin, std::string_view stage) {
    return "the stage \"" + printable(stage, 64) + "\" of " + plugin.path.filename().string();
  }

  /// No exception may leave a plugin. One that does is turned into text here, while its library is mapped.
  template <typename Function>
  std::int32_t guarded(std::string_view function, Function function_of_table) {
    try {
      return function_of_table();
    } catch (const std::exception& error) {
      throw StageFault(name_ + " let an exception leave its " + std::string(function) +
                       ", which the contract forbids: " + printable(error.what(), 1000));
    } catch (...) {
      throw StageFault(name_ + " let something that is no std::exception leave its " + std::string(function) +
                       ", which the contract forbids");
    }
  }

  std::string refusal(std::string_view function, std::int32_t code) const {
    std::string sentence = name_ + " answered " + std::to_string(code) + " to " + std::string(function);
    const std::string& why = host_.last_error_line();
    return sentence + (why.empty() ? " and logged no error that says why" : ": " + why);
  }

  std::string copy(std::string_view what, sluice_text text) const {
    if (text.data == nullptr || text.size == 0) throw StageFault(name_ + " answered no " + std::string(what));
    if (text.size > largest_answer) {
      throw StageFault(name_ + " answered " + std::string(what) + " of " + std::to_string(text.size) +
                       " bytes; at most " + std::to_string(largest_answer) + " are read");
    }
    return {text.data, static_cast<std::size_t>(text.size)};
  }

  const sluice_plugin& plugin_;
  std::string name_;
  std::function<void(int, std::string_view)> log_;
  HostTable host_;
  void* self_ = nullptr;
};

}  // namespace

std::unique_ptr<StageInstance> create_in_process(const Plugin& plugin, std::string_view stage,
                                                 std::string_view config, HostSide host) {
  return std::make_unique<InProcess>(plugin, stage, config, std::move(host));
}

}  // namespace sluice::loader
