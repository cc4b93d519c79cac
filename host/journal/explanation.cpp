#include "host/journal/explanation.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "host/report/effect_words.hpp"

namespace sluice::journal {
namespace {

// A journal is a file that anyone may have written: nothing is taken for granted about a line.
const Json& at(const Json& document, const char* key) {
  static const Json none;
  return document.is_object() && document.contains(key) ? document[key] : none;
}

std::string text_at(const Json& document, const char* key) {
  const Json& value = at(document, key);
  if (value.is_string()) return value.get<std::string>();
  return at(value, "b64").is_string() ? "(bytes)" : "";
}

std::optional<std::int64_t> number_at(const Json& document, const char* key) {
  const Json& value = at(document, key);
  return value.is_number_integer() ? std::optional(value.get<std::int64_t>()) : std::nullopt;
}

Outcome::Kind outcome_of(const std::string& word) {
  if (word == "end") return Outcome::Kind::end;
  if (word == "idle") return Outcome::Kind::idle;
  return word == "red" ? Outcome::Kind::red : Outcome::Kind::go_on;
}

/// Walks the lines once, in order.
class Walk {
 public:
  explicit Walk(const Recording& pass) {
    result_.pipeline = text_at(at(pass.pass, "pipeline"), "name");
    result_.repository = text_at(pass.pass, "repository");
    result_.dry_run = at(pass.pass, "dry_run") == true;
    result_.at = number_at(pass.pass, "at").value_or(0);
    result_.ended = pass.ended;
    result_.torn = pass.torn;
    see_refs(at(at(pass.pass, "snapshot"), "refs"));
    for (const Json& line : pass.lines) take(line);
  }

  Explanation finish() {
    list_commits();
    return std::move(result_);
  }

 private:
  struct Note {
    std::string verdict, why, stage;
  };

  void take(const Json& line) {
    const std::string kind = text_at(line, "kind");
    if (kind == "fact") see_refs(at(line, "result"));
    if (text_at(line, "method") == "fact.releases") take_releases(at(line, "result"));
    if (kind == "call") take_call(line);
    if (kind == "queue") list(at(line, "commits"));
    if (kind == "effect") take_effect(line);
    if (kind == "receipt") take_receipt(line);
    if (kind == "note") take_note(line);
    if (kind == "account") take_account(line);
    if (kind == "outcome") take_outcome(line);
    if (kind != "end") return;
    result_.outcome = text_at(line, "outcome");
    result_.reason = text_at(line, "reason");
    result_.wake = number_at(line, "wake");
  }

  void see_refs(const Json& refs) {
    if (const std::string queue = text_at(refs, "queue"); !queue.empty()) queue_heads_.insert(queue);
  }

  void take_call(const Json& line) {
    const std::string method = text_at(line, "method");
    const Json& result = at(line, "result");
    for (const char* list : {"owed", "shed", "claims", "commits"}) {
      for (const Json& commit : at(result, list)) learn(commit);
    }
    if (method == "git.owed" && queue_heads_.contains(text_at(at(line, "params"), "head"))) take_owed(result);
    if (method == "git.replay") {
      for (const Json& pick : at(result, "picks")) {
        replayed_[text_at(line, "stage")].emplace_back(text_at(pick, "commit"), text_at(pick, "sha"));
      }
    }
  }

  void take_releases(const Json& result) {
    for (const Json& pull : at(result, "pulls")) {
      if (text_at(pull, "state") == "open" && !release_) release_ = number_at(pull, "number");
    }
  }

  void learn(const Json& commit) {
    const std::string subject = text_at(commit, "subject");
    if (!subject.empty()) subjects_[text_at(commit, "sha")] = subject;
  }

  void take_owed(const Json& result) {
    for (const Json& shed : at(result, "shed")) {
      fallback_[text_at(shed, "sha")] = {"shed", text_at(shed, "why"), ""};
    }
    list(at(result, "shed"));
    for (const Json& owed : at(result, "owed")) fallback_.erase(text_at(owed, "sha"));
    list(at(result, "owed"));
  }

