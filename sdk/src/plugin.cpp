#include "sluice/plugin.hpp"

#include <cstring>
#include <exception>
#include <string_view>

namespace sluice {

namespace {

struct Instance {
  Host host;
  Json config;
  std::unique_ptr<Stage> stage;
  std::string answer;  ///< What the last entry returned: it lives until the next one.

  Pass pass(const Json& snapshot) const {
    return {Snapshot::parse(snapshot), config, host, Facts(host), Git(host), Effects(host)};
  }
};

StageFactory make_stage = nullptr;

std::string_view view(sluice_text text) {
  return text.data == nullptr ? std::string_view() : std::string_view(text.data, text.size);
}

sluice_text lend(const std::string& text) {
  return {text.data(), text.size()};
}

/// Runs an entry; what it throws goes to the host's log and becomes a code below 0.
template <typename Entry>
std::int32_t guarded(const Host& host, std::string_view name, Entry entry) noexcept {
  try {
    try {
      return entry();
    } catch (const std::exception& error) {
      host.log(SLUICE_LOG_ERROR, std::string(name) + ": " + error.what());
    } catch (...) {
      host.log(SLUICE_LOG_ERROR, std::string(name) + ": something that is no std::exception was thrown");
    }
  } catch (...) {
    // Saying why failed as well, out of memory most likely: the code is all that is left.
  }
  return SLUICE_FAULT;
}

Json document(const Outcome& outcome) {
  static constexpr const char* words[] = {"continue", "end", "idle", "red"};
  Json document{
      {"schema", 1}, {"outcome", words[static_cast<int>(outcome.kind)]}, {"reason", outcome.reason}};
  if (outcome.wake_after) document["wake_after"] = *outcome.wake_after;
  return document;
}

/// A stage whose call was denied or failed has nothing to add: its outcome is red with the host's own
/// sentence.
Outcome outcome_of(Instance& instance, const Json& snapshot) {
  Pass pass = instance.pass(snapshot);
  try {
    return instance.stage->run(pass);
  } catch (const HostFault& fault) {
    return Outcome::red(fault.what());
  } catch (const RedError& red) {
    return Outcome::red(red.what());
  }
}

std::int32_t create(const sluice_host* table, sluice_text stage, sluice_text config, void** self) noexcept {
  const Host host(table);
  return guarded(host, "create", [&] {
    const std::string id(view(stage));
    auto made = make_stage(id);
    if (!made) throw std::runtime_error("this plugin has no stage \"" + id + "\"");
    // guarded() catches what new throws: NOLINTNEXTLINE(bugprone-unhandled-exception-at-new)
    *self = new Instance{host, parse_document(view(config)), std::move(made), {}};
    return SLUICE_DONE;
  });
}

std::int32_t run(void* self, sluice_text snapshot, sluice_text* outcome) noexcept {
  auto& instance = *static_cast<Instance*>(self);
  return guarded(instance.host, "run", [&] {
    instance.answer = to_text(document(outcome_of(instance, parse_document(view(snapshot)))));
    *outcome = lend(instance.answer);
    return SLUICE_DONE;
  });
}

std::int32_t serve(void* self, sluice_text role, sluice_text request, sluice_text* reply) noexcept {
  auto& instance = *static_cast<Instance*>(self);
  return guarded(instance.host, "serve", [&]() -> std::int32_t {
    const Json asked = parse_document(view(request));
    Pass pass = instance.pass(asked.at("snapshot"));
    const auto answer = instance.stage->serve(pass, std::string(view(role)), asked.at("request"));
    if (!answer) return SLUICE_ABSENT;
    instance.answer = to_text(*answer);
    *reply = lend(instance.answer);
    return SLUICE_DONE;
  });
}

void destroy(void* self) noexcept {
  auto* instance = static_cast<Instance*>(self);
  const Host host = instance->host;
  guarded(host, "destroy", [&] {
    delete instance;
    return SLUICE_DONE;
  });
}

}  // namespace

/// This layer works with every minor: it reads no more of the host's table than that table's size covers.
const sluice_plugin* plugin_table(const char* manifest, StageFactory factory, std::uint64_t /*host_minor*/) {
  make_stage = factory;
  static const sluice_plugin table{sizeof(sluice_plugin),
                                   SLUICE_ABI_MINOR,
                                   {manifest, std::strlen(manifest)},
                                   create,
                                   run,
                                   serve,
                                   destroy};
  return &table;
}

}  // namespace sluice
