#include "host/loader/host_table.hpp"

#include "host/loader/printable.hpp"

namespace sluice::loader {

namespace {

// A stage may say much, but not without end: an instance's lines and their bytes, and the bytes of one line
// (longest_line).
constexpr std::uint64_t most_lines = 10'000;
constexpr std::uint64_t most_line_bytes = 4 * 1024 * 1024;

std::string_view view(sluice_text text) {
  return text.data == nullptr ? std::string_view() : std::string_view(text.data, text.size);
}

HostTable& self(void* ctx) {
  return *static_cast<HostTable*>(ctx);
}

}  // namespace

HostTable::HostTable(HostSide side)
    : table_{sizeof(sluice_host),
             SLUICE_ABI_MINOR,
             this,
             call,
             error,
             value,
             quote,
             log,
             progress,
             cancelled},
      side_(std::move(side)) {}

HostTable::Entry::Entry(HostTable& table) : table_(table) {
  if (table.entered_by_.load() != std::thread::id())
    throw StageFault("the instance was entered again before its last entry had returned");
  table.entered_by_ = std::this_thread::get_id();
  table.error_line_.clear();
}

HostTable::Entry::~Entry() {
  table_.entered_by_ = std::thread::id();
  table_.replies_.clear();
}

sluice_text HostTable::keep(std::string text) {
  const std::string& kept = replies_.emplace_back(std::move(text));
  return {kept.data(), kept.size()};
}

/// Runs what a function of the table answers: a CallResult, whose text is kept until the entry returns.
template <typename Answer>
std::int32_t HostTable::answered(sluice_text* result, Answer answer) noexcept {
  if (result != nullptr) *result = {nullptr, 0};
  try {
    if (!entered_here()) return SLUICE_FAULT;  // Not said by error(): that text is the entering thread's.
    try {
      CallResult found = answer();
      if (found.code < 0) error_ = std::move(found.error);
      if (found.code >= 0 && result != nullptr) *result = keep(std::move(found.document));
      return found.code;
    } catch (const std::exception& fault) {
      error_ = fault.what();
    } catch (...) {
      error_ = "the host threw something that is no std::exception";
    }
  } catch (...) {
    // Not even the sentence could be kept.
  }
  return SLUICE_FAULT;
}

std::int32_t HostTable::call(void* ctx, sluice_text method, sluice_text params, sluice_text* result) {
  return self(ctx).answered(result, [&] { return self(ctx).side_.call(view(method), view(params)); });
}

sluice_text HostTable::error(void* ctx) {
  const HostTable& host = self(ctx);
  if (!host.entered_here()) return {nullptr, 0};
  return {host.error_.data(), host.error_.size()};
}

const Json& HostTable::parsed(std::string_view document) {
  if (document_text_.empty() || document != document_text_) {
    document_text_.clear();
    document_ = parse_document(document);
    document_text_ = document;
  }
  return document_;
}

std::int32_t HostTable::value(void* ctx, sluice_text document, sluice_text pointer, sluice_text* result) {
  HostTable& host = self(ctx);
  return host.answered(result, [&]() -> CallResult {
    try {
      const Json& read = host.parsed(view(document));
      const Json::json_pointer at{std::string(view(pointer))};
      if (!read.contains(at)) return {SLUICE_ABSENT};
      const Json& found = read[at];
      const bool bytes = found.is_object() && found.size() == 1 && found.contains("b64");
      return {SLUICE_DONE, found.is_string() || bytes ? bytes_of(found) : to_text(found), {}};
    } catch (const DocumentError& error) {
      return {SLUICE_MALFORMED, {}, error.what()};
    } catch (const Json::exception&) {
      return {SLUICE_MALFORMED, {}, "\"" + printable(view(pointer), 200) + "\" is no JSON pointer"};
    }
  });
}

std::int32_t HostTable::quote(void* ctx, sluice_text text, sluice_text* result) {
  return self(ctx).answered(result, [&]() -> CallResult {
    return {SLUICE_DONE, to_text(json_bytes(view(text))), {}};
  });
}

void HostTable::log(void* ctx, std::int32_t level, sluice_text line) {
  HostTable& host = self(ctx);
  host.answered(nullptr, [&]() -> CallResult {
    if (host.lines_ > most_lines || host.line_bytes_ > most_line_bytes) return {};
    ++host.lines_;
    host.line_bytes_ += std::min<std::uint64_t>(line.size, longest_line);
    const std::string text = printable(view(line), longest_line);
    if (level >= SLUICE_LOG_ERROR) host.error_line_ = text;
    if (!host.side_.log) return {};
    if (host.lines_ > most_lines || host.line_bytes_ > most_line_bytes) {
      host.side_.log(SLUICE_LOG_WARN, "the stage has logged too much: its further lines are dropped");
    } else {
      host.side_.log(std::clamp<int>(level, SLUICE_LOG_DEBUG, SLUICE_LOG_ERROR), text);
    }
    return {};
  });
}

void HostTable::progress(void* ctx, sluice_text what, std::uint64_t done, std::uint64_t total) {
  HostTable& host = self(ctx);
  host.answered(nullptr, [&]() -> CallResult {
    if (host.side_.progress) host.side_.progress(printable(view(what), 200), done, total);
    return {};
  });
}

std::int32_t HostTable::cancelled(void* ctx) {
  HostTable& host = self(ctx);
  return host.answered(nullptr, [&]() -> CallResult {
    return {host.side_.cancelled && host.side_.cancelled() ? 1 : 0, {}, {}};
  });
}

}  // namespace sluice::loader