  void list(const Json& commits) {
    if (commits.is_array()) result_.queue_seen = true;
    for (const Json& commit : commits) {
      learn(commit);
      place(text_at(commit, "sha"));
      if (auto there = text_at(commit, "carried"); !there.empty()) carried_[text_at(commit, "sha")] = there;
    }
  }

  /// Gives a commit its place in the order, once.
  void place(const std::string& sha) {
    if (sha.empty() || !placed_.insert(sha).second) return;
    order_.push_back(sha);
  }

  void take_effect(const Json& line) {
    effects_[number_at(line, "id").value_or(0)] = {text_at(line, "stage"), at(line, "effect")};
    const auto report = report::effect_report(at(line, "effect"), Json());
    running_[text_at(line, "stage")].push_back({number_at(line, "id").value_or(0), report});
  }

  void take_receipt(const Json& line) {
    const std::int64_t id = number_at(line, "id").value_or(0);
    const auto found = effects_.find(id);
    if (found == effects_.end()) return;
    const auto& [stage, effect] = found->second;
    for (auto& [known, report] : running_[stage]) {
      if (known == id) report = report::effect_report(effect, at(line, "receipt"));
    }
    const std::string receipt = text_at(at(line, "receipt"), "receipt");
    if (receipt != "landed" && receipt != "would") return;
    const std::string kind = text_at(effect, "kind");
    if (kind == "push.rewrite") rewritten(stage, effect);
    if (const auto opened = number_at(at(line, "receipt"), "number"); kind == "open" && opened)
      release_ = opened;
    if (kind == "merge" || kind == "push.fold")
      landing_ = receipt == "landed" ? ", which this pass merged" : ", which this pass would merge";
  }

  /// The branch now holds what the stage replayed: each commit lives on under its new id.
  void rewritten(const std::string& stage, const Json& effect) {
    for (const auto& [old, copy] : replayed_[stage]) {
      if (!old.empty() && !copy.empty() && old != copy) copies_[old] = copy;
    }
    replayed_.erase(stage);
    // What was cut into parts has no new id.
    for (const auto& [sha, why] : reshaped_[stage]) {
      copies_.erase(sha);
      place(sha);
      notes_[sha] = {"reshaped", why, stage};
    }
    reshaped_.erase(stage);
    if (text_at(effect, "ref") == "queue") queue_heads_.insert(text_at(effect, "new"));
  }

  void take_account(const Json& line) {
    auto& reshaped = reshaped_[text_at(line, "stage")];
    reshaped.clear();
    for (const Json& commit : at(line, "commits")) {
      if (text_at(commit, "verdict") == "reshaped") reshaped[text_at(commit, "sha")] = text_at(commit, "why");
    }
  }

  void take_note(const Json& line) {
    for (const Json& commit : at(line, "commits")) {
      const std::string sha = text_at(commit, "sha");
      if (sha.empty()) continue;
      result_.queue_seen = true;
      place(sha);
      Note note{text_at(line, "verdict"), text_at(commit, "why"), text_at(line, "stage")};
      // A dry run goes on past the cut, and sheds what it has just copied to main.
      auto& kept = notes_[sha];
      if (kept.verdict != "expressed" || note.verdict != "shed") kept = std::move(note);
    }
  }

  void take_outcome(const Json& line) {
    report::StageReport stage;
    stage.id = text_at(line, "stage");
    stage.uses = text_at(line, "uses");
    stage.outcome = outcome_of(text_at(line, "outcome"));
    stage.reason = text_at(line, "reason");
    stage.wake_after = number_at(line, "wake_after");
    for (auto& [id, report] : running_[stage.id]) stage.effects.push_back(std::move(report));
    running_.erase(stage.id);
    result_.stages.push_back(std::move(stage));
  }

  /// What a commit is called at the end of the pass.
  std::string newest(std::string sha) const {
    for (std::set<std::string> seen; seen.insert(sha).second;) {
      const auto copy = copies_.find(sha);
      if (copy == copies_.end()) break;
      sha = copy->second;
    }
    return sha;
  }

