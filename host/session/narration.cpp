#include "host/session/narration.hpp"

#include "sluice/json.hpp"

namespace sluice::session {

namespace {

constexpr std::size_t kLongestLine = 1 << 20, kShown = 2000, kKept = 4000, kOwnLines = 200;

std::string text_of(const Json& event, const char* key) {
  const auto found = event.find(key);
  return found != event.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// A tool call in one line: its name and the start of what it was given.
std::string tool_call(const Json& part) {
  const auto input = part.find("input");
  return "[" + text_of(part, "name") + "] " + (input == part.end() ? "" : to_text(*input).substr(0, 300));
}

}  // namespace

Narration::Narration(Output output, std::function<void(std::string_view)> line)
    : output_(output), line_(std::move(line)) {}

void Narration::take(std::string_view piece) {
  spoke_ = spoke_ || !piece.empty();
  while (!piece.empty()) {
    const auto end = piece.find('\n');
    const std::size_t room = kLongestLine - rest_.size();
    const std::size_t length = std::min(room, std::min(end, piece.size()));
    rest_.append(piece.substr(0, length));
    const bool ended = length == end;
    piece.remove_prefix(length + (ended ? 1 : 0));
    if (ended || rest_.size() == kLongestLine) read(std::exchange(rest_, {}));
  }
}

void Narration::finish() {
  if (!rest_.empty()) read(std::exchange(rest_, {}));
}

void Narration::read(std::string_view line) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  if (output_ == Output::stream_json && line.starts_with('{')) return read_event(line);
  keep(line);
  say(line);
}

void Narration::read_event(std::string_view line) {
  Json event;
  try {
    event = parse_document(line);
  } catch (const DocumentError&) {
    return say("(an event that cannot be read)");
  }
  const std::string type = text_of(event, "type");
  if (type == "system" && text_of(event, "subtype") == "init") {
    say("session: model " + text_of(event, "model"));
  } else if (type == "result") {
    keep(text_of(event, "result"));
    say("result: " + text_of(event, "subtype") + " " + text_of(event, "result"));
  } else if (type == "assistant") {
    for (const auto& part : event.value("/message/content"_json_pointer, Json::array())) {
      const std::string kind = part.is_object() ? text_of(part, "type") : "";
      if (kind == "text") say(text_of(part, "text"));
      if (kind == "tool_use") say(tool_call(part));
    }
  }
}

void Narration::say(std::string_view text) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (!line.empty()) line_(line.substr(0, kShown));
  }
}

void Narration::keep(std::string_view text) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    own_.emplace_back(line.substr(0, kKept));
    if (own_.size() > kOwnLines) own_.pop_front();
  }
}

}  // namespace sluice::session
