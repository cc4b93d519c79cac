#pragma once
// What the drain says in our name, and the marker of each. All of it is inert and within the forge's limit.

#include <cstdint>
#include <string>
#include <vector>

#include "open_set.hpp"

namespace sluice::drain {

struct Word {
  std::string marker;  ///< Its line.
  std::string body;
};

std::string number(const Pull& release);  ///< "#7"

/// To a finding that is none, in its thread. Once for each time that it was open.
Word rejection(const Inline& finding, const std::string& evidence, const std::string& bot);
/// To a review's body, in the conversation.
Word verdict(std::int64_t review, const std::string& evidence, const std::string& bot);

/// Why something is put off, and where it is listed; both are ours.
struct Deferral {
  std::string why;   ///< A sentence without its end.
  std::string list;  ///< "issue 12", "the list in this pull request".
  std::string basis;
};
Word deferred(const Inline& finding, const Deferral& deferral);
Word deferred(const Body& body, const Deferral& deferral);

/// The list of what was put off of one release: an issue, or a comment where there are none. `of`: part of
/// its marker, so that another list of the same release is another.
struct List {
  std::string title;
  Word word;
};
List deferred_list(const Pull& release, const std::vector<Inline>& threads, const std::vector<Body>& bodies,
                   const std::string& why, const std::string& basis, const std::string& of,
                   const std::string& bot);

Word quarantined(const Pull& release, const OpenSet& open, const std::string& why, const std::string& basis);
bool is_quarantined(const std::vector<Comment>& comments, const Pull& release, const std::string& basis,
                    const std::string& viewer);

Word settled(const Pull& release, const std::string& basis);  ///< basis empty: nothing is put off.

/// "2 findings with a thread and 1 review body" of what is open.
std::string measure(const OpenSet& open);

}  // namespace sluice::drain