  void list_commits() {
    std::map<std::string, std::size_t> at;  // by its newest id
    for (const std::string& sha : order_) {
      const std::string now = newest(sha);
      const auto [slot, fresh] = at.emplace(now, result_.commits.size());
      if (fresh) result_.commits.push_back({now, now == sha ? "" : sha, "", "", ""});
      decide(result_.commits[slot->second], sha);
    }
    for (CommitLine& commit : result_.commits) {
      if (commit.verdict.empty()) decide_by_default(commit);
    }
  }

  /// The newer id's own note, which comes later in the order, has the last word.
  void decide(CommitLine& commit, const std::string& sha) {
    if (const auto subject = subjects_.find(sha); subject != subjects_.end())
      commit.subject = subject->second;
    const auto by = decision_on(sha);
    if (!by) return;
    commit.verdict = by->verdict;
    commit.why = by->why;
    commit.stage = by->stage;
  }

  std::optional<Note> decision_on(const std::string& sha) const {
    const auto note = notes_.find(sha);
    const auto fallback = fallback_.find(sha);
    const auto carried = carried_.find(sha);
    std::optional<Note> by;
    if (fallback != fallback_.end()) by = fallback->second;
    if (note != notes_.end()) by = note->second;
    // What the queue sheds because develop carries it is in a window all the same.
    if (carried != carried_.end() && (!by || by->verdict == "shed")) by = in_release(sha, carried->second);
    return by;
  }

  Note in_release(const std::string& sha, const std::string& there) const {
    const std::string as = there == sha ? "" : " as " + report::brief(there);
    if (!release_) return {"window", "on develop" + as + ", in no open release", ""};
    return {"window", "in the release #" + std::to_string(*release_) + as + landing_, ""};
  }

  void decide_by_default(CommitLine& commit) const {
    commit.verdict = "waiting";
    const auto stopped = std::find_if(result_.stages.rbegin(), result_.stages.rend(), [](const auto& stage) {
      return stage.outcome != Outcome::Kind::go_on;
    });
    commit.why = stopped == result_.stages.rend() ? "no stage came to it"
                                                  : stopped->id + " ended the pass first: " + stopped->reason;
  }

  Explanation result_;
  std::set<std::string> queue_heads_;
  std::map<std::string, std::string> subjects_;
  std::vector<std::string> order_;
  std::set<std::string> placed_;
  std::map<std::string, Note> notes_, fallback_;
  std::map<std::string, std::string> carried_;  ///< Where develop holds a commit of the queue.
  std::optional<std::int64_t> release_;         ///< The open one.
  std::string landing_;                         ///< What the pass did to it.
  std::map<std::string, std::string> copies_;
  std::map<std::string, std::map<std::string, std::string>> reshaped_;  ///< By stage: which, and how.
  std::map<std::string, std::vector<std::pair<std::string, std::string>>> replayed_;  ///< By stage.
  std::map<std::int64_t, std::pair<std::string, Json>> effects_;
  std::map<std::string, std::vector<std::pair<std::int64_t, report::EffectReport>>> running_;
};

}  // namespace

Explanation explain(const Recording& pass) {
  return Walk(pass).finish();
}

Json to_json(const Explanation& explanation) {
  Json commits = Json::array();
  for (const CommitLine& commit : explanation.commits) {
    Json line = {{"sha", commit.sha},
                 {"subject", commit.subject},
                 {"verdict", commit.verdict},
                 {"why", commit.why},
                 {"stage", commit.stage}};
    if (!commit.was.empty()) line["was"] = commit.was;
    commits.push_back(std::move(line));
  }
  report::PassReport pass;  // for the shape of its stages
  pass.stages = explanation.stages;
  Json document = {{"schema", 1},
                   {"pipeline", explanation.pipeline},
                   {"repository", explanation.repository},
                   {"dry_run", explanation.dry_run},
                   {"at", explanation.at},
                   {"queue_seen", explanation.queue_seen},
                   {"commits", std::move(commits)},
                   {"stages", report::to_json(pass)["stages"]},
                   {"ended", explanation.ended},
                   {"torn", explanation.torn},
                   {"outcome", explanation.outcome},
                   {"reason", explanation.reason}};
  if (explanation.wake) document["wake"] = *explanation.wake;
  return document;
}

}  // namespace sluice::journal
