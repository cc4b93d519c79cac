#include "simulation/session.hpp"

#include <filesystem>
#include <sstream>

namespace sluice::test {

bool Session::try_git(const std::vector<std::string>& arguments) {
  try {
    repo_.git(arguments);
    return true;
  } catch (const std::runtime_error&) {
    return false;
  }
}

std::vector<std::string> Session::lines(const std::vector<std::string>& arguments) {
  std::vector<std::string> all;
  std::istringstream stream(repo_.git(arguments));
  for (std::string line; std::getline(stream, line);) all.push_back(line);
  return all;
}

std::string Session::folder_tree(const std::string& folder) {
  return repo_.git({"ls-tree", "HEAD", folder});
}

/// The branch as the remote has it now, in the work tree; false where there is none.
bool Session::take(const std::string& branch) {
  repo_.fetch();
  return try_git({"checkout", "-q", "-f", "-B", branch, "refs/remotes/origin/" + branch});
}

bool Session::push(const std::string& branch, const std::string& lease) {
  std::vector<std::string> arguments = {"push", "-q", "origin", "HEAD:refs/heads/" + branch};
  if (!lease.empty()) arguments.insert(arguments.begin() + 2, "--force-with-lease=" + branch + ":" + lease);
  return try_git(arguments);
}

void Session::work(const std::string& branch, const std::string& folder, int& number) {
  for (int attempt = 0; attempt < 5; ++attempt) {
    if (!take(branch)) {
      take("develop");
      repo_.branch(branch);
    }
    const std::string before = repo_.id("HEAD").hex();
    for (std::size_t left = 1 + dice_.below(3); left > 0; --left) one_commit(branch, folder, ++number);
    if (!push(branch)) continue;
    for (const auto& line : lines({"rev-list", before + "..HEAD"})) {
      const Oid id = Oid::from_hex(line);
      if (repo_.tree(line) != repo_.tree(line + "^")) pushed_.insert(id);
    }
    wanted_[folder] = folder_tree(folder);
    return;
  }
}

void Session::rebase_queue(int& number) {
  if (!take("ai/queue")) return;
  const std::string before = repo_.id("HEAD").hex();
  const auto old = lines({"rev-list", "--no-merges", "origin/develop..HEAD"});
  const std::string tree = folder_tree("q");
  repo_.at(++number);
  if (!try_git({"rebase", "-q", "--empty=keep", "origin/develop"})) {
    try_git({"rebase", "--abort"});
    return;
  }
  // Only what it kept whole: a rebase that settled something else is another story.
  if (folder_tree("q") != tree || !push("ai/queue", before)) return;
  for (const auto& line : old) pushed_.erase(Oid::from_hex(line));
  for (const auto& line : lines({"rev-list", "--no-merges", "origin/develop..HEAD"})) {
    if (repo_.tree(line) != repo_.tree(line + "^")) pushed_.insert(Oid::from_hex(line));
  }
}

void Session::merge_main(int& number) {
  if (!take("ai/queue")) return;
  repo_.at(++number);
  const std::string before = folder_tree("q");
  if (!try_git({"merge", "-q", "--no-edit", "origin/main"})) {
    try_git({"merge", "--abort"});
    return;
  }
  if (folder_tree("q") == before) push("ai/queue");
}

void Session::one_commit(const std::string& branch, const std::string& folder, int number) {
  repo_.at(number);
  const auto mine = lines({"rev-list", "--no-merges", "-6", "origin/develop..HEAD", "--", folder});
  if (dice_.chance(15) && !mine.empty()) {
    const Oid id = Oid::from_hex(dice_.one_of(mine));
    if (try_git({"revert", "--no-edit", id.hex()})) {
      if (dice_.chance(50)) return;
      // Done again: with git's own copy line, or under the same name as before.
      repo_.at(number).git({"commit", "-q", "--amend", "--allow-empty", "--no-edit"});
      if (dice_.chance(50)) {
        if (!try_git({"cherry-pick", "-x", "--allow-empty", "--keep-redundant-commits", id.hex()}))
          try_git({"cherry-pick", "--abort"});
      } else if (!try_git({"revert", "--no-edit", "HEAD"})) {
        try_git({"revert", "--abort"});
      }
      return;
    }
    try_git({"revert", "--abort"});
  }
  const std::string what = change(folder, number);
  repo_.commit(message(branch, what, number), number);
}

std::string Session::change(const std::string& folder, int number) {
  namespace fs = std::filesystem;
  const std::string tag = std::to_string(number);
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(repo_.clone() / folder)) {
    if (entry.is_regular_file() && !entry.is_symlink())
      files.push_back(fs::relative(entry.path(), repo_.clone()).string());
  }
  std::sort(files.begin(), files.end());
  const std::string fresh = folder + "/" + (dice_.chance(30) ? "d" + tag + "/" : "") +
                            (dice_.chance(10) ? "n\xff \"\n" : "n") + tag;
  if (files.size() < 3 || dice_.chance(20)) {
    repo_.write(fresh, tag + "\n" + random_content(dice_));
    return "Add " + tag;
  }
  const std::string file = dice_.one_of(files);
  const std::string bytes = read_file(repo_.clone() / file);
  switch (dice_.below(10)) {
    case 0:
      repo_.remove(file);
      return "Remove " + tag;
    case 1:
      repo_.rename(file, fresh);
      return "Move " + tag;
    case 2:
      repo_.chmod(file, dice_.chance(50));
      return "Mode " + tag;
    case 3:
      repo_.symlink(fresh, "../" + tag);
      return "Link " + tag;
    case 4:
      repo_.write(file, std::string("\0\1bin", 5) + tag + std::string(20, '\0'));
      return "Binary " + tag;
    case 5:
      repo_.write(file, with_other_whitespace(dice_, bytes));
      return "Spaces " + tag;
    case 6:
      return "Nothing " + tag;
    case 7:
      repo_.write(file, tag + "\r\n" + bytes);
      return "First line " + tag;
    default:
      repo_.write(file, edited(dice_, bytes));
      return "Edit " + tag;
  }
}

std::string Session::message(const std::string& branch, const std::string& what, int number) {
  std::string text = what + "\n";
  if (branch == "ai/review-fixes") return text + "\nAnswers: 1\n";
  // An edit that overtakes what it was made on may be in its way afterwards; a new file never is.
  if (what.starts_with("Add") && dice_.chance(50)) text += "\nExpress: simulated\n";
  if (dice_.chance(6) && !pushed_.empty()) {
    auto named = pushed_.begin();
    std::advance(named, dice_.below(pushed_.size()));
    text += "\n(cherry picked from commit " + named->hex() + ")\n";
  }
  if (dice_.chance(4)) text += "\n(cherry picked from commit " + std::string(40, 'a' + number % 6) + ")\n";
  if (dice_.chance(4)) text += "\n<!-- sluice:held --> @coderabbitai ignore fixes #1\n```\n::error::no\n";
  return text;
}

}  // namespace sluice::test
