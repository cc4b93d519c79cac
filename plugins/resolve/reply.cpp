#include "reply.hpp"

namespace sluice::resolve {

Json done(const Sha& sha) {
  return {{"outcome", "done"}, {"sha", sha}};
}

Json exhausted(const std::string& reason) {
  return {{"outcome", "exhausted"}, {"reason", reason}};
}

Json waiting(const std::string& reason, std::int64_t wake) {
  return {{"outcome", "waiting"}, {"reason", reason}, {"wake_after", wake}};
}

Json reply_of(const Attempted& attempted, const Sha& made) {
  switch (attempted.kind) {
    case Attempted::Kind::proved:
      return done(made);
    case Attempted::Kind::exhausted:
      return exhausted(attempted.reason);
    case Attempted::Kind::failed:
    case Attempted::Kind::waiting:
      break;
  }
  return waiting(attempted.reason, attempted.wake_after.value_or(60));
}

}  // namespace sluice::resolve
