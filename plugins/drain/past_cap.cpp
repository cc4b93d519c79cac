#include "past_cap.hpp"

#include "sluice/say.hpp"
#include "words.hpp"

namespace sluice::drain {
namespace {

/// Posts the list and says where it stands; nullopt where it could not be posted anywhere.
std::optional<std::string> post_list(const Pass& pass, const Pull& release, const List& list) {
  const auto issue = pass.effects.issue(list.title, list.word.marker, list.word.body);
  if (issue.done()) return issue.number ? "issue #" + std::to_string(*issue.number) : std::string("an issue");
  pass.host.info("the list of " + number(release) + " goes on the release itself: " + issue.reason);
  const auto comment = pass.effects.comment(release.number, list.word.marker, list.word.body);
  if (comment.done()) return "a comment on " + number(release);
  pass.host.warn("the list of what is put off of " + number(release) + " was not posted: " + comment.reason);
  return std::nullopt;
}

std::string put_off(const Pass& pass) {
  return pass.snapshot.dry_run ? "would put off " : "put off ";
}

class PuttingOff {
 public:
  PuttingOff(const Pass& pass, const Pull& release, std::string why)
      : pass_(pass), release_(release), deferral_{std::move(why), {}, pass.snapshot.basis} {}

  /// The list first: a pass that dies between the replies finds it there and goes on with them.
  bool list(const std::vector<Inline>& threads, const std::vector<Body>& bodies, const std::string& of,
            const std::string& bot) {
    const auto where = post_list(
        pass_, release_, deferred_list(release_, threads, bodies, deferral_.why, deferral_.basis, of, bot));
    deferral_.list = where.value_or("");
    return where.has_value();
  }

  void reply(const Inline& finding) {
    const auto word = deferred(finding, deferral_);
    keep(pass_.effects.reply_marked(release_.number, finding.comment, word.marker, word.body));
  }

  void comment(const Body& body) {
    const auto word = deferred(body, deferral_);
    keep(pass_.effects.comment(release_.number, word.marker, word.body));
  }

  std::optional<Outcome> outcome() const {
    if (missed_.empty()) return std::nullopt;
    constexpr std::int64_t wake = 300;
    return Outcome::idle("what is put off of " + number(release_) + " could not all be said: " + missed_)
        .wake(wake);
  }

 private:
  void keep(const Receipt& receipt) {
    if (!receipt.done()) missed_ = receipt.reason;
  }

  const Pass& pass_;
  const Pull& release_;
  Deferral deferral_;
  std::string missed_;
};

std::optional<Outcome> unlisted(const Pull& release) {
  constexpr std::int64_t wake = 300;
  return Outcome::idle("the findings of " + number(release) +
                       " are to be put off, and the list of them could be posted nowhere")
      .wake(wake);
}

std::optional<Outcome> defer(const Pass& pass, const Pull& release, const OpenSet& open,
                             const Parties& parties, const std::string& why, std::string& story) {
  PuttingOff off(pass, release, why);
  if (!off.list(open.threads, open.reviews, "attempts", parties.bot)) return unlisted(release);
  for (const auto& finding : open.threads) off.reply(finding);
  for (const auto& body : open.reviews) off.comment(body);
  story = put_off(pass) + measure(open) + " of " + number(release) + ": " + why;
  return off.outcome();
}

}  // namespace

std::optional<Outcome> past_cap(const Pass& pass, const Pull& release, const OpenSet& open,
                                const Parties& parties, Settings::PastCap how, const std::string& why,
                                std::string& story) {
  if (how == Settings::PastCap::defer) return defer(pass, release, open, parties, why, story);
  if (how == Settings::PastCap::hold) {
    return Outcome::red(why + ", and " + measure(open) + " of " + number(release) +
                        " hold the queue: commit the fixes to " + pass.snapshot.branches.queue +
                        " with Answers: or Drains: lines, or resolve the threads");
  }
  const auto word = quarantined(release, open, why, pass.snapshot.basis);
  const auto receipt = pass.effects.comment(release.number, word.marker, word.body);
  if (!receipt.done())
    pass.host.warn("the notice on " + number(release) + " was not posted: " + receipt.reason);
  story = measure(open) + " of " + number(release) + " left as it is: " + why;
  return std::nullopt;
}

std::optional<Outcome> put_off_worn(const Pass& pass, const Pull& release, const OpenSet& open,
                                    const Parties& parties, std::string& story) {
  const std::string why = "the review bot asks for a change again after the second answer";
  std::optional<Outcome> stop;
  for (const auto& finding : open.worn) {
    PuttingOff off(pass, release, why);
    if (!off.list({finding}, {}, std::to_string(finding.comment), parties.bot)) return unlisted(release);
    off.reply(finding);
    if (auto missed = off.outcome()) stop = std::move(missed);
  }
  if (!open.worn.empty()) {
    story =
        "put off " + say::counted(std::ssize(open.worn), "finding") + " of " + number(release) + ": " + why;
  }
  return stop;
}

}  // namespace sluice::drain
