#include "host/pipeline/settings.hpp"

#include <git2.h>

#include <algorithm>
#include <array>

#include "host/pipeline/plans.hpp"

namespace sluice::pipeline {
namespace {

constexpr std::int64_t largest_cap = 1'000'000;
constexpr std::int64_t largest_budget = 604'800;  // seconds: a week

/// libgit2 counts its users; ours lasts as long as the process.
void use_libgit2() {
  static const int users = ::git_libgit2_init();
  static_cast<void>(users);
}

bool is_branch_name(const std::string& name) {
  int valid = 0;
  return ::git_branch_name_is_valid(&valid, name.c_str()) == 0 && valid == 1;
}

bool is_remote_name(const std::string& name) {
  int valid = 0;
  return ::git_remote_name_is_valid(&valid, name.c_str()) == 0 && valid == 1;
}

/// Refs are paths: no ref can stand below another.
bool lies_below(const std::string& inner, const std::string& outer) {
  return inner.starts_with(outer + "/");
}

struct Branch {
  std::string role;
  const std::string* name;
  Place place;
};

void check_branches_differ(const std::array<Branch, 4>& branches, const TableReader& table,
                           Problems& problems) {
  for (std::size_t i = 0; i < branches.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      // Where one of the two is a default, the table's own place has no key to point at.
      const Branch& later = std::pair(branches[i].place.line, branches[i].place.column) >
                                    std::pair(branches[k].place.line, branches[k].place.column)
                                ? branches[i]
                                : branches[k];
      const Branch& other = &later == &branches[i] ? branches[k] : branches[i];
      const std::string both =
          in_quotes(later.role) + " in " + table.name() + " is " + in_quotes(*later.name);
      if (*later.name == *other.name) {
        problems.add(later.place,
                     both + ", and so is " + in_quotes(other.role) + "; the four branches must differ");
      } else if (lies_below(*later.name, *other.name) || lies_below(*other.name, *later.name)) {
        problems.add(later.place, both + " beside " + in_quotes(other.role) + " = " + in_quotes(*other.name) +
                                      "; git cannot hold a branch below another");
      }
    }
  }
}

bool has_blank(const std::string& text) {
  return text.find_first_of(" \t") != std::string::npos;
}

void read_login(TableReader& table, std::string& into, Problems& problems) {
  std::string login;
  if (!table.text("login", login)) return;
  if (has_blank(login) || login.front() == '@') {
    problems.add(table.place_of("login"),
                 "\"login\" in " + table.name() + " is a bare name, without a blank or an @");
    return;
  }
  into = login;
}

void read_cap(TableReader& table, Bot& bot, Problems& problems) {
  const bool own_plan = table.text("plan", bot.plan);
  const auto of_plan = cap_of_plan(bot.dialect, bot.plan);
  if (table.integer("cap", bot.cap, 1, largest_cap)) {
    bot.cap_from = "the pipeline's cap";
    return;
  }
  if (of_plan) {
    bot.cap = *of_plan;
    bot.cap_from = "the plan " + bot.plan;
  } else if (own_plan) {
    const auto plans = known_plans(bot.dialect);
    problems.add(table.place_of("plan"),
                 "the files of plan " + in_quotes(bot.plan) + " are not known; known are " + listed(plans) +
                     "; for another plan state its cap",
                 nearest(bot.plan, plans).value_or(""));
  }
}

}  // namespace

Repository read_repository(TableReader table, Problems& problems) {
  use_libgit2();
  Repository repository;
  if (table.text("remote", repository.remote) && !is_remote_name(repository.remote)) {
    problems.add(table.place_of("remote"), "\"remote\" in " + table.name() +
                                               " is the name of a remote of the clone, not " +
                                               in_quotes(repository.remote));
  }
  const std::array<std::pair<std::string, std::string*>, 4> keys = {{{"main", &repository.main},
                                                                     {"develop", &repository.develop},
                                                                     {"queue", &repository.queue},
                                                                     {"fixes", &repository.fixes}}};
  std::array<Branch, 4> branches;
  bool valid = true;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto& [role, name] = keys[i];
    const bool named = table.text(role, *name);
    branches[i] = {role, name, table.place_of(role)};
    if (!named || is_branch_name(*name)) continue;
    valid = false;
    problems.add(branches[i].place, in_quotes(role) + " in " + table.name() + " is " + in_quotes(*name) +
                                        ", which git takes for no branch name");
  }
  if (valid) check_branches_differ(branches, table, problems);
  table.finish();
  return repository;
}

Forge read_forge(TableReader table, const std::filesystem::path& folder, Problems& problems) {
  Forge forge;
  table.choice("kind", forge.kind, {"local"});
  read_login(table, forge.login, problems);
  std::string path;
  if (table.text("path", path)) forge.path = (folder / path).lexically_normal();
  table.finish();
  return forge;
}

Bot read_bot(TableReader table, Problems& problems) {
  Bot bot;
  table.choice("dialect", bot.dialect, known_dialects());
  read_login(table, bot.login, problems);
  table.text("context", bot.context);
  table.text("ask", bot.ask);
  read_cap(table, bot, problems);
  table.finish();
  return bot;
}

std::optional<std::int64_t> read_budget(TableReader table) {
  std::int64_t budget = 0;
  table.integer("budget", budget, 0, largest_budget);
  table.finish();
  return budget == 0 ? std::nullopt : std::optional(budget);
}

}  // namespace sluice::pipeline
