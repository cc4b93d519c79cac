#pragma once
// One write, as data.

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "host/git/oid.hpp"
#include "sluice/json.hpp"

namespace sluice::effects {

enum class Ref : std::uint8_t { main, develop, queue, fixes };

enum class Kind : std::uint8_t {
  push_stroke,
  push_cut,
  push_repair,
  push_rewrite,
  push_window,
  push_fold,
  merge,
  open,
  comment_pull,
  comment_commit,
  issue,
  ask,
  reply,
};

std::string_view name(Ref ref);
std::string_view name(Kind kind);  ///< "push.window"
std::optional<Ref> ref_named(std::string_view name);
std::optional<Kind> kind_named(std::string_view name);

struct Effect {
  Kind kind = Kind::comment_pull;
  std::optional<Ref> ref;            ///< The branch that a push moves; a merge moves main.
  std::optional<git::Oid> expected;  ///< What a push expects there.
  git::Oid target;                   ///< What it pushes.
  git::Oid head;                     ///< merge: the head the review read. open: the head it was measured at.
  std::int64_t pull = 0;
  std::int64_t comment = 0;     ///< reply: the thread's first comment.
  std::optional<git::Oid> sha;  ///< comment.commit: where. reply: the fix it names, or else it has a marker.
  std::string title, body, marker;
  std::string replaces;  ///< A comment: the marker of ours that it takes the place of, where that is there.
};

/// Throws DocumentError for a kind that is not known or a key that the kind needs and does not find.
Effect parse_effect(const Json& document);
Json describe(const Effect& effect);  ///< For the journal and the report.
/// What is posted: the marker on the first line where there is one, then the body.
std::string posted_body(const Effect& effect);

bool is_push(Kind kind);
/// A cut, a repair, a release's merge or its fold to main, a window's push: a pass makes at most one.
bool is_act(Kind kind);
/// What may still follow an act: replies, comments, opening.
bool may_follow_an_act(Kind kind);

struct Receipt {
  enum class Kind : std::uint8_t { landed, stale, refused, would } kind = Kind::refused;
  std::string reason;
  std::optional<std::int64_t> number;  ///< open, issue: what was opened. A comment: its id.
  std::optional<git::Oid> at;  ///< stale push: what the branch holds instead. merge: the merge commit.
  bool disabled = false;       ///< refused: the owner switched that off for the whole repository.
  bool later_pass = false;     ///< Dry run: an act after the first, which a later pass makes.
  bool done() const { return kind == Kind::landed || kind == Kind::would; }
};
std::string_view name(Receipt::Kind kind);
Json describe(const Receipt& receipt);

/// What a stage may do: its manifest, narrowed by the pipeline.
struct Grants {
  std::set<Kind> effects;
  std::set<Ref> writes;
  /// Why the effect is not granted, or nullopt.
  std::optional<std::string> denial(const Effect& effect) const;
  Grants narrowed_by(const Grants& other) const;
};

}  // namespace sluice::effects
