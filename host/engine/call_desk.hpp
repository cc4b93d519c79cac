#pragma once
// Where the calls of stages arrive: parsed, checked against the contract's schemas, dispatched, journaled,
// answered.

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "host/engine/methods.hpp"
#include "host/journal/journal.hpp"
#include "host/loader/stage_instance.hpp"

namespace sluice::engine {

/// One thread: the one on which the stages run.
class CallDesk {
 public:
  /// journal may be null. Everything must outlive the desk.
  CallDesk(const Methods& methods, journal::Journal* journal, std::function<bool()> cancelled);

  /// Never throws: what a method throws becomes the call's code and sentence.
  loader::CallResult call(const Caller& caller, std::string_view method, std::string_view params);

  /// The forge or the network was out in a call since the last take: the sentence.
  std::optional<std::string> take_outage();
  /// A stage asked for what it was not granted since the last take: the sentence.
  std::optional<std::string> take_denial();

 private:
  Json dispatch(const Caller& caller, const std::string& method, const Json& params);
  loader::CallResult guarded(const Caller& caller, const std::string& method, const Json& params,
                             Json& result);

  const Methods& methods_;
  journal::Journal* journal_;
  std::function<bool()> cancelled_;
  std::optional<std::string> outage_, denial_;
};

}  // namespace sluice::engine
