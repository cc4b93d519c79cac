#include "host/effects/effect.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace sluice::effects {

namespace {

constexpr std::array<std::pair<Ref, std::string_view>, 4> kRefs = {
    {{Ref::main, "main"}, {Ref::develop, "develop"}, {Ref::queue, "queue"}, {Ref::fixes, "fixes"}}};

/// A kind, its name and the branch that it moves by itself.
struct KindRow {
  Kind kind;
  std::string_view name;
  std::optional<Ref> ref;
  bool act;
};

constexpr std::array<KindRow, 13> kKinds = {{
    {Kind::push_stroke, "push.stroke", Ref::develop, false},
    {Kind::push_cut, "push.cut", Ref::main, true},
    {Kind::push_repair, "push.repair", Ref::main, true},
    {Kind::push_rewrite, "push.rewrite", std::nullopt, false},
    {Kind::push_window, "push.window", Ref::develop, true},
    {Kind::push_fold, "push.fold", Ref::main, true},
    {Kind::merge, "merge", Ref::main, true},
    {Kind::open, "open", std::nullopt, false},
    {Kind::comment_pull, "comment.pull", std::nullopt, false},
    {Kind::comment_commit, "comment.commit", std::nullopt, false},
    {Kind::issue, "issue", std::nullopt, false},
    {Kind::ask, "ask", std::nullopt, false},
    {Kind::reply, "reply", std::nullopt, false},
}};

const KindRow& row(Kind kind) {
  return kKinds.at(static_cast<std::size_t>(kind));
}

git::Oid oid_at(const Json& document, const char* key) {
  const auto found = document.find(key);
  if (found == document.end() || !found->is_string()) {
    throw DocumentError(std::string("the effect needs \"") + key + "\", a commit id; it has none");
  }
  const auto id = git::Oid::parse(found->get_ref<const std::string&>());
  if (!id) {
    throw DocumentError(std::string("\"") + key + "\" is no commit id of 40 lowercase hexadecimal digits");
  }
  return *id;
}

std::int64_t number_at(const Json& document, const char* key) {
  const auto found = document.find(key);
  if (found == document.end() || !found->is_number_integer() || found->get<std::int64_t>() <= 0) {
    throw DocumentError(std::string("the effect needs \"") + key + "\", a number above 0");
  }
  return found->get<std::int64_t>();
}

std::string text_at(const Json& document, const char* key, bool needed) {
  const auto found = document.find(key);
  if (found == document.end() && !needed) return {};
  if (found == document.end() || !found->is_string() ||
      (needed && found->get_ref<const std::string&>().empty())) {
    throw DocumentError(std::string("the effect needs \"") + key + "\", a text that is not empty");
  }
  return found->get<std::string>();
}

/// A marker is one line, an HTML comment: it hides in the comment and cannot be opened or closed by its text.
std::string marker_at(const Json& document, const char* key = "marker") {
  std::string marker = text_at(document, key, true);
  const bool one_comment = marker.starts_with("<!-- ") && marker.ends_with(" -->") &&
                           marker.find("-->") == marker.size() - 3 && marker.find('\n') == std::string::npos;
  if (!one_comment) throw DocumentError("a marker is one HTML comment on one line");
  return marker;
}

void parse_comment(const Json& document, Effect& effect) {
  effect.marker = marker_at(document);
  if (document.contains("replaces") && effect.kind != Kind::issue)
    effect.replaces = marker_at(document, "replaces");
  effect.body = text_at(document, "body", true);
}

void parse_push(const Json& document, Effect& effect) {
  effect.ref = row(effect.kind).ref;
  if (effect.kind == Kind::push_rewrite) {
    effect.ref = ref_named(text_at(document, "ref", true));
    if (effect.ref != Ref::queue && effect.ref != Ref::fixes) {
      throw DocumentError("push.rewrite moves \"ref\" queue or fixes, no other");
    }
  }
  effect.target = oid_at(document, "new");
  if (document.contains("old") && !document.at("old").is_null()) effect.expected = oid_at(document, "old");
  if (effect.kind == Kind::push_fold) {
    effect.pull = number_at(document, "pull");
    effect.head = oid_at(document, "head");
  }
}

}  // namespace

std::string_view name(Ref ref) {
  return kRefs.at(static_cast<std::size_t>(ref)).second;
}
std::string_view name(Kind kind) {
  return row(kind).name;
}

