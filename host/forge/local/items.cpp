#include "host/forge/local/items.hpp"

#include "host/forge/local/text.hpp"

namespace sluice::forge::local {

namespace {

const char* name(ItemKind kind) {
  return kind == ItemKind::pull ? "pull" : "issue";
}

const char* name(Setting setting) {
  switch (setting) {
    case Setting::issues:
      return "issues";
    case Setting::commit_comments:
      return "commit-comments";
    case Setting::code_scanning:
      return "code-scanning";
    default:
      return "merge-commits";
  }
}

/// Oldest first; one alone where its number is given.
std::vector<Issue> read_issues(Context& context, const std::optional<Id>& number) {
  std::vector<Issue> found;
  auto rows = context.database.query(
      "SELECT number, state, title, body, author, created_at, updated_at FROM item "
      "WHERE kind = 'issue' AND (?1 IS NULL OR number = ?1) ORDER BY number",
      number);
  while (rows.next()) {
    found.push_back({rows.integer(0), rows.text(1) == "open", rows.text(2), rows.text(3), rows.text(4),
                     rows.integer(5), rows.integer(6)});
  }
  return found;
}

}  // namespace

std::string named(Id number) {
  return "#" + std::to_string(number);
}

Id add_item(Context& context, ItemKind kind, const std::string& title, const std::string& body) {
  const auto now = context.clock();
  context.database.run(
      "INSERT INTO item (kind, state, author, title, body, created_at, updated_at) VALUES (?, 'open', ?, ?, "
      "?, ?, ?)",
      name(kind), context.login, title, body, now, now);
  return context.database.last_id();
}

Item item(Context& context, Id number) {
  auto rows = context.database.query("SELECT kind, locked FROM item WHERE number = ?", number);
  if (!rows.next()) missing("nothing has the number " + named(number) + " here");
  return {rows.text(0) == "pull" ? ItemKind::pull : ItemKind::issue, rows.integer(1) != 0};
}

void must_be_pull(Context& context, Id number) {
  if (item(context, number).kind != ItemKind::pull)
    missing(named(number) + " is an issue, not a pull request");
}

void must_take_words(Context& context, Id number) {
  if (item(context, number).locked)
    refuse("the conversation of " + named(number) + " is locked; unlock it first");
}

void set_state(Context& context, Id number, const std::string& state) {
  context.database.run("UPDATE item SET state = ?, updated_at = ? WHERE number = ?", state, context.clock(),
                       number);
}

void set_locked(Context& context, Id number, bool locked) {
  auto transaction = context.write();
  item(context, number);
  context.database.run("UPDATE item SET locked = ? WHERE number = ?", std::int64_t{locked}, number);
  transaction.commit();
}

void touch(Context& context, Id number) {
  context.database.run("UPDATE item SET updated_at = ? WHERE number = ?", context.clock(), number);
}

std::vector<Issue> issues(Context& context) {
  must_be_on(context, Setting::issues);
  auto found = read_issues(context, std::nullopt);
  std::erase_if(found, [&](const Issue& issue) { return issue.author != context.login; });
  return found;
}

std::vector<Issue> all_issues(Context& context) {
  return read_issues(context, std::nullopt);
}

Issue open_issue(Context& context, const std::string& title, const std::string& body) {
  check_title(title);
  check_optional_body(body);
  auto transaction = context.write();
  must_be_on(context, Setting::issues);
  auto made = read_issues(context, add_item(context, ItemKind::issue, title, body)).front();
  transaction.commit();
  return made;
}

void close_issue(Context& context, Id number) {
  auto transaction = context.write();
  if (item(context, number).kind != ItemKind::issue) {
    refuse(named(number) + " is a pull request; close it as one");
  }
  set_state(context, number, "closed");
  transaction.commit();
}

void set(Context& context, Setting setting, bool on) {
  auto transaction = context.write();
  context.database.run(
      "INSERT INTO setting (name, enabled) VALUES (?, ?) "
      "ON CONFLICT (name) DO UPDATE SET enabled = excluded.enabled",
      name(setting), std::int64_t{on});
  transaction.commit();
}

bool is_on(Context& context, Setting setting) {
  auto rows = context.database.query("SELECT enabled FROM setting WHERE name = ?", name(setting));
  return !rows.next() || rows.integer(0) != 0;
}

void must_be_on(Context& context, Setting setting) {
  if (is_on(context, setting)) return;
  throw ForgeError(ForgeError::Kind::disabled,
                   std::string("the setting ") + name(setting) + " of this repository is off; switch it on");
}

}  // namespace sluice::forge::local
