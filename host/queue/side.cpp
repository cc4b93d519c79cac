#include "host/queue/side.hpp"

#include <algorithm>

#include "host/git/transport.hpp"
#include "host/git/words.hpp"
#include "host/report/inert_text.hpp"

namespace sluice::queue {
namespace {

constexpr std::size_t kListed = 5, kSubject = 100;
constexpr std::uint32_t kUnpacked = 100;

/// What the header of a pack says: "PACK", a version, how many objects.
std::uint32_t objects_in(std::string_view pack) {
  std::uint32_t count = 0;
  for (const char byte : pack.substr(std::min<std::size_t>(8, pack.size()), 4)) {
    count = count << 8U | static_cast<unsigned char>(byte);
  }
  return count;
}

git::CloneFolders work_tree_of(const std::filesystem::path& repository) {
  auto folders = git::find_clone(repository);
  if (folders.root == folders.git) {
    throw git::GitError("the repository at " + folders.root.string() +
                        " is bare; the working side is a clone with a work tree");
  }
  return folders;
}

}  // namespace

Side::Side(const pipeline::Repository& names, const SideOptions& options)
    : names_{names.main, names.develop, names.queue, names.fixes},
      remote_name_(names.remote),
      dry_run_(options.dry_run),
      folders_(work_tree_of(options.repository)),
      scratch_(options.repository),
      store_(scratch_),
      history_(store_),
      picker_(scratch_, store_, git::pass_identity(scratch_, options.now)),
      knots_(store_, history_, picker_),
      remote_(scratch_, store_, names.remote, !options.dry_run),
      git_{scratch_, store_, history_, picker_, knots_, remote_} {}

snapshot::Heads Side::fetch() {
  const auto refs = remote_.fetch({names_.main, names_.develop, names_.queue, names_.fixes});
  return {refs.at(names_.main), refs.at(names_.develop), refs.at(names_.queue), refs.at(names_.fixes)};
}

process::Command Side::work_tree_command(std::vector<std::string> arguments) const {
  std::vector<std::string> all = {"--no-optional-locks",  "-c", "core.hooksPath=/dev/null", "-c",
                                  "core.fsmonitor=false", "-c", "submodule.recurse=false"};
  all.insert(all.end(), std::make_move_iterator(arguments.begin()), std::make_move_iterator(arguments.end()));
  auto command = scratch_.clone_command(std::move(all));
  command.output_limit = SIZE_MAX;
  return command;
}

std::string Side::must(const std::vector<std::string>& arguments, std::string input) const {
  auto command = work_tree_command(arguments);
  command.input = std::move(input);
  auto result = process::run(command);
  if (result.ok()) return std::move(result.output);
  throw git::GitError("`git " + arguments.front() + "` in " + folders_.root.string() + " ended with " +
                      std::to_string(result.code) + ": " + git::inert_words(result.error));
}

void Side::hand_over(const git::Oid& commit, const std::vector<git::Oid>& known) {
  store_.flush();
  std::string wanted = commit.hex() + "\n";
  for (const auto& id : known) wanted += "^" + id.hex() + "\n";
  // What a remote-tracking ref names is here whole.
  const auto tracked = git::Oid::parse(git::tracking_ref(scratch_, remote_name_, names_.queue));
  if (tracked && store_.contains(*tracked)) wanted += "^" + tracked->hex() + "\n";
  auto pack = scratch_.must({"pack-objects", "--revs", "--stdout", "-q"}, wanted);
  // As a fetch does: few are kept each in a file of its own, many as the pack that they are.
  const std::uint32_t count = objects_in(pack);
  if (count == 0) return;
  if (count < kUnpacked) {
    must({"unpack-objects", "-q"}, std::move(pack));
  } else {
    must({"index-pack", "--stdin"}, std::move(pack));
  }
}

git::PushResult Side::push(git::Push push) {
  push.hooks = true;
  hand_over(push.target, present({push.expected}));
  return remote_.push(push, history_);
}

std::vector<git::Oid> present(const std::vector<std::optional<git::Oid>>& heads) {
  std::vector<git::Oid> all;
  for (const auto& head : heads) {
    if (head && std::ranges::find(all, *head) == all.end()) all.push_back(*head);
  }
  return all;
}

std::string named(const Side& side, const git::Oid& commit) {
  return commit.brief() + " (" +
         report::one_line(report::cut(side.git().history.commit(commit).subject(), kSubject)) + ")";
}

std::string listed(const std::vector<std::string>& paths) {
  std::string text;
  for (std::size_t i = 0; i < std::min(paths.size(), kListed); ++i) {
    text += (i == 0 ? "" : ", ") + report::one_line(paths[i]);
  }
  if (paths.size() > kListed) text += " and " + std::to_string(paths.size() - kListed) + " more";
  return text;
}

}  // namespace sluice::queue
