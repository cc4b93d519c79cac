#include "sluice/effects.hpp"

#include "answer.hpp"

namespace sluice {

namespace {

Receipt::Kind kind_of(const std::string& word) {
  if (word == "landed") return Receipt::Kind::landed;
  if (word == "stale") return Receipt::Kind::stale;
  if (word == "refused") return Receipt::Kind::refused;
  if (word == "would") return Receipt::Kind::would;
  throw DocumentError("a receipt is landed, stale, refused or would, not \"" + word + "\"");
}

Receipt append(const Host& host, const Json& effect) {
  return ask(host, "effect.append", effect, [](const Json& answer) {
    return Receipt{kind_of(answer.at("receipt")), answer.at("reason"), maybe<std::int64_t>(answer, "number"),
                   maybe<Sha>(answer, "at"), maybe<bool>(answer, "disabled").value_or(false)};
  });
}

Receipt append_comment(const Host& host, Json comment, const std::string& replaces) {
  if (!replaces.empty()) comment["replaces"] = replaces;
  return append(host, comment);
}

}  // namespace

Receipt Effects::push(const std::string& kind, const std::optional<Sha>& old, const Sha& target) const {
  return append(*host_, {{"kind", kind}, {"old", or_null(old)}, {"new", target}});
}

Receipt Effects::rewrite(const std::string& ref, const std::optional<Sha>& old, const Sha& target) const {
  return append(*host_, {{"kind", "push.rewrite"}, {"ref", ref}, {"old", or_null(old)}, {"new", target}});
}

Receipt Effects::push_fold(std::int64_t pull, const Sha& head, const Sha& old, const Sha& target) const {
  return append(*host_,
                {{"kind", "push.fold"}, {"pull", pull}, {"head", head}, {"old", old}, {"new", target}});
}

Receipt Effects::merge(std::int64_t pull, const Sha& head) const {
  return append(*host_, {{"kind", "merge"}, {"pull", pull}, {"head", head}});
}

Receipt Effects::open(const Sha& head, const std::string& title, const std::string& body) const {
  return append(*host_, {{"kind", "open"}, {"head", head}, {"title", title}, {"body", body}});
}

Receipt Effects::comment(std::int64_t pull, const std::string& marker, const std::string& body,
                         const std::string& replaces) const {
  return append_comment(
      *host_, {{"kind", "comment.pull"}, {"pull", pull}, {"marker", marker}, {"body", body}}, replaces);
}

Receipt Effects::comment_commit(const Sha& sha, const std::string& marker, const std::string& body,
                                const std::string& replaces) const {
  return append_comment(
      *host_, {{"kind", "comment.commit"}, {"sha", sha}, {"marker", marker}, {"body", body}}, replaces);
}

Receipt Effects::issue(const std::string& title, const std::string& marker, const std::string& body) const {
  return append(*host_, {{"kind", "issue"}, {"title", title}, {"marker", marker}, {"body", body}});
}

Receipt Effects::ask(std::int64_t pull) const {
  return append(*host_, {{"kind", "ask"}, {"pull", pull}});
}

Receipt Effects::reply(std::int64_t pull, std::int64_t comment, const Sha& sha,
                       const std::string& body) const {
  return append(*host_,
                {{"kind", "reply"}, {"pull", pull}, {"comment", comment}, {"sha", sha}, {"body", body}});
}

Receipt Effects::reply_marked(std::int64_t pull, std::int64_t comment, const std::string& marker,
                              const std::string& body) const {
  return append(
      *host_, {{"kind", "reply"}, {"pull", pull}, {"comment", comment}, {"marker", marker}, {"body", body}});
}

}  // namespace sluice
