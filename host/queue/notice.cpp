#include "host/queue/notice.hpp"

#include "host/git/message.hpp"
#include "sluice/marker.hpp"

namespace sluice::queue {
namespace {

std::optional<HeldNotice> notice_on(const git::Oid& commit, const git::Oid& on, forge::Forge& forge,
                                    const std::string& viewer) {
  std::optional<HeldNotice> newest;
  for (const auto& comment : forge.commit_comments(on.hex())) {
    const auto marker = own_marker(comment.body, comment.author, viewer);
    if (!marker || marker->name != "held" || marker->get("commit") != on.hex()) continue;
    const auto line_end = std::min(comment.body.find('\n'), comment.body.size() - 1);
    newest = HeldNotice{commit, on, comment.body.substr(line_end + 1), comment.created_at};
  }
  return newest;
}

}  // namespace

std::vector<HeldNotice> held_notices(const Side& side, forge::Forge& forge,
                                     const std::vector<git::Oid>& commits) {
  std::vector<HeldNotice> all;
  const std::string viewer = forge.viewer();
  for (const auto& commit : commits) {
    auto versions = git::read_copies(side.git().history.commit(commit).message);
    versions.push_back(commit);
    for (auto version = versions.rbegin(); version != versions.rend(); ++version) {
      if (auto notice = notice_on(commit, *version, forge, viewer)) {
        all.push_back(std::move(*notice));
        break;
      }
    }
  }
  return all;
}

std::string part_of(const std::string& body, const std::string& title) {
  const std::string begin = "\n- " + title + ": ";
  const auto at = body.find(begin);
  if (at == std::string::npos) return {};
  const auto from = at + begin.size();
  return body.substr(from, body.find('\n', from) - from);
}

}  // namespace sluice::queue
