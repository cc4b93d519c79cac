#include "gate.hpp"

#include <algorithm>

#include "settle.hpp"
#include "sluice/marker.hpp"
#include "sluice/say.hpp"

namespace sluice::release {
namespace {

using Kind = dialect::StatusReading::Kind;
using Step = Decision::Step;

constexpr std::int64_t pending_limit = 3600;

/// "success (Review completed)": as the forge has it, for a person who must find it there.
std::string quoted(const Status& status) {
  return say::line(status.state) + " (" +
         (status.description.empty() ? "no description" : say::line(status.description)) + ")";
}

/// A check that a person sees there, and that says nothing to us.
std::string strangers(const Facing& facing) {
  if (facing.others.empty()) return "";
  std::string logins;
  for (const auto& login : facing.others) logins.append(logins.empty() ? "" : ", ").append(say::line(login));
  return " (the one in its name is by " + logins + ", not by " + say::line(facing.bot) +
         ", and does not count)";
}

Decision missing(const Facing& facing) {
  const auto left = facing.pull.created_at + facing.missing_check_grace - facing.now;
  const auto none = "the bot has posted no status on " + say::brief(facing.pull.head_sha) + ", the head of " +
                    named(facing.pull) + strangers(facing);
  if (facing.missing_check_grace > 0 && left > 0) {
    return {Step::wait, none + "; it still has time to post one", std::min(left, facing.missing_check_grace)};
  }
  return {Step::red, none + "; look whether it is installed, then ask it for a review", {}};
}

Decision pending(const Facing& facing) {
  const auto since = facing.status->updated_at;
  const auto left = since + pending_limit - facing.now;
  if (left > 0) return {Step::wait, "the bot reviews " + named(facing.pull), std::min(left, pending_limit)};
  return {Step::red,
          "the bot's review of " + named(facing.pull) + " has been pending for more than an hour: " +
              quoted(*facing.status) + "; ask it for another, or close the release",
          {}};
}

std::vector<dialect::Said> said(const std::vector<Comment>& comments) {
  std::vector<dialect::Said> all;
  all.reserve(comments.size());
  for (const auto& each : comments) all.push_back({each.id, each.author, each.body, each.updated_at});
  return all;
}

/// When each of our own asks was posted, as far as the bot has not answered it since.
std::vector<Time> asks_since(Time answered, const Facing& facing) {
  std::vector<Time> asks;
  for (const auto& comment : facing.comments) {
    const auto marker = own_marker(comment.body, comment.author, facing.viewer);
    if (marker && marker->name == "ask" && comment.created_at >= answered) asks.push_back(comment.created_at);
  }
  return asks;
}

Decision over_cap(const Facing& facing, const std::optional<dialect::FileLimit>& limit) {
  auto counted = std::string("more files than the bot reviews");
  if (limit && limit->files) {
    counted = say::counted(*limit->files, "file") + " by the bot's count, over its limit of " +
              std::to_string(limit->limit);
  } else if (limit) {
    counted = "more files than the bot's limit of " + std::to_string(limit->limit);
  }
  Decision red{
      Step::red,
      named(facing.pull) + " has " + counted +
          ", and no waiting helps: close it, then run `host queue recut`, which moves develop back to "
          "main, so that the queue owes its commits again and the next window is cut smaller",
      {}};
  red.over_cap = limit;
  return red;
}

bool read_this_head(const dialect::Dialect& dialect, const Facing& facing) {
  std::vector<dialect::Reviewed> reviews;
  for (const auto& each : facing.reviews) {
    reviews.push_back({each.author, each.body, each.state, each.sha, each.submitted_at});
  }
  return dialect::read_commit(dialect, facing.bot, facing.pull.head_sha, reviews, said(facing.comments));
}

Decision unread(const Facing& facing, std::string_view kind) {
  return {Step::red,
          "the bot did not review " + named(facing.pull) + " (" + std::string(kind) + "): its status is " +
              quoted(*facing.status) + "; a person has to settle it or close the release",
          {}};
}

}  // namespace

bool needs_comments(Kind kind) {
  return kind == Kind::rate_limited || kind == Kind::too_many_files || kind == Kind::skipped ||
         kind == Kind::incremental_declined;
}

std::string named(const Pull& pull) {
  return "the release #" + std::to_string(pull.number);
}

Decision decide(const dialect::Dialect& dialect, const Facing& facing) {
  std::optional<dialect::StatusText> text;
  if (facing.status) text = dialect::StatusText{facing.status->state, facing.status->description};
  const auto status = dialect.status(text);
  std::optional<dialect::Refusal> refusal;
  if (needs_comments(status.kind)) refusal = dialect.refusal(said(facing.comments), facing.bot);
  const bool too_many = refusal && refusal->over_cap;
  switch (status.kind) {
    case Kind::missing:
      return missing(facing);
    case Kind::pending:
      return pending(facing);
    case Kind::completed:
      return {Step::merge, "the bot's review is completed", {}};
    case Kind::too_many_files:
      return over_cap(facing, status.limit || !too_many ? status.limit : refusal->limit);
    case Kind::skipped:
      if (too_many) return over_cap(facing, refusal->limit);
      break;
    case Kind::rate_limited:
      if (too_many) return over_cap(facing, refusal->limit);
      return settle(named(facing.pull), refusal, asks_since(refusal ? refusal->rewritten_at : 0, facing),
                    facing.now);
    case Kind::incremental_declined:
      if (read_this_head(dialect, facing)) return {Step::merge, "the bot reviewed this very head before", {}};
      break;
    case Kind::failed:
    case Kind::unknown:
      break;
  }
  return unread(facing, dialect::name_of(status.kind));
}

}  // namespace sluice::release
