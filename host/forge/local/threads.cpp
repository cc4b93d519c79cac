#include "host/forge/local/threads.hpp"

#include <charconv>

#include "host/forge/local/items.hpp"
#include "host/forge/local/pulls.hpp"
#include "host/forge/local/text.hpp"

namespace sluice::forge::local {

namespace {

constexpr std::string_view prefix = "PRRT_";  // As a thread's id begins on GitHub.

std::string public_id(Id row) {
  return std::string(prefix) + std::to_string(row);
}

Id row_of(Context& context, const std::string& thread) {
  std::string_view digits = thread;
  if (digits.starts_with(prefix)) digits.remove_prefix(prefix.size());
  Id id = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), id);
  const bool read = error == std::errc() && end == digits.data() + digits.size();
  if (!read || !context.database.query("SELECT 1 FROM thread WHERE id = ?", id).next()) {
    missing("there is no review thread " + thread);
  }
  return id;
}

Comment add_comment(Context& context, Id pull, Id thread, const std::string& body) {
  const auto now = context.clock();
  context.database.run(
      "INSERT INTO note (kind, number, thread, author, body, created_at, updated_at) "
      "VALUES ('thread', ?, ?, ?, ?, ?, ?)",
      pull, thread, context.login, body, now, now);
  const auto id = context.database.last_id();
  touch(context, pull);
  return {id, context.login, body, now, now};
}

/// The thread that the comment begins. GitHub takes no reply to a reply.
Id thread_begun_by(Context& context, Id pull, Id comment) {
  auto rows = context.database.query(
      "SELECT thread, (SELECT min(id) FROM note AS other WHERE other.thread = note.thread) FROM note "
      "WHERE id = ? AND number = ? AND kind = 'thread'",
      comment, pull);
  if (!rows.next()) {
    missing("there is no review comment " + std::to_string(comment) + " on #" + std::to_string(pull));
  }
  if (rows.integer(1) != comment) {
    refuse("comment " + std::to_string(comment) + " is a reply itself; reply to the first of its thread, " +
           std::to_string(rows.integer(1)));
  }
  return rows.integer(0);
}

void set_flag(Context& context, const std::string& thread, const std::string& flag, bool on) {
  auto transaction = context.write();
  const auto id = row_of(context, thread);
  context.database.run("UPDATE thread SET " + flag + " = ? WHERE id = ?", std::int64_t{on}, id);
  transaction.commit();
}

}  // namespace

std::vector<Thread> threads(Context& context, Id pull) {
  auto transaction = context.read();
  must_be_pull(context, pull);
  std::vector<Thread> found;
  auto rows = context.database.query(
      "SELECT thread.id, resolved, outdated, path, line, note.id, author, body, created_at, updated_at FROM "
      "thread "
      "JOIN note ON note.thread = thread.id WHERE thread.number = ? ORDER BY thread.id, note.id",
      pull);
  while (rows.next()) {
    const auto id = public_id(rows.integer(0));
    if (found.empty() || found.back().id != id) {
      const bool outdated = rows.integer(2) != 0;
      found.push_back({id,
                       rows.integer(1) != 0,
                       outdated,
                       rows.text(3),
                       outdated ? std::nullopt : rows.maybe_integer(4),
                       {}});
    }
    found.back().comments.push_back(
        {rows.integer(5), rows.text(6), rows.text(7), rows.integer(8), rows.integer(9)});
  }
  return found;
}

Thread add_thread(Context& context, Id pull, const std::string& path, const std::optional<std::int64_t>& line,
                  const std::string& body) {
  check_body(body);
  if (path.empty() || path.find('\0') != std::string::npos)
    refuse("the path of a finding is empty or holds a NUL");
  if (line && *line < 1) refuse("the line " + std::to_string(*line) + " is none; lines count from 1");
  const auto sha = must_find(context, pull).head_sha;
  auto transaction = context.write();
  must_take_words(context, pull);
  context.database.run("INSERT INTO thread (number, sha, path, line) VALUES (?, ?, ?, ?)", pull, sha,
                       Blob{path}, line);
  const auto id = context.database.last_id();
  Thread made{public_id(id), false, false, path, line, {add_comment(context, pull, id, body)}};
  transaction.commit();
  return made;
}

Comment reply(Context& context, Id pull, Id comment, const std::string& body) {
  check_body(body);
  auto transaction = context.write();
  must_be_pull(context, pull);
  const auto thread = thread_begun_by(context, pull, comment);
  must_take_words(context, pull);
  auto made = add_comment(context, pull, thread, body);
  transaction.commit();
  return made;
}

void resolve(Context& context, const std::string& thread, bool resolved) {
  set_flag(context, thread, "resolved", resolved);
}

void outdate(Context& context, const std::string& thread, bool outdated) {
  set_flag(context, thread, "outdated", outdated);
}

}  // namespace sluice::forge::local
