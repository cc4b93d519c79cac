#include "host/git/remote.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

#include "host/git/transport.hpp"
#include "host/git/words.hpp"

namespace sluice::git {
namespace {

std::string how_it_ended(const process::Result& result) {
  if (!result.started) return "git did not start: " + inert_words(result.error);
  std::string text = result.timed_out     ? "git took too long and was stopped"
                     : result.signal != 0 ? "git was ended by signal " + std::to_string(result.signal)
                                          : "git ended with " + std::to_string(result.code);
  if (const std::string words = inert_words(result.error); !words.empty()) text += ": " + words;
  return text;
}

/// The one line that `git push --porcelain` writes about a ref.
struct PushLine {
  char flag = '!';      ///< ' ' moved, '+' moved by force, '*' made, '=' was there already, '!' refused.
  std::string summary;  ///< "[rejected] (stale info)".
};

std::optional<PushLine> push_line(std::string_view output, const std::string& branch) {
  const std::string end_of_refs = ":refs/heads/" + branch;
  while (!output.empty()) {
    const auto line = output.substr(0, output.find('\n'));
    output.remove_prefix(std::min(line.size() + 1, output.size()));
    const auto first = line.find('\t');
    const auto second = first == std::string_view::npos ? first : line.find('\t', first + 1);
    if (first != 1 || second == std::string_view::npos) continue;
    if (line.substr(0, second).ends_with(end_of_refs)) {
      return PushLine{line.front(), std::string(line.substr(second + 1))};
    }
  }
  return std::nullopt;
}

/// By a hook, a rule or a lock of its own. git spells this word the same in every language; what it rejects
/// by itself, or misses an answer to, has other ones.
bool denied_by_the_remote(const PushLine& line) {
  return line.flag == '!' && line.summary.starts_with("[remote rejected]");
}

/// The remote is there and does not let this account push, which no later try finds otherwise. The words are
/// git's and ssh's own; LC_ALL=C keeps them. Taken for more than they say, they are red where idle would do.
bool denied_to_this_account(std::string_view error) {
  constexpr std::array<std::string_view, 6> words = {"returned error: 401",     "returned error: 403",
                                                     "Authentication failed",   "could not read Username",
                                                     "could not read Password", "Permission denied"};
  return std::ranges::any_of(words,
                             [error](auto word) { return error.find(word) != std::string_view::npos; });
}

std::string shown(const std::optional<Oid>& id) {
  return id ? id->brief() : "absent";
}

}  // namespace

Remote::Remote(const Scratch& scratch, ObjectStore& store, std::string name, bool live)
    : scratch_(scratch), store_(store), name_(std::move(name)), live_(live) {}

Refs Remote::list(const std::vector<std::string>& branches) {
  Refs refs;
  for (const auto& branch : branches) refs[branch] = std::nullopt;
  if (branches.empty()) return refs;
  const process::Result result = list_remote(scratch_, name_, branches);
  if (!result.ok()) {
    throw RemoteOutage("cannot read the branches of remote " + inert_words(name_) + " from " +
                       scratch_.clone().string() + ": " + how_it_ended(result) +
                       "; check the remote's address and the access to it");
  }
  // A login page in the repository's place reads as a repository without branches.
  if (result.output.empty() && !known_to_speak_ && !speaks_git(scratch_, name_)) {
    throw RemoteOutage("remote " + inert_words(name_) + " of " + scratch_.clone().string() +
                       " answered, but not as a git repository does (a login page or a proxy's, perhaps), so "
                       "its branches could not be read; check its address and the access to it");
  }
  known_to_speak_ = true;
  std::string_view rest = result.output;
  while (!rest.empty()) {  // "<id>\trefs/heads/main"
    const auto line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    const auto tab = std::min(line.find('\t'), line.size());
    static constexpr std::string_view kHeads = "\trefs/heads/";
    if (!line.substr(tab).starts_with(kHeads)) continue;
    const auto entry = refs.find(std::string(line.substr(tab + kHeads.size())));
    if (entry == refs.end()) continue;
    entry->second = Oid::parse(line.substr(0, tab));
    if (!entry->second) {
      throw GitError("remote " + inert_words(name_) + " names its commits by " +
                     inert_words(line.substr(0, tab)) +
                     ", which is no sha1 id; only sha1 repositories are read");
    }
  }
  return refs;
}

std::vector<std::string> Remote::missing(const Refs& refs) const {
  std::vector<std::string> branches;
  for (const auto& [branch, head] : refs) {
    if (!head || whole_.contains(*head)) continue;
    // That a commit is here does not say that all it reaches is: a fetch may have been killed. A ref that git
    // set does.
    if (store_.contains(*head) && tracking_ref(scratch_, name_, branch) == head->hex()) continue;
    branches.push_back(branch);
  }
  return branches;
}

void Remote::bring(const std::vector<std::string>& branches) {
  process::Result result;
  if (live_) result = fetch_into_clone(scratch_, name_, branches);
  // Where the clone's refs cannot be written (a stale lock, a folder in the way), its objects still can be
  // had.
  if (!live_ || !result.ok()) result = fetch_into_scratch(scratch_, name_, branches);
  if (!result.ok()) {
    std::string names;
    for (const auto& branch : branches) names += (names.empty() ? "" : ", ") + branch;
    throw RemoteOutage("cannot fetch " + inert_words(names) + " of remote " + inert_words(name_) + " for " +
                       scratch_.clone().string() + ": " + how_it_ended(result));
  }
  store_.refresh();
}

Refs Remote::fetch(const std::vector<std::string>& branches) {
  // A branch may move, or go, between the reading and the fetch: then read again.
  for (int round = 0; round < 3; ++round) {
    Refs refs = list(branches);
    const auto wanted = missing(refs);
    try {
      if (!wanted.empty()) bring(wanted);
    } catch (const GitError&) {
      if (round == 2 || list(branches) == refs) throw;
      continue;
    }
    bool all_here = true;
    for (const auto& [branch, head] : refs) all_here = all_here && (!head || store_.contains(*head));
    if (!all_here) continue;
    for (const auto& [branch, head] : refs) {
      if (head) whole_.insert(*head);
    }
    return refs;
  }
  throw GitError("the branches of remote " + inert_words(name_) +
                 " moved at each of 3 readings; run again when it is "
                 "quieter");
}

std::optional<Oid> Remote::read(const std::string& branch) {
  return fetch({branch}).at(branch);
}

PushResult Remote::push(const Push& push, History& history) {
  using Status = PushResult::Status;
  if (!live_)
    throw GitError("a push of " + push.branch +
                   " was asked of a remote that is read only; run without --dry-run");
  if (push.expected && !push.rewrite && !history.is_ancestor(*push.expected, push.target)) {
    return {Status::refused, push.expected,
            push.target.brief() + " does not descend from " + push.expected->brief() + ", so " +
                inert_words(push.branch) + " would lose commits; only a rewrite may do that"};
  }
  store_.flush();
  const std::string lease = push.expected ? push.expected->hex() : std::string();
  const process::Result result =
      push_branch(scratch_, name_, push.branch, lease, push.target.hex(), push.hooks);
  const auto line = push_line(result.output, push.branch);
  if (result.ok() && line && (line->flag == ' ' || line->flag == '+' || line->flag == '*')) {
    whole_.insert(push.target);
    return {Status::landed, push.target, {}};
  }
  // What breaks off ends with 128; a hook of the clone's that refuses leaves 1, and no line about the ref.
  const bool denied_by_a_hook = push.hooks && result.code == 1 && !line;
  const bool denied =
      denied_by_a_hook || (line && denied_by_the_remote(*line)) || denied_to_this_account(result.error);
  PushResult settled = settle(
      push, denied,
      line && line->flag == '!' ? inert_words(line->summary + "\n" + result.error) : how_it_ended(result));
  if (settled.status == Status::landed) whole_.insert(push.target);
  return settled;
}

/// What became of a push that git does not call moved by us: the branch itself says. One that moved nothing
/// and that the remote did not deny broke off on the way.
PushResult Remote::settle(const Push& push, bool denied, const std::string& reason) {
  using Status = PushResult::Status;
  const std::string broke_off = "the push of " + inert_words(push.branch) + " to remote " +
                                inert_words(name_) + " broke off: " + reason;
  std::string unread;
  for (int round = 0; round < 3; ++round) {
    if (round > 0) std::this_thread::sleep_for(std::chrono::milliseconds(300));
    std::optional<Oid> at;
    try {
      at = list({push.branch}).at(push.branch);
    } catch (const GitError& error) {
      unread = error.what();
      continue;
    }
    if (at == push.target) return {Status::landed, at, {}};
    if (at != push.expected) {
      return {Status::stale, at,
              inert_words(push.branch) + " is at " + shown(at) + ", not at " + shown(push.expected)};
    }
    if (denied) return {Status::refused, at, reason};
    throw RemoteOutage(broke_off + "; it moved nothing");
  }
  if (denied) return {Status::refused, std::nullopt, reason};
  throw RemoteOutage(broke_off + "; whether it landed could not be read: " + unread +
                     "; the next pass will see");
}

}  // namespace sluice::git
