#include "sluice/work.hpp"

#include "answer.hpp"
#include "sluice/say.hpp"

namespace sluice {

namespace {

Left left_of(const Json& answer) {
  return {maybe<Sha>(answer, "head"), answer.at("fault"), answer.at("operation"),
          list<std::string>(answer.at("dirty"), bytes_of)};
}

Ended::Kind ended_kind(const std::string& word) {
  if (word == "not_started") return Ended::Kind::not_started;
  if (word == "limited") return Ended::Kind::limited;
  if (word == "failed") return Ended::Kind::failed;
  if (word == "finished") return Ended::Kind::finished;
  throw DocumentError("a session is not_started, limited, failed or finished, not \"" + word + "\"");
}

Ended ended_of(const Json& answer) {
  return {ended_kind(answer.at("end")), answer.at("reason"), answer.at("missing"),
          maybe<Time>(answer, "lifts_at"), bytes_of(answer.at("tail"))};
}

}  // namespace

std::optional<std::string> unfinished(const Left& left) {
  if (!left.head) return "what it left cannot be read: " + left.fault;
  if (!left.operation.empty()) return "it left a " + left.operation + " open";
  if (!left.dirty.empty()) return "it left files that no commit holds: " + say::paths(left.dirty);
  if (!left.fault.empty()) return left.fault;
  return std::nullopt;
}

WorkTree::WorkTree(const Host& host, const Layout& layout) : host_(&host) {
  Json params{{"at", layout.at}};
  if (!layout.picks.empty()) params["picks"] = layout.picks;
  if (layout.merging) params["merging"] = *layout.merging;
  if (layout.recorded) params["recorded"] = true;
  ask(host, "work.open", params, [this](const Json& answer) {
    unmerged_ = list<std::string>(answer.at("unmerged"), bytes_of);
    work_ = answer.at("work");
    return 0;
  });
}

WorkTree::~WorkTree() {
  try {
    host_->call("work.close", {{"work", work_}});
  } catch (const std::exception&) {
    // The pass is being stopped: the host removes it when the stage has ended.
  }
}

CommandEnd WorkTree::run(const std::vector<std::string>& command, std::int64_t seconds) const {
  return ask(*host_, "work.run", {{"work", work_}, {"command", command}, {"seconds", seconds}},
             [](const Json& answer) {
               return CommandEnd{answer.at("ok"), answer.at("reason"), bytes_of(answer.at("tail"))};
             });
}

void WorkTree::reset(const Sha& at) const {
  host_->call("work.reset", {{"work", work_}, {"at", at}});
}

Left WorkTree::look() const {
  return ask(*host_, "work.look", {{"work", work_}}, left_of);
}

std::optional<std::string> WorkTree::take(const Sha& head) const {
  try {
    host_->call("work.take", {{"work", work_}, {"head", head}});
    return std::nullopt;
  } catch (const HostFault& fault) {
    if (fault.code == SLUICE_DENIED || fault.code == SLUICE_MALFORMED || host_->cancelled()) throw;
    return "its commits cannot be read: " + std::string(fault.what());
  }
}

Sha WorkTree::snapshot() const {
  return ask(*host_, "work.snapshot", {{"work", work_}},
             [](const Json& answer) { return answer.at("tree").get<Sha>(); });
}

std::optional<std::string> WorkTree::file(const std::string& name, std::int64_t at_most) const {
  return ask(*host_, "work.file", {{"work", work_}, {"name", name}, {"at_most", at_most}},
             [](const Json& answer) -> std::optional<std::string> {
               const Json& text = answer.at("text");
               if (text.is_null()) return std::nullopt;
               return bytes_of(text);
             });
}

WorkTree::Start WorkTree::start(const std::string& step, const std::string& prompt) const {
  return ask(
      *host_, "session.start", {{"work", work_}, {"step", step}, {"prompt", json_bytes(prompt)}},
      [](const Json& answer) {
        if (answer.at("started").get<bool>()) return Start{answer.at("session").get<std::int64_t>(), {}, {}};
        return Start{{}, answer.at("reason").get<std::string>(), maybe<std::int64_t>(answer, "wake_after")};
      });
}

Ended WorkTree::wait(std::int64_t session) const {
  return ask(*host_, "session.wait", {{"session", session}}, ended_of);
}

}  // namespace sluice
