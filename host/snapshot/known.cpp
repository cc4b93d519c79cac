#include "host/snapshot/known.hpp"

#include "host/snapshot/marked.hpp"

namespace sluice::snapshot {

using effects::Effect;
using effects::Kind;
using effects::Receipt;
using effects::Ref;

namespace {

template <class Roles>
auto& of_role(Roles& roles, Ref role) {
  switch (role) {
    case Ref::main:
      return roles.main;
    case Ref::develop:
      return roles.develop;
    case Ref::queue:
      return roles.queue;
    case Ref::fixes:
      break;
  }
  return roles.fixes;
}

/// The pull request of that number among the releases read, if any.
forge::Pull* release(Known& known, forge::Id number) {
  if (!known.releases) return nullptr;
  for (auto& pull : *known.releases) {
    if (pull.number == number) return &pull;
  }
  return nullptr;
}

void mark_merged(Known& known, forge::Id number, const git::Oid& merge, forge::Time now) {
  if (auto* pull = release(known, number)) {
    pull->state = forge::State::merged;
    pull->merged_at = now;
    pull->updated_at = now;
    pull->merge_sha = merge.hex();
  }
}

/// A comment's id in a dry run, where the forge gave none: below every real one.
forge::Id id_of(const Receipt& receipt) {
  return receipt.number.value_or(-1);
}

void move_push(Known& known, const Effect& effect, forge::Time now) {
  if (known.heads) known.heads->of(*effect.ref) = effect.target;
  if (effect.kind == Kind::push_fold) mark_merged(known, effect.pull, effect.target, now);
}

void move_merge(Known& known, const Effect& effect, const Receipt& receipt, forge::Time now) {
  if (!receipt.at) return;
  if (known.heads) known.heads->main = *receipt.at;
  mark_merged(known, effect.pull, *receipt.at, now);
}

void move_open(Known& known, const Effect& effect, const Receipt& receipt, const Branches& branches,
               const std::string& viewer, forge::Time now) {
  if (!known.releases) return;
  forge::Pull pull;
  pull.number = id_of(receipt);
  pull.head = branches.develop;
  pull.base = branches.main;
  pull.head_sha = effect.head.hex();
  pull.title = effect.title;
  pull.body = effect.body;
  pull.author = viewer;
  pull.created_at = pull.updated_at = now;
  known.releases->insert(known.releases->begin(), std::move(pull));
}

/// Into the conversation, where it was read: at its end, or in the place of what it replaces.
template <class Map, class Key>
void move_comment(Map& conversations, const Key& key, const Effect& effect, const forge::Comment& said) {
  const auto found = conversations.find(key);
  if (found == conversations.end()) return;
  if (auto* old = marked(found->second, said.author, effect.replaces)) {
    old->body = said.body;
    old->updated_at = said.updated_at;
  } else {
    found->second.push_back(said);
  }
}

}  // namespace

const std::string& Branches::of(Ref role) const {
  return of_role(*this, role);
}

std::optional<git::Oid>& Heads::of(Ref role) {
  return of_role(*this, role);
}

const std::optional<git::Oid>& Heads::of(Ref role) const {
  return of_role(*this, role);
}

void move(Known& known, const Effect& effect, const Receipt& receipt, const Branches& branches,
          const std::string& viewer, forge::Time now) {
  const forge::Comment said{id_of(receipt), viewer, effects::posted_body(effect), now, now};
  switch (effect.kind) {
    case Kind::merge:
      move_merge(known, effect, receipt, now);
      break;
    case Kind::open:
      move_open(known, effect, receipt, branches, viewer, now);
      break;
    case Kind::issue:
      if (known.issues) known.issues->push_back({said.id, true, effect.title, said.body, viewer, now, now});
      break;
    case Kind::comment_pull:
    case Kind::ask:
      move_comment(known.comments, effect.pull, effect, said);
      break;
    case Kind::comment_commit:
      move_comment(known.commit_comments, effect.sha->hex(), effect, said);
      break;
    case Kind::reply:
      if (const auto found = known.threads.find(effect.pull); found != known.threads.end()) {
        for (auto& thread : found->second) {
          if (!thread.comments.empty() && thread.comments.front().id == effect.comment)
            thread.comments.push_back(said);
        }
      }
      break;
    default:
      move_push(known, effect, now);
  }
}

}  // namespace sluice::snapshot
