#include "host/engine/call_desk.hpp"

#include <utility>

#include "host/pipeline/schema_validator.hpp"
#include "sluice/abi.h"

namespace sluice::engine {

namespace {

std::string_view group_of(std::string_view method) {
  return method.substr(0, method.find('.'));
}

void check_params(const std::string& method, const Json& params) {
  const auto* validator = contract_validator(group_of(method), method + ".params");
  if (validator == nullptr) return;
  const auto faults = validator->faults(params);
  if (!faults.empty()) throw DocumentError(method + ": " + faults.front());
}

loader::CallResult fault(std::int32_t code, std::string sentence) {
  return {code, {}, std::move(sentence)};
}

}  // namespace

CallDesk::CallDesk(const Methods& methods, journal::Journal* journal, std::function<bool()> cancelled)
    : methods_(methods), journal_(journal), cancelled_(std::move(cancelled)) {}

loader::CallResult CallDesk::call(const Caller& caller, std::string_view method, std::string_view params) {
  const std::string name(method);
  Json parsed, result;
  loader::CallResult answer;
  try {
    parsed = parse_document(params);
    answer = guarded(caller, name, parsed, result);
  } catch (const DocumentError& error) {
    answer = fault(SLUICE_MALFORMED, name + ": " + error.what());
  }
  if (journal_ != nullptr) {
    if (answer.code < 0) result = {{"error", answer.error}};
    journal_->call({caller.stage, name, std::move(parsed), answer.code, std::move(result)});
  }
  return answer;
}

loader::CallResult CallDesk::guarded(const Caller& caller, const std::string& method, const Json& params,
                                     Json& result) {
  try {
    result = dispatch(caller, method, params);
    return {SLUICE_DONE, to_text(result), {}};
  } catch (const Denied& error) {
    denial_ = error.what();
    return fault(SLUICE_DENIED, error.what());
  } catch (const Absent& error) {
    return fault(SLUICE_ABSENT, error.what());
  } catch (const DocumentError& error) {
    return fault(SLUICE_MALFORMED, error.what());
  } catch (const Json::exception& error) {
    return fault(SLUICE_MALFORMED, method + ": " + error.what());
  } catch (const forge::ForgeError& error) {
    if (error.kind == forge::ForgeError::Kind::outage) outage_ = error.what();
    return fault(SLUICE_FAULT, error.what());
  } catch (const git::RemoteOutage& error) {
    outage_ = error.what();
    return fault(SLUICE_FAULT, error.what());
  } catch (const std::exception& error) {
    return fault(SLUICE_FAULT, error.what());
  }
}

Json CallDesk::dispatch(const Caller& caller, const std::string& method, const Json& params) {
  if (cancelled_()) throw git::GitError("the pass was told to stop");
  const auto found = methods_.find(method);
  if (found == methods_.end()) throw DocumentError("this host has no method \"" + method + "\"");
  check_params(method, params);
  Json result = found->second(caller, params);
  return result;
}

std::optional<std::string> CallDesk::take_outage() {
  return std::exchange(outage_, std::nullopt);
}
std::optional<std::string> CallDesk::take_denial() {
  return std::exchange(denial_, std::nullopt);
}

}  // namespace sluice::engine
