#include "host/forge/local/notes.hpp"

#include "host/forge/local/items.hpp"
#include "host/forge/local/pulls.hpp"
#include "host/forge/local/text.hpp"

namespace sluice::forge::local {

namespace {

Comment comment_of(const Rows& row) {
  return {row.integer(0), row.text(1), row.text(2), row.integer(3), row.integer(4)};
}

std::vector<Comment> read_comments(Rows rows) {
  std::vector<Comment> found;
  while (rows.next()) found.push_back(comment_of(rows));
  return found;
}

const std::string comment_columns = "SELECT id, author, body, created_at, updated_at FROM note ";

}  // namespace

std::vector<Comment> comments(Context& context, Id number) {
  item(context, number);
  return read_comments(context.database.query(
      comment_columns + "WHERE number = ? AND kind = 'conversation' ORDER BY id", number));
}

std::vector<Comment> commit_comments(Context& context, const std::string& sha) {
  return read_comments(
      context.database.query(comment_columns + "WHERE sha = ? AND kind = 'commit' ORDER BY id", sha));
}

Comment comment(Context& context, Id number, const std::string& body) {
  check_body(body);
  auto transaction = context.write();
  must_take_words(context, number);
  const auto now = context.clock();
  context.database.run(
      "INSERT INTO note (kind, number, author, body, created_at, updated_at) VALUES ('conversation', ?, ?, "
      "?, ?, ?)",
      number, context.login, body, now, now);
  const auto id = context.database.last_id();
  touch(context, number);
  transaction.commit();
  return {id, context.login, body, now, now};
}

Comment comment_commit(Context& context, const std::string& sha, const std::string& body) {
  check_body(body);
  context.must_have_commit(sha);
  auto transaction = context.write();
  must_be_on(context, Setting::commit_comments);
  const auto now = context.clock();
  context.database.run(
      "INSERT INTO note (kind, sha, author, body, created_at, updated_at) VALUES ('commit', ?, ?, ?, ?, ?)",
      sha, context.login, body, now, now);
  const auto id = context.database.last_id();
  transaction.commit();
  return {id, context.login, body, now, now};
}

void edit_comment(Context& context, Id comment, const std::string& body) {
  check_body(body);
  auto transaction = context.write();
  {
    auto rows = context.database.query("SELECT 1 FROM note WHERE id = ? AND kind <> 'review'", comment);
    if (!rows.next()) missing("there is no comment " + std::to_string(comment));
  }
  context.database.run("UPDATE note SET body = ?, updated_at = ? WHERE id = ?", body, context.clock(),
                       comment);
  transaction.commit();
}

std::vector<Review> reviews(Context& context, Id pull) {
  must_be_pull(context, pull);
  std::vector<Review> found;
  auto rows = context.database.query(
      "SELECT id, author, body, sha, state, created_at FROM note WHERE number = ? AND kind = 'review' ORDER "
      "BY id",
      pull);
  while (rows.next()) {
    Review review{rows.integer(0),    rows.text(1), rows.text(2),
                  rows.maybe_text(3), rows.text(4), rows.integer(5)};
    if (review.state == "PENDING") review.submitted_at.reset();
    found.push_back(std::move(review));
  }
  return found;
}

Review add_review(Context& context, Id pull, const std::string& state, const std::string& body,
                  const std::optional<std::string>& sha) {
  check_name("state of a review", state);
  check_optional_body(body);
  if (sha) context.must_have_commit(*sha);
  const auto on = sha ? *sha : must_find(context, pull).head_sha;
  auto transaction = context.write();
  must_be_pull(context, pull);
  must_take_words(context, pull);
  const auto now = context.clock();
  context.database.run(
      "INSERT INTO note (kind, number, sha, state, author, body, created_at, updated_at) "
      "VALUES ('review', ?, ?, ?, ?, ?, ?, ?)",
      pull, on, state, context.login, body, now, now);
  const auto id = context.database.last_id();
  touch(context, pull);
  transaction.commit();
  return {id, context.login, body, on, state, state == "PENDING" ? std::nullopt : std::optional(now)};
}

}  // namespace sluice::forge::local
