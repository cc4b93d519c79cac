#include "sluice/roles.hpp"

#include "sluice/outcome.hpp"

namespace sluice {
namespace {

[[noreturn]] void refuse_reply(const std::string& role, const std::string& what) {
  throw RedError("the plugin bound to the role " + role + " answered without " + what +
                 "; its reply must be {\"outcome\": \"done\", \"exhausted\" or \"waiting\", ...}");
}

RoleReply::Kind kind_of(const std::string& role, const Json& reply) {
  const auto outcome = reply.find("outcome");
  if (outcome != reply.end() && *outcome == "done") return RoleReply::Kind::done;
  if (outcome != reply.end() && *outcome == "exhausted") return RoleReply::Kind::exhausted;
  if (outcome != reply.end() && *outcome == "waiting") return RoleReply::Kind::waiting;
  refuse_reply(role, "an outcome that is known");
}

}  // namespace

RoleReply read_role_reply(const std::string& role, const Json& reply) {
  if (!reply.is_object()) refuse_reply(role, "a document");
  RoleReply read;
  read.kind = kind_of(role, reply);
  if (const auto sha = reply.find("sha"); sha != reply.end() && sha->is_string()) read.sha = sha->get<Sha>();
  if (read.kind == RoleReply::Kind::done && !read.sha)
    refuse_reply(role, "the sha of the work that it says is done");
  if (const auto why = reply.find("reason"); why != reply.end() && why->is_string())
    read.reason = why->get<std::string>();
  if (const auto wake = reply.find("wake_after"); wake != reply.end() && wake->is_number_integer()) {
    read.wake_after = wake->get<std::int64_t>();
  }
  return read;
}

RoleReply ask_role(const Host& host, const std::string& role, const Json& request) {
  const auto reply = host.call_if_there("role.call", {{"role", role}, {"request", request}});
  if (!reply) return {};
  return read_role_reply(role, *reply);
}

}  // namespace sluice