std::optional<Ref> ref_named(std::string_view name) {
  for (const auto& [ref, text] : kRefs) {
    if (text == name) return ref;
  }
  return std::nullopt;
}

std::optional<Kind> kind_named(std::string_view name) {
  for (const auto& each : kKinds) {
    if (each.name == name) return each.kind;
  }
  return std::nullopt;
}

bool is_push(Kind kind) {
  return kind <= Kind::push_fold;
}
bool is_act(Kind kind) {
  return row(kind).act;
}
bool may_follow_an_act(Kind kind) {
  return kind >= Kind::open;
}

Effect parse_effect(const Json& document) {
  Effect effect;
  const std::string kind = text_at(document, "kind", true);
  const auto known = kind_named(kind);
  if (!known) throw DocumentError("there is no effect \"" + kind + "\"");
  effect.kind = *known;
  switch (effect.kind) {
    case Kind::merge:
      effect.ref = Ref::main;
      effect.pull = number_at(document, "pull");
      effect.head = oid_at(document, "head");
      break;
    case Kind::open:
      effect.head = oid_at(document, "head");
      effect.title = text_at(document, "title", true);
      effect.body = text_at(document, "body", false);
      break;
    case Kind::comment_pull:
      effect.pull = number_at(document, "pull");
      parse_comment(document, effect);
      break;
    case Kind::comment_commit:
      effect.sha = oid_at(document, "sha");
      parse_comment(document, effect);
      break;
    case Kind::issue:
      effect.title = text_at(document, "title", true);
      parse_comment(document, effect);
      break;
    case Kind::ask:
      effect.pull = number_at(document, "pull");
      break;
    case Kind::reply:
      effect.pull = number_at(document, "pull");
      effect.comment = number_at(document, "comment");
      // What it is told by from others of ours: the fix that it names, or a marker on its first line.
      if (document.contains("marker")) effect.marker = marker_at(document);
      if (effect.marker.empty()) effect.sha = oid_at(document, "sha");
      effect.body = text_at(document, "body", true);
      break;
    default:
      parse_push(document, effect);
  }
  return effect;
}

Json describe(const Effect& effect) {
  Json document = {{"kind", std::string(name(effect.kind))}};
  if (effect.ref) document["ref"] = std::string(name(*effect.ref));
  if (is_push(effect.kind)) {
    document["old"] = effect.expected ? Json(effect.expected->hex()) : Json(nullptr);
    document["new"] = effect.target.hex();
  }
  if (!effect.head.is_zero()) document["head"] = effect.head.hex();
  if (effect.pull != 0) document["pull"] = effect.pull;
  if (effect.comment != 0) document["comment"] = effect.comment;
  if (effect.sha) document["sha"] = effect.sha->hex();
  if (!effect.title.empty()) document["title"] = effect.title;
  if (!effect.marker.empty()) document["marker"] = effect.marker;
  if (!effect.replaces.empty()) document["replaces"] = effect.replaces;
  if (!effect.body.empty()) document["body"] = effect.body;
  return document;
}

std::string posted_body(const Effect& effect) {
  return effect.marker.empty() ? effect.body : effect.marker + "\n" + effect.body;
}

std::string_view name(Receipt::Kind kind) {
  constexpr std::array<std::string_view, 4> names = {"landed", "stale", "refused", "would"};
  return names.at(static_cast<std::size_t>(kind));
}

Json describe(const Receipt& receipt) {
  Json document = {{"schema", 1}, {"receipt", std::string(name(receipt.kind))}, {"reason", receipt.reason}};
  if (receipt.number) document["number"] = *receipt.number;
  if (receipt.at) document["at"] = receipt.at->hex();
  if (receipt.disabled) document["disabled"] = true;
  if (receipt.later_pass) document["later_pass"] = true;
  return document;
}

std::optional<std::string> Grants::denial(const Effect& effect) const {
  if (!effects.contains(effect.kind)) {
    return "the effect " + std::string(name(effect.kind)) + " is not granted to this stage";
  }
  if (effect.ref && !writes.contains(*effect.ref)) {
    return "writing the " + std::string(name(*effect.ref)) + " branch is not granted to this stage";
  }
  return std::nullopt;
}

Grants Grants::narrowed_by(const Grants& other) const {
  Grants both;
  std::ranges::set_intersection(effects, other.effects, std::inserter(both.effects, both.effects.end()));
  std::ranges::set_intersection(writes, other.writes, std::inserter(both.writes, both.writes.end()));
  return both;
}

}  // namespace sluice::effects
