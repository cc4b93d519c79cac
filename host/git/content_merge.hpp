#pragma once
// Contents that both sides of a pick changed, merged by git: its histogram diff and attributes have no twin
// in a library. What was asked once is remembered: a merge of contents is a function of the three files,
// their path and the attributes there.

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "host/git/content_room.hpp"

namespace sluice::git {

class ContentMerger {
 public:
  ContentMerger(const Scratch& scratch, ObjectStore& store);

  struct Question {
    ContentMerge content;
    AttributeFiles attributes;
    std::string key;
  };
  /// About a file of this target tree.
  Question question(const Oid& our_tree, ContentMerge content) const;

  /// The answer to a question asked before; null when it was not, or when too much else was since.
  const MergedContent* known(const Question& question) const;

  /// Asks about those that are not known in one call to git, the first ones above all: one that does not go
  /// with those before it (the same path, other attributes in a folder) stays unknown, and so do all where
  /// they are too large to be held at once or crash git.
  void ask(const std::vector<Question>& questions);

 private:
  bool can_hold(const ContentMerge& content, std::uint64_t& bytes);
  void remember(const std::string& key, MergedContent answer);

  ObjectStore& store_;
  ContentRoom room_;
  std::unordered_map<std::string, MergedContent> answers_;
  std::size_t answer_bytes_ = 0;
};

}  // namespace sluice::git
