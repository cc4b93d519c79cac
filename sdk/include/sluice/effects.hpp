#pragma once
// The effect log: the one way out. An effect is applied when it is appended; its receipt is its result.

#include <optional>
#include <string>

#include "sluice/facts.hpp"

namespace sluice {

struct Receipt {
  enum class Kind : std::uint8_t { landed, stale, refused, would };
  Kind kind = Kind::refused;
  std::string reason;
  std::optional<std::int64_t> number;  ///< Of the pull request that was opened.
  std::optional<Sha> at;               ///< stale: what the branch holds instead, its objects at hand.
  /// Done, or would be in a live pass: the facts show it from now on.
  bool done() const { return kind == Kind::landed || kind == Kind::would; }
};

class Effects {
 public:
  explicit Effects(const Host& host) : host_(&host) {}
  Receipt push(const std::string& kind, const std::optional<Sha>& old,
               const Sha& target) const;                                             ///< "push.window".
  Receipt rewrite(const std::string& ref, const Sha& old, const Sha& target) const;  ///< "queue" or "fixes".
  Receipt push_fold(std::int64_t pull, const Sha& head, const Sha& old, const Sha& target) const;
  Receipt merge(std::int64_t pull, const Sha& head) const;
  Receipt open(const Sha& head, const std::string& title, const std::string& body) const;
  Receipt comment(std::int64_t pull, const std::string& marker, const std::string& body) const;
  Receipt comment_commit(const Sha& sha, const std::string& marker, const std::string& body) const;
  Receipt ask(std::int64_t pull) const;
  Receipt reply(std::int64_t pull, std::int64_t comment, const Sha& sha, const std::string& body) const;

 private:
  const Host* host_;
};

}  // namespace sluice
