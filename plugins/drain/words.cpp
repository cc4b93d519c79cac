#include "words.hpp"

#include <algorithm>

#include "sluice/inert.hpp"
#include "sluice/marker.hpp"
#include "sluice/say.hpp"
#include "sluice/settled.hpp"

namespace sluice::drain {
namespace {

Word word(const Marker& marker, std::string body) {
  auto line = marker.line();
  const auto room = forge_limit - line.size() - 1;
  return {std::move(line), within_limit(std::move(body), room)};
}

/// What a session wrote, quoted: one short line stays in the sentence, more goes below it.
std::string quoted(const std::string& evidence, const std::string& bot) {
  constexpr std::size_t longest_line = 400;
  const bool short_line = evidence.size() <= longest_line && evidence.find('\n') == std::string::npos;
  return short_line ? " — " + inert_span(evidence, longest_line, bot)
                    : ":\n\n" + inert_fence(evidence, 30'000, bot);
}

std::string place(const Inline& finding) {
  auto path = inert_span(finding.path, 200);
  return finding.line ? path + ", line " + std::to_string(*finding.line) : path;
}

std::string is_put_off(const Deferral& deferral) {
  return "Put off: " + deferral.why + ". It is listed in " + deferral.list +
         " and waits there for a person; a later version of this tool, of its settings or of its prompt "
         "tries "
         "again by itself.";
}

Marker put_off_marker(const char* key, std::int64_t id, const std::string& basis) {
  return {"deferred", {{key, std::to_string(id)}, {"basis", basis}}};
}

}  // namespace

std::string number(const Pull& release) {
  return "#" + std::to_string(release.number);
}

Word rejection(const Inline& finding, const std::string& evidence, const std::string& bot) {
  const Marker marker{
      "rejected", {{"comment", std::to_string(finding.comment)}, {"round", std::to_string(finding.round)}}};
  return word(marker, "Not a real issue, no change" + quoted(evidence, bot));
}

Word verdict(std::int64_t review, const std::string& evidence, const std::string& bot) {
  const Marker marker{"drains", {{"review", std::to_string(review)}, {"by", "verdict"}}};
  return word(marker, "Body-only findings of review " + std::to_string(review) + " are rejected" +
                          quoted(evidence, bot));
}

Word deferred(const Inline& finding, const Deferral& deferral) {
  return word(put_off_marker("comment", finding.comment, deferral.basis), is_put_off(deferral));
}

Word deferred(const Body& body, const Deferral& deferral) {
  return word(put_off_marker("review", body.review, deferral.basis),
              "Body-only findings of review " + std::to_string(body.review) + ". " + is_put_off(deferral));
}

List deferred_list(const Pull& release, const std::vector<Inline>& threads, const std::vector<Body>& bodies,
                   const std::string& why, const std::string& basis, const std::string& of,
                   const std::string& bot) {
  Marker marker{"deferred", {{"pull", std::to_string(release.number)}, {"of", of}, {"basis", basis}}};
  std::string body =
      "Findings of the release " + number(release) + " that are put off: " + why +
      ". The queue goes on without them.\n\nTo settle one, commit its fix to the queue with the "
      "line that is named beside it, or resolve its thread.\n\n";
  for (const auto& each : threads) {
    body += "- comment " + std::to_string(each.comment) + " at " + place(each) + ": " +
            inert_span(each.finding.title.empty() ? each.finding.text : each.finding.title, 200, bot) +
            " (`Answers: " + std::to_string(each.comment) + "`)\n";
  }
  for (const auto& each : bodies) {
    body += "- the body of review " + std::to_string(each.review) +
            " (`Drains: " + std::to_string(each.review) + "`)\n";
  }
  return {"Findings of " + number(release) + " that are put off", word(marker, std::move(body))};
}

Word quarantined(const Pull& release, const OpenSet& open, const std::string& why, const std::string& basis) {
  const Marker marker{"quarantined", {{"pull", std::to_string(release.number)}, {"basis", basis}}};
  return word(marker,
              "What this review found is left as it is: " + why + ". Open are " + measure(open) +
                  "; the queue goes on without their fixes. Commit them to the queue with `Answers:` and "
                  "`Drains:` lines, or resolve the threads.");
}

bool is_quarantined(const std::vector<Comment>& comments, const Pull& release, const std::string& basis,
                    const std::string& viewer) {
  return std::any_of(comments.begin(), comments.end(), [&](const Comment& comment) {
    const auto marker = own_marker(comment.body, comment.author, viewer);
    return marker && marker->name == "quarantined" && marker->number("pull") == release.number &&
           marker->get("basis") == basis;
  });
}

Word settled(const Pull& release, const std::string& basis) {
  return word(settled_marker(release.number, basis),
              basis.empty()
                  ? "Every finding of this release, and of those before it, is answered."
                  : "Every finding of this release, and of those before it, is answered or put off.");
}

std::string measure(const OpenSet& open) {
  const auto threads = std::ssize(open.threads) + std::ssize(open.worn);
  std::string text;
  if (threads > 0) text = say::counted(threads, "finding");
  if (open.reviews.empty()) return text.empty() ? "no finding" : text;
  return text + (text.empty() ? "" : " and ") +
         (open.reviews.size() == 1 ? "the body of a review"
                                   : "the bodies of " + std::to_string(open.reviews.size()) + " reviews");
}

}  // namespace sluice::drain
