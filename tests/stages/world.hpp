#pragma once
// A world of commits small enough to write down in a table: a commit is the lines that it needs and the files
// that it writes, a head is the list of commits below it. What git would say of a pick follows from those
// alone.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "sluice/git.hpp"

namespace sluice::test {

struct Made {
  std::set<std::string> needs;  ///< Commits without which it does not apply.
  std::set<std::string> files;  ///< None: it changes nothing.
  std::string takes_back = {};  ///< The commit that it undoes; it changes nothing where that is not below.
  std::set<std::string> clashes = {};  ///< Commits on top of which it does not apply.
};

class World {
 public:
  void commit(const std::string& name, Made made) { commits_[name] = std::move(made); }

  /// Heads are spelt "base+a+b": every pick shows in the sha.
  PickResult pick(const Sha& commit, const Sha& onto) const {
    const Made& made = commits_.at(commit);
    const std::set<std::string> below = below_of(onto);
    for (const auto& need : made.needs) {
      if (!below.contains(need)) return {commit, PickResult::Verdict::conflict, {}, {need + ".txt"}};
    }
    for (const auto& clash : made.clashes) {
      if (below.contains(clash)) return {commit, PickResult::Verdict::conflict, {}, {clash + ".txt"}};
    }
    if (!made.takes_back.empty() && !below.contains(made.takes_back))
      return {commit, PickResult::Verdict::empty, {}, {}};
    if (made.files.empty() || below.contains(commit)) return {commit, PickResult::Verdict::empty, {}, {}};
    return {commit, PickResult::Verdict::applied, onto + "+" + commit, {}};
  }

  /// Of all that was picked and not taken back, in whatever order.
  Sha tree(const Sha& head) const {
    Sha all;
    for (const auto& name : below_of(head)) all += name + " ";
    return all;
  }

  std::int64_t count(const Sha& head) const {
    std::set<std::string> files;
    for (const auto& name : below_of(head)) {
      const auto found = commits_.find(name);
      if (found != commits_.end()) files.insert(found->second.files.begin(), found->second.files.end());
    }
    return std::ssize(files);
  }

  static Owed owed(const std::string& name) { return {name, name, name.starts_with("C"), {}, {}, ""}; }

  static std::vector<Owed> all_owed(const std::vector<std::string>& names) {
    std::vector<Owed> list;
    for (const auto& name : names) list.push_back(owed(name));
    return list;
  }

 private:
  std::set<std::string> below_of(const Sha& head) const {
    std::set<std::string> names;
    std::string name;
    for (const char c : head + "+") {
      if (c != '+') {
        name += c;
        continue;
      }
      const auto made = commits_.find(name);
      const bool takes_back = made != commits_.end() && !made->second.takes_back.empty();
      if (takes_back) names.erase(made->second.takes_back);
      if (!takes_back) names.insert(name);
      name.clear();
    }
    return names;
  }

  std::map<std::string, Made> commits_;
};

}  // namespace sluice::test
