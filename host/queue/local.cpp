#include "host/queue/local.hpp"

namespace sluice::queue {

Local look_locally(const Side& side, const snapshot::Heads& heads) {
  Local local{look_at(side), {}, {}, {}};
  local.in_the_way = in_the_way(local.checkout, side.names().queue);
  const auto read = process::run(side.work_tree_command(
      {"rev-parse", "--verify", "-q", "refs/heads/" + side.names().queue + "^{commit}"}));
  if (read.ok()) local.head = git::Oid::parse(std::string_view(read.output).substr(0, git::Oid::size * 2));
  if (local.head) {
    local.plan =
        plan_push(side.git(), *local.head, heads.queue, present({heads.develop, heads.main, heads.fixes}));
  }
  return local;
}

}  // namespace sluice::queue
