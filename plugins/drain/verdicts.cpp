#include "verdicts.hpp"

#include <algorithm>
#include <functional>

#include "dialect/text.hpp"
#include "sluice/say.hpp"

namespace sluice::drain {
namespace {

using dialect::trim;
using IsOpen = std::function<bool(std::int64_t)>;

struct Spoken {
  std::int64_t id = 0;  ///< 0: it begins with none.
  std::string_view evidence;
};

Spoken read_line(std::string_view line) {
  constexpr std::size_t most_digits = 18;
  line = trim(line);
  std::size_t at = 0;
  std::int64_t id = 0;
  for (; at < line.size() && at <= most_digits && dialect::is_digit(line[at]); ++at) {
    if (at < most_digits) id = id * 10 + (line[at] - '0');
  }
  const bool ends = at == line.size() || line[at] == ' ' || line[at] == '\t';
  if (at == 0 || at > most_digits || !ends) return {0, line};
  return {id, trim(line.substr(at))};
}

void add(Evidence& evidence, std::int64_t id, std::string_view text) {
  const auto found =
      std::find_if(evidence.begin(), evidence.end(), [&](const auto& each) { return each.first == id; });
  if (found == evidence.end()) {
    evidence.emplace_back(id, text);
  } else {
    found->second.append("\n").append(text);
  }
}

/// `only`: whom a line without an id speaks of; 0: nobody.
Evidence read(std::string_view text, const char* file, const IsOpen& is_open, std::int64_t only,
              std::vector<std::string>& ignored) {
  Evidence evidence;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    const auto line = trim(text.substr(at, end - at));
    at = end + 1;
    if (line.empty()) continue;
    auto spoken = read_line(line);
    if (only != 0 && !is_open(spoken.id)) spoken = {only, line};
    if (!is_open(spoken.id)) {
      ignored.push_back(std::string(file) + " speaks of what is not open: " + say::line(line));
    } else if (spoken.evidence.empty()) {
      ignored.push_back(std::string(file) + " gives no evidence for " + std::to_string(spoken.id));
    } else {
      add(evidence, spoken.id, spoken.evidence);
    }
  }
  return evidence;
}

}  // namespace

Verdicts read_verdicts(std::string_view rejections, std::string_view verdict, const OpenSet& open) {
  Verdicts verdicts;
  const auto is_thread = [&](std::int64_t id) {
    return std::any_of(open.threads.begin(), open.threads.end(),
                       [&](const Inline& each) { return each.comment == id; });
  };
  const auto is_body = [&](std::int64_t id) {
    return std::any_of(open.reviews.begin(), open.reviews.end(),
                       [&](const Body& each) { return each.review == id; });
  };
  verdicts.rejections = read(rejections, rejections_file, is_thread, 0, verdicts.ignored);
  const auto only = open.reviews.size() == 1 ? open.reviews.front().review : 0;
  verdicts.bodies = read(verdict, verdict_file, is_body, only, verdicts.ignored);
  return verdicts;
}

}  // namespace sluice::drain
