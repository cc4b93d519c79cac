#include "sluice/facts.hpp"

#include "answer.hpp"

namespace sluice {

namespace {

Pull::State state_of(const std::string& word) {
  if (word == "open") return Pull::State::open;
  if (word == "closed") return Pull::State::closed;
  if (word == "merged") return Pull::State::merged;
  throw DocumentError("a pull request is open, closed or merged, not \"" + word + "\"");
}

Pull pull(const Json& from) {
  Pull pull;
  pull.number = from.at("number");
  pull.state = state_of(from.at("state"));
  pull.head_sha = from.at("head_sha");
  pull.title = from.at("title");
  pull.body = from.at("body");
  pull.url = from.at("url");
  pull.created_at = from.at("created_at");
  pull.updated_at = from.at("updated_at");
  pull.merged_at = maybe<Time>(from, "merged_at");
  pull.merge_sha = maybe<Sha>(from, "merge_sha");
  return pull;
}

Comment comment(const Json& from) {
  return {from.at("id"), from.at("author"), from.at("body"), from.at("created_at"), from.at("updated_at")};
}

Review review(const Json& from) {
  return {from.at("id"),    from.at("author"),       from.at("body"),
          from.at("state"), maybe<Sha>(from, "sha"), maybe<Time>(from, "submitted_at")};
}

Thread thread(const Json& from) {
  Thread thread;
  thread.id = from.at("id");
  thread.resolved = from.at("resolved");
  thread.outdated = from.at("outdated");
  thread.path = bytes_of(from.at("path"));
  thread.line = maybe<std::int64_t>(from, "line");
  thread.comments = list<Comment>(from.at("comments"), comment);
  return thread;
}

Run run(const Json& from) {
  return {from.at("id"), from.at("workflow"), from.at("status"), from.at("url"),
          maybe<std::string>(from, "conclusion")};
}

Alert alert(const Json& from) {
  Alert alert;
  alert.number = from.at("number");
  alert.rule = from.at("rule");
  alert.severity = from.at("severity");
  alert.message = from.at("message");
  alert.url = from.at("url");
  alert.path = bytes_of(from.at("path"));
  alert.line = maybe<std::int64_t>(from, "line");
  return alert;
}

}  // namespace

Refs Facts::refs() const {
  return ask(*host_, "fact.refs", Json::object(), [](const Json& answer) {
    return Refs{maybe<Sha>(answer, "main"), maybe<Sha>(answer, "develop"), maybe<Sha>(answer, "queue"),
                maybe<Sha>(answer, "fixes")};
  });
}

std::vector<Pull> Facts::releases() const {
  return ask(*host_, "fact.releases", Json::object(),
             [](const Json& answer) { return list<Pull>(answer.at("pulls"), pull); });
}

std::optional<bool> Facts::mergeable(std::int64_t pull) const {
  return ask(*host_, "fact.mergeable", {{"pull", pull}}, [](const Json& answer) -> std::optional<bool> {
    const Json& mergeable = answer.at("mergeable");
    return mergeable.is_null() ? std::nullopt : std::optional(mergeable.get<bool>());
  });
}

std::optional<Status> Facts::status(const Sha& sha) const {
  return ask(*host_, "fact.status", {{"sha", sha}}, [](const Json& answer) -> std::optional<Status> {
    const Json& status = answer.at("status");
    if (status.is_null()) return std::nullopt;
    return Status{status.at("state"), status.at("description"), status.at("author"), status.at("updated_at")};
  });
}

std::vector<std::string> Facts::other_status_authors(const Sha& sha) const {
  return ask(*host_, "fact.status", {{"sha", sha}},
             [](const Json& answer) { return answer.at("others").get<std::vector<std::string>>(); });
}

std::vector<Comment> Facts::comments(std::int64_t pull) const {
  return ask(*host_, "fact.comments", {{"pull", pull}},
             [](const Json& answer) { return list<Comment>(answer.at("comments"), comment); });
}

std::vector<Comment> Facts::commit_comments(const Sha& sha) const {
  return ask(*host_, "fact.commit_comments", {{"sha", sha}},
             [](const Json& answer) { return list<Comment>(answer.at("comments"), comment); });
}

std::vector<Review> Facts::reviews(std::int64_t pull) const {
  return ask(*host_, "fact.reviews", {{"pull", pull}},
             [](const Json& answer) { return list<Review>(answer.at("reviews"), review); });
}

std::vector<Thread> Facts::threads(std::int64_t pull) const {
  return ask(*host_, "fact.threads", {{"pull", pull}},
             [](const Json& answer) { return list<Thread>(answer.at("threads"), thread); });
}

std::vector<Run> Facts::runs(const Sha& sha) const {
  return ask(*host_, "fact.runs", {{"sha", sha}},
             [](const Json& answer) { return list<Run>(answer.at("runs"), run); });
}

std::string Facts::run_log(std::int64_t id) const {
  return ask(*host_, "fact.run_log", {{"id", id}},
             [](const Json& answer) { return bytes_of(answer.at("log")); });
}

Alerts Facts::alerts() const {
  return ask(*host_, "fact.alerts", Json::object(), [](const Json& answer) {
    return Alerts{answer.at("on"), list<Alert>(answer.at("alerts"), alert)};
  });
}

Time Facts::now() const {
  return ask(*host_, "clock.now", Json::object(),
             [](const Json& answer) { return answer.at("now").get<Time>(); });
}

}  // namespace sluice
