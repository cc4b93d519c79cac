#include "host/forge/local/pulls.hpp"

#include "host/forge/document.hpp"
#include "host/forge/local/items.hpp"
#include "host/forge/local/merge.hpp"
#include "host/forge/local/text.hpp"

namespace sluice::forge::local {

namespace {

struct Row {
  Pull pull;
  std::string base_sha;
};

constexpr const char* columns =
    "SELECT number, state, head, base, head_repository, head_sha, base_sha, title, body, author, created_at, "
    "updated_at, merged_at, merge_sha FROM pull JOIN item USING (number)";

State state_of(const std::string& name) {
  return name == "open" ? State::open : name == "merged" ? State::merged : State::closed;
}

Row row_of(Context& context, const Rows& at) {
  Pull pull;
  pull.number = at.integer(0);
  pull.state = state_of(at.text(1));
  pull.head = at.text(2);
  pull.base = at.text(3);
  pull.foreign = at.maybe_text(4).has_value();
  pull.head_sha = at.text(5);
  pull.title = at.text(7);
  pull.body = at.text(8);
  pull.author = at.text(9);
  pull.url = file_url(context.repository.directory().string()) + "#" + std::to_string(pull.number);
  pull.created_at = at.integer(10);
  pull.updated_at = at.integer(11);
  pull.merged_at = at.maybe_integer(12);
  pull.merge_sha = at.maybe_text(13);
  return {std::move(pull), at.text(6)};
}

/// As the branches have it now; true where that is news.
bool follow_branches(Context& context, Row& row) {
  auto& pull = row.pull;
  if (pull.state != State::open) return false;
  const Standing before{pull.state, pull.head_sha, row.base_sha, std::nullopt};
  const auto head = pull.foreign ? std::optional(pull.head_sha) : context.repository.head(pull.head);
  const auto now = follow(before, head, context.repository.head(pull.base), context.repository);
  if (now == before) return false;
  pull.state = now.state;
  pull.head_sha = now.head_sha;
  row.base_sha = now.base_sha;
  pull.merge_sha = now.merge_sha;
  // That base went on is no event of the pull request.
  const bool changed = now.state != before.state || now.head_sha != before.head_sha;
  if (changed) pull.updated_at = context.clock();
  if (now.state == State::merged) pull.merged_at = pull.updated_at;
  return true;
}

void store(Context& context, const Row& row) {
  const auto& pull = row.pull;
  context.database.run("UPDATE item SET state = ?, updated_at = ? WHERE number = ?", name(pull.state),
                       pull.updated_at, pull.number);
  context.database.run(
      "UPDATE pull SET head_sha = ?, base_sha = ?, merged_at = ?, merge_sha = ? WHERE number = ?",
      pull.head_sha, row.base_sha, pull.merged_at, pull.merge_sha, pull.number);
}

template <class... Values>
std::vector<Row> read_rows(Context& context, const std::string& where, const Values&... values) {
  std::vector<Row> found;
  auto rows = context.database.query(columns + where + " ORDER BY number DESC", values...);
  while (rows.next()) found.push_back(row_of(context, rows));
  return found;
}

/// Reads, follows the branches, and keeps what is news, read again under the write lock.
template <class... Values>
std::vector<Row> read_followed(Context& context, const std::string& where, const Values&... values) {
  auto rows = read_rows(context, where, values...);
  bool news = false;
  for (auto& row : rows) news |= follow_branches(context, row);
  if (!news || !context.live) return rows;
  auto transaction = context.write();
  auto again = read_rows(context, where, values...);
  for (auto& row : again) {
    if (follow_branches(context, row)) store(context, row);
  }
  transaction.commit();
  return again;
}

/// Inside a write transaction.
Row locked_row(Context& context, Id number) {
  must_be_pull(context, number);
  auto row = read_rows(context, " WHERE number = ?", number).front();
  if (follow_branches(context, row)) store(context, row);
  return row;
}

std::vector<Pull> without_base(std::vector<Row> rows) {
  std::vector<Pull> found;
  found.reserve(rows.size());
  for (auto& row : rows) found.push_back(std::move(row.pull));
  return found;
}

std::string branch_head(Context& context, const std::string& branch) {
  const auto head = context.repository.head(branch);
  if (!head) missing("there is no branch " + branch + " in " + context.repository.directory().string());
  return *head;
}

/// What GitHub validates when a pull request is opened, and again when one is reopened.
void must_have_work(Context& context, const std::string& base, const std::string& base_sha,
                    const std::string& head, const std::string& head_sha) {
  if (context.repository.contains(base_sha, head_sha)) {
    refuse("no commits between " + base + " and " + head + "; push some first");
  }
  if (!context.repository.related(base_sha, head_sha)) {
    refuse("the branches " + base + " and " + head + " have entirely different histories");
  }
}

void must_be_the_only_one(Context& context, const std::string& base, const std::string& head,
                          const std::optional<std::string>& repository) {
  auto rows =
      read_rows(context, " WHERE base = ? AND head = ? AND head_repository IS ?", base, head, repository);
  for (auto& row : rows) {
    if (follow_branches(context, row)) store(context, row);
    if (row.pull.state != State::open) continue;
    stale("a pull request from " + head + " is open already: " + named(row.pull.number));
  }
}

}  // namespace

std::vector<Pull> all_pulls(Context& context) {
  return without_base(read_followed(context, ""));
}

std::vector<Pull> pulls(Context& context, const std::string& base, const std::string& head) {
  return without_base(read_followed(context, " WHERE base = ? AND head = ?", base, head));
}

std::optional<Pull> pull(Context& context, Id number) {
  auto found = read_followed(context, " WHERE number = ?", number);
  if (found.empty()) return std::nullopt;
  return std::move(found.front().pull);
}

Pull must_find(Context& context, Id number) {
  if (auto found = pull(context, number)) return *std::move(found);
  must_be_pull(context, number);
  missing("there is no pull request " + named(number));
}

Pull open(Context& context, const Opening& opening) {
  check_title(opening.title);
  check_optional_body(opening.body);
  auto transaction = context.write();
  const auto base_sha = branch_head(context, opening.base);
  if (opening.repository) context.must_have_commit(opening.sha);
  const auto head_sha = opening.repository ? opening.sha : branch_head(context, opening.head);
  must_be_the_only_one(context, opening.base, opening.head, opening.repository);
  must_have_work(context, opening.base, base_sha, opening.head, head_sha);
  const auto number = add_item(context, ItemKind::pull, opening.title, opening.body);
  context.database.run(
      "INSERT INTO pull (number, base, head, head_repository, base_sha, head_sha) VALUES (?, ?, ?, ?, ?, ?)",
      number, opening.base, opening.head, opening.repository, base_sha, head_sha);
  auto made = locked_row(context, number).pull;
  transaction.commit();
  return made;
}

void close(Context& context, Id number) {
  auto transaction = context.write();
  const auto row = locked_row(context, number);
  if (row.pull.state == State::open) set_state(context, number, "closed");
  transaction.commit();
  if (row.pull.state == State::merged) stale(named(number) + " is merged already and cannot be closed");
}

void reopen(Context& context, Id number) {
  auto transaction = context.write();
  auto row = locked_row(context, number);
  auto& pull = row.pull;
  if (pull.state == State::open) return transaction.commit();
  if (pull.state == State::merged) refuse(named(number) + " is merged and cannot be reopened");
  const auto head = pull.foreign ? pull.head_sha : branch_head(context, pull.head);
  const auto base = branch_head(context, pull.base);
  must_be_the_only_one(context, pull.base, pull.head, {});
  if (!context.repository.contains(head, pull.head_sha)) {
    refuse("the branch " + pull.head + " was rewritten since " + named(number) +
           " was closed; it cannot be reopened, open another");
  }
  must_have_work(context, pull.base, base, pull.head, head);
  pull.state = State::open;
  pull.head_sha = head;
  pull.updated_at = context.clock();
  row.base_sha = base;
  store(context, row);
  transaction.commit();
}

std::optional<bool> mergeable(Context& context, Id number) {
  must_be_pull(context, number);
  const auto row = read_followed(context, " WHERE number = ?", number).front();
  if (row.pull.state != State::open) return std::nullopt;
  return merges_cleanly(context.repository, row.base_sha, row.pull.head_sha);
}

std::string merge(Context& context, Id number, const std::string& expected_head) {
  auto transaction = context.write();
  auto row = locked_row(context, number);
  const auto& pull = row.pull;
  const auto at_least = [&](bool holds, const std::string& otherwise) {
    if (holds) return;
    transaction.commit();  // What the branches told stays known.
    stale(otherwise);
  };
  at_least(pull.state != State::merged, named(number) + " is merged already");
  at_least(pull.state != State::closed, named(number) + " is closed; reopen it to merge it");
  at_least(pull.head_sha == expected_head, "the head of " + named(number) + " was modified: it is " +
                                               pull.head_sha + ", not " + expected_head);
  must_be_on(context, Setting::merge_commits);
  const std::string message =
      "Merge pull request " + named(number) + " from " + pull.head + "\n\n" + pull.title;
  auto commit = merge_into(context.repository, {pull.base, row.base_sha, pull.head_sha, message + "\n",
                                                context.login, context.clock()});
  if (follow_branches(context, row)) store(context, row);
  transaction.commit();
  return commit;
}

}  // namespace sluice::forge::local
