#include "host/git/content_merge.hpp"

#include <algorithm>
#include <set>

namespace sluice::git {
namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{32} << 20;     // Of files in one question to git.
constexpr std::size_t most_answer_bytes = std::size_t{16} << 20;  // Remembered.
constexpr std::size_t answer_overhead = 400;

std::string key_of(const ContentMerge& content, const AttributeFiles& attributes) {
  std::string key = content.path + '\0';
  for (const Entry& entry : {content.base, content.ours, content.theirs}) {
    key += entry.id.raw();
    key += std::to_string(entry.mode) + '\0';
  }
  for (const auto& [folder, blob] : attributes) key += blob.raw();
  return key;
}

/// Which questions git can be asked at once.
class Batch {
 public:
  bool admit(const ContentMerger::Question& question) {
    if (stands_in_place(question.content.path)) return false;
    for (const auto& [folder, blob] : question.attributes)
      if (const auto other = attributes.find(folder); other != attributes.end() && other->second != blob)
        return false;
    attributes.insert(question.attributes.begin(), question.attributes.end());
    paths_.insert(question.content.path);
    contents.push_back(question.content);
    keys.push_back(question.key);
    return true;
  }

  std::vector<ContentMerge> contents;
  std::vector<std::string> keys;
  AttributeFiles attributes;

 private:
  /// The same path, a folder where another is a file, or a file where another is in a folder.
  bool stands_in_place(const std::string& path) const {
    for (std::size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1))
      if (paths_.contains(path.substr(0, slash))) return true;
    const auto below = paths_.lower_bound(path + "/");
    return paths_.contains(path) || (below != paths_.end() && below->starts_with(path + "/"));
  }

  std::set<std::string> paths_;
};

}  // namespace

ContentMerger::ContentMerger(const Scratch& scratch, ObjectStore& store)
    : store_(store), room_(scratch, store) {}

ContentMerger::Question ContentMerger::question(const Oid& our_tree, ContentMerge content) const {
  AttributeFiles attributes = attributes_above(store_, our_tree, content.path);
  std::string key = key_of(content, attributes);
  return {std::move(content), std::move(attributes), std::move(key)};
}

const MergedContent* ContentMerger::known(const Question& question) const {
  const auto answer = answers_.find(question.key);
  return answer == answers_.end() ? nullptr : &answer->second;
}

bool ContentMerger::can_hold(const ContentMerge& content, std::uint64_t& bytes) {
  std::uint64_t sum = bytes;
  for (const Entry& entry : {content.base, content.ours, content.theirs}) sum += store_.size(entry.id);
  if (sum > most_bytes) return false;
  bytes = sum;
  return true;
}

void ContentMerger::ask(const std::vector<Question>& questions) {
  Batch batch;
  std::uint64_t bytes = 0;
  for (const Question& question : questions)
    if (known(question) == nullptr && can_hold(question.content, bytes)) batch.admit(question);
  if (batch.contents.empty()) return;
  auto answers = room_.merge(batch.contents, batch.attributes);
  if (!answers) return;
  if (answer_bytes_ > most_answer_bytes) {
    answers_.clear();
    answer_bytes_ = 0;
  }
  for (std::size_t i = 0; i < answers->size(); ++i) remember(batch.keys[i], std::move((*answers)[i]));
}

void ContentMerger::remember(const std::string& key, MergedContent answer) {
  const std::size_t bytes = answer_overhead + key.size() + (answer.data ? answer.data->data.size() : 0);
  answer_bytes_ += bytes;
  answers_[key] = std::move(answer);
}

}  // namespace sluice::git
