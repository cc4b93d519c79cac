#include "brief.hpp"

#include <algorithm>

#include "sluice/prompt.hpp"

namespace sluice::drain {
namespace {

constexpr std::size_t longest_finding = 12'000;  // UTF-16 units, as all of these.
constexpr std::size_t longest_body = 60'000;
constexpr std::size_t longest_tail = 8'000;
constexpr std::size_t longest_brief = 250'000;  // Bytes of findings.

std::string title_of(const Inline& finding) {
  return "comment " + std::to_string(finding.comment) + " at " + finding.path + ":" +
         (finding.line ? std::to_string(*finding.line) : "the file, or outside the diff");
}

std::string findings_of(const OpenSet& open) {
  std::string text;
  for (const auto& finding : open.threads) {
    text += data_block(title_of(finding), finding.finding.text, longest_finding) + "\n";
    if (finding.again.empty()) continue;
    text += data_block("comment " + std::to_string(finding.comment) + " was answered, and then it said",
                       finding.again, longest_finding) +
            "\n";
  }
  return text.empty() ? "None is open.\n" : text;
}

std::string bodies_of(const OpenSet& open) {
  std::string text;
  for (const auto& body : open.reviews) {
    text += data_block("review " + std::to_string(body.review), body.text, longest_body) + "\n";
  }
  if (text.empty()) return "None is open.\n";
  return "Only what has no thread above is meant: the counted groups that are folded into these texts.\n\n" +
         text;
}

std::string install_of(const std::string& failed) {
  if (failed.empty()) return {};
  return "## The install command failed\n\n" +
         data_block("the end of what it printed", failed, longest_tail) + "\n";
}

/// Takes items while there is room; the very first fits always.
class Room {
 public:
  bool take(std::size_t size) {
    const bool fits = taken_ == 0 || taken_ + size <= longest_brief;
    if (fits) taken_ += std::max<std::size_t>(size, 1);
    return fits;
  }

 private:
  std::size_t taken_ = 0;
};

}  // namespace

OpenSet portion(const OpenSet& open) {
  constexpr std::size_t around = 300;  // The heading and the fence of each.
  OpenSet part = open;
  part.threads.clear();
  part.reviews.clear();
  Room room;
  for (const auto& each : open.threads) {
    const auto size = std::min(each.finding.text.size(), longest_finding) +
                      std::min(each.again.size(), longest_finding) + around;
    if (!room.take(size)) return part;
    part.threads.push_back(each);
  }
  for (const auto& each : open.reviews) {
    if (!room.take(std::min(each.text.size(), longest_body) + around)) return part;
    part.reviews.push_back(each);
  }
  return part;
}

std::string brief(std::string_view prompt, const Pull& release, const OpenSet& open,
                  const std::string& install_failed) {
  return fill(prompt,
              {{"pull", std::to_string(release.number)},
               {"install", install_of(install_failed)},
               {"findings", findings_of(open)},
               {"bodies", bodies_of(open)}},
              {"findings", "bodies"});
}

}  // namespace sluice::drain
