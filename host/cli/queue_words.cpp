#include "host/cli/queue_words.hpp"

namespace sluice::cli {
namespace {

std::string plan_line(const queue::Side& side, const char* what, const git::Oid& id,
                      const std::string& rest) {
  return std::string("  ") + what + " " + id.brief() + rest + "  " +
         safe_text(side.git().history.commit(id).subject(), 100);
}

}  // namespace

Json id_or_null(const std::optional<git::Oid>& id) {
  return id ? Json(id->hex()) : Json(nullptr);
}

Json describe(const queue::Side& side, const git::Oid& id) {
  return {{"sha", id.hex()}, {"subject", json_bytes(side.git().history.commit(id).subject())}};
}

void add_plan(Json& document, const queue::Side& side, const queue::Plan& plan) {
  Json carried = Json::array(), dropped = Json::array();
  for (const auto& one : plan.carried) {
    carried.push_back(describe(side, one.id));
    carried.back()["as"] = one.made.hex();
  }
  for (const auto& one : plan.dropped) {
    dropped.push_back(describe(side, one.id));
    dropped.back()["verdict"] = queue::name(one.verdict);
    dropped.back()["by"] = id_or_null(one.by);
    dropped.back()["why"] = json_bytes(one.why);
  }
  Json conflict = nullptr;
  if (const auto& found = plan.conflict) {
    conflict = describe(side, found->commit);
    conflict["onto"] = found->onto.hex();
    conflict["paths"] = Json::array();
    for (const auto& path : found->paths) conflict["paths"].push_back(json_bytes(path));
  }
  document["carried"] = std::move(carried);
  document["dropped"] = std::move(dropped);
  document["conflict"] = std::move(conflict);
}

std::string carried_lines(const queue::Side& side, const queue::Plan& plan) {
  std::string text;
  for (const auto& one : plan.carried) {
    text += plan_line(side, "carried", one.id, one.made == one.id ? "" : " as " + one.made.brief()) + "\n";
  }
  return text;
}

std::string dropped_lines(const queue::Side& side, const queue::Plan& plan, const Paint& paint) {
  std::string text;
  for (const auto& one : plan.dropped) {
    text += plan_line(side, "dropped", one.id, "") + paint.faint(": " + safe_text(one.why)) + "\n";
  }
  return text;
}

std::string some(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

}  // namespace sluice::cli
