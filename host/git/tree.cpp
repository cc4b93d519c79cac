#include "host/git/tree.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "host/git/scratch.hpp"

namespace sluice::git {
namespace {

bool written_today(std::string_view mode) {
  static constexpr std::array<std::string_view, 5> modes = {"100644", "40000", "100755", "120000", "160000"};
  return std::find(modes.begin(), modes.end(), mode) != modes.end();
}

}  // namespace

const Oid& empty_tree() {
  static const Oid id = Oid::from_hex("4b825dc642cb6eb9a060e54bf8d69288fbee4904");
  return id;
}

EntryKind Entry::kind() const {
  switch (mode & 0170000) {
    case 0040000:
      return EntryKind::tree;
    case 0120000:
      return EntryKind::symlink;
    case 0160000:
      return EntryKind::gitlink;
    default:
      return EntryKind::regular;
  }
}

int compare_names(std::string_view a, bool a_is_tree, std::string_view b, bool b_is_tree) {
  const std::size_t common = std::min(a.size(), b.size());
  if (const int order = std::memcmp(a.data(), b.data(), common); order != 0) return order;
  const auto next = [common](std::string_view name, bool is_tree) {
    if (name.size() > common) return static_cast<int>(static_cast<unsigned char>(name[common]));
    return is_tree ? int{'/'} : 0;
  };
  return next(a, a_is_tree) - next(b, b_is_tree);
}

void TreeReader::parse() {
  const std::string_view rest = data_.substr(position_);
  if (rest.empty()) {
    entry_ = TreeEntry{};
    return;
  }
  const std::size_t space = rest.substr(0, 8).find(' ');
  const void* nul = std::memchr(rest.data(), 0, rest.size());
  const std::size_t name_end =
      nul == nullptr ? 0 : static_cast<std::size_t>(static_cast<const char*>(nul) - rest.data());
  if (space == std::string_view::npos || name_end <= space + 1 || rest.size() - name_end - 1 < Oid::size)
    throw GitError("a tree is broken at byte " + std::to_string(position_) +
                   " of its entries; check the clone with git fsck");
  std::uint32_t mode = 0;
  for (const char digit : rest.substr(0, space)) mode = mode * 8 + static_cast<std::uint32_t>(digit - '0');
  regular_ = regular_ && written_today(rest.substr(0, space));
  entry_.mode = mode;
  entry_.name = rest.substr(space + 1, name_end - space - 1);
  entry_.raw = rest.substr(0, name_end + 1 + Oid::size);
  std::memcpy(entry_.id.bytes.data(), rest.data() + name_end + 1, Oid::size);
}

void TreeReader::advance() {
  const std::string_view last = entry_.name;
  const bool last_is_tree = entry_.is_tree();
  position_ += entry_.raw.size();
  parse();
  if (!at_end() && compare_names(last, last_is_tree, entry_.name, entry_.is_tree()) >= 0) regular_ = false;
}

void TreeReader::seek(std::string_view name, bool is_tree) {
  while (!at_end() && compare_names(entry_.name, entry_.is_tree(), name, is_tree) < 0) advance();
}

void append_entry(std::string& tree, std::string_view name, const Entry& entry) {
  std::array<char, 12> digits;
  std::size_t at = digits.size();
  for (std::uint32_t mode = entry.mode; mode > 0; mode /= 8) digits[--at] = static_cast<char>('0' + mode % 8);
  tree.append(digits.data() + at, digits.size() - at);
  tree.push_back(' ');
  tree.append(name);
  tree.push_back('\0');
  tree.append(entry.id.raw());
}

void TreeSplice::copy_to(std::size_t position) {
  if (!changed_) result_.reserve(data_.size() + 128);
  changed_ = true;
  result_.append(data_.substr(copied_, position - copied_));
  copied_ = position;
}

void TreeSplice::replace(const TreeEntry& old, const Entry& entry) {
  remove(old);
  append_entry(result_, old.name, entry);
}

void TreeSplice::remove(const TreeEntry& old) {
  copy_to(position_of(old));
  copied_ += old.raw.size();
}

void TreeSplice::insert(std::size_t position, std::string_view name, const Entry& entry) {
  copy_to(position);
  append_entry(result_, name, entry);
}

std::string TreeSplice::take() {
  copy_to(data_.size());
  return std::move(result_);
}

}  // namespace sluice::git
