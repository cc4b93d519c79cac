#include "sluice/host.hpp"

#include <cstddef>

namespace sluice {

namespace {

sluice_text view(std::string_view text) {
  return {text.data(), text.size()};
}

std::string copy(sluice_text text) {
  return text.size == 0 || text.data == nullptr ? std::string() : std::string(text.data, text.size);
}

/// A table may be shorter than ours: a function counts only where its size covers it.
template <typename Function>
bool offers(const sluice_host* table, Function sluice_host::*member) {
  const auto* base = reinterpret_cast<const char*>(table);
  const auto* end = reinterpret_cast<const char*>(&(table->*member)) + sizeof(Function);
  return static_cast<std::uint64_t>(end - base) <= table->size && table->*member != nullptr;
}

}  // namespace

std::optional<Json> Host::call_if_there(std::string_view method, const Json& params) const {
  const std::string name(method);
  if (!offers(table_, &sluice_host::call)) {
    throw HostFault(SLUICE_FAULT, name + ": the host's table of " + std::to_string(table_->size) +
                                      " bytes has no call; this plugin needs a newer host");
  }
  const std::string text = to_text(params);
  sluice_text result{nullptr, 0};
  const std::int32_t code = table_->call(table_->ctx, view(method), view(text), &result);
  if (code == SLUICE_ABSENT) return std::nullopt;
  if (code > 0)
    throw HostFault(code, name + ": the host answered " + std::to_string(code) + ", which is not known here");
  if (code < 0) {
    std::string why = offers(table_, &sluice_host::error) ? copy(table_->error(table_->ctx)) : "";
    if (why.empty()) why = "the host answered " + std::to_string(code) + " and did not say why";
    throw HostFault(code, name + ": " + why);
  }
  try {
    return parse_document({result.data, static_cast<std::size_t>(result.size)});
  } catch (const DocumentError& error) {
    throw HostFault(SLUICE_MALFORMED, name + ": the host's answer cannot be read: " + error.what());
  }
}

Json Host::call(std::string_view method, const Json& params) const {
  auto result = call_if_there(method, params);
  if (!result) throw HostFault(SLUICE_ABSENT, std::string(method) + ": the host has none");
  return *std::move(result);
}

void Host::log(std::int32_t level, std::string_view line) const {
  if (offers(table_, &sluice_host::log)) table_->log(table_->ctx, level, view(line));
}

void Host::progress(std::string_view what, std::uint64_t done, std::uint64_t total) const {
  if (offers(table_, &sluice_host::progress)) table_->progress(table_->ctx, view(what), done, total);
}

bool Host::cancelled() const {
  return offers(table_, &sluice_host::cancelled) && table_->cancelled(table_->ctx) != 0;
}

}  // namespace sluice
