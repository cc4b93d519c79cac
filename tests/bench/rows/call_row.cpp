// What a call costs: the stage builds and writes 300 bytes, the host reads, checks against the schema and
// answers with 300 bytes, the stage reads those. What the method itself does is left out.

#include <chrono>
#include <stdexcept>

#include "bench/bench.hpp"
#include "host/loader/plugin.hpp"
#include "host/loader/stage_instance.hpp"
#include "host/pipeline/schema_validator.hpp"
#include "sluice/abi.h"
#include "sluice/json.hpp"

namespace sluice::bench {
namespace {

constexpr std::size_t message = 300;

const std::filesystem::path library = std::filesystem::path(SLUICE_TEST_PLUGINS) / "abi/steady_calls.so";

/// The host's part, as the engine does it before and after the method.
loader::CallResult answer(std::string_view method, std::string_view params) {
  if (params.size() < message)
    throw std::logic_error("the call carries " + std::to_string(params.size()) + " bytes");
  const auto* schema =
      contract_validator(method.substr(0, method.find('.')), std::string(method) + ".params");
  if (schema == nullptr || !schema->faults(parse_document(params)).empty())
    return {SLUICE_MALFORMED, {}, "malformed"};
  return {SLUICE_DONE, to_text({{"receipt", "landed"}, {"reason", std::string(message - 30, 'r')}}), {}};
}

std::string snapshot() {
  return to_text({{"schema", 1},
                  {"stage", "steady-calls"},
                  {"dry_run", false},
                  {"branches", {{"main", "m"}, {"develop", "d"}, {"queue", "q"}, {"fixes", "f"}}},
                  {"bot", {{"dialect", "d"}, {"login", "l"}, {"context", "c"}, {"ask", "a"}}},
                  {"viewer", "v"},
                  {"cap", 1},
                  {"cap_from", "p"},
                  {"lane", false},
                  {"now", 1},
                  {"basis", "b"},
                  {"pass", "p"}});
}

void run(loader::StageInstance& stage, int calls) {
  const Json outcome = parse_document(stage.run(snapshot()));
  if (outcome.at("reason") != std::to_string(calls)) throw std::logic_error("not every call was answered");
}

Outcome call(const Settings& settings) {
  const int calls = settings.scaled(5000);
  const std::string config = to_text({{"calls", calls}, {"body", std::string(message - 60, 'b')}});
  loader::HostSide host;
  host.call = answer;
  const auto within = loader::create_in_process(loader::open_plugin(library), "steady-calls", config, host);
  const auto apart = loader::create_isolated(library, "steady-calls", config, host, loader::Limits{});
  Outcome outcome = race(settings, {.prepare_ours = {},
                                    .ours = [&] { run(*within, calls); },
                                    .prepare_theirs = {},
                                    .theirs = [&] { run(*apart, calls); }});
  outcome.ours *= 1e6 / calls;
  outcome.theirs *= 1e6 / calls;
  outcome.ratio = outcome.ours;
  return outcome;
}

const Declared row({"call", "a call in process, 300 bytes each way (us)",
                    "the same from a process of its own", Bound::at_most, 100, "us", call});

}  // namespace
}  // namespace sluice::bench
