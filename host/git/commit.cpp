#include "host/git/commit.hpp"

#include <charconv>

namespace sluice::git {
namespace {

constexpr bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

std::string_view trim_right(std::string_view text) {
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

/// Takes the next line off, without its line feed.
std::string_view take_line(std::string_view& text) {
  const auto end = text.find('\n');
  const auto line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

/// Seconds after the last '>' of an identity; 0 for a date that git does not read either.
std::int64_t time_of(std::string_view identity) {
  const auto mail_end = identity.rfind('>');
  if (mail_end == std::string_view::npos) return 0;
  auto rest = identity.substr(mail_end + 1);
  while (!rest.empty() && is_space(rest.front())) rest.remove_prefix(1);
  std::int64_t seconds = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), seconds);
  return error == std::errc{} && seconds > 0 ? seconds : 0;
}

bool is_signature(std::string_view key) {
  return key == "gpgsig" || key == "gpgsig-sha256" || key == "mergetag";
}

Oid id_of(const Oid& commit, std::string_view key, std::string_view value) {
  if (const auto id = Oid::parse(value)) return *id;
  throw GitError("object " + commit.hex() + " is no commit: its " + std::string(key) +
                 " line names no object id");
}

/// What git itself takes out of a name or a mail address before it writes them.
std::string clean_identity(std::string text) {
  std::erase_if(text, [](unsigned char c) { return c < 32 || c == '<' || c == '>' || c == 127; });
  const auto first = text.find_first_not_of(' ');
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

}  // namespace

std::string Commit::subject() const {
  std::string_view rest = std::string_view(message).substr(0, message.find('\0'));
  std::string result;
  bool started = false;
  while (!rest.empty()) {
    const auto line = trim_right(take_line(rest));
    if (line.empty() && started) break;
    if (line.empty()) continue;
    if (started) result += ' ';
    result += line;
    started = true;
  }
  return result;
}

std::int64_t Commit::author_time() const {
  return time_of(author);
}
std::int64_t Commit::committer_time() const {
  return time_of(committer);
}

Commit Commit::parse(const Oid& id, std::string_view data) {
  Commit commit;
  commit.id = id;
  bool has_tree = false;
  while (!data.empty()) {
    std::string_view line = take_line(data);
    if (line.empty()) break;
    if (line.front() == ' ' && !commit.headers.empty()) {
      commit.headers.back().second.append("\n").append(line);
      continue;
    }
    const auto space = std::min(line.find(' '), line.size());
    const auto key = line.substr(0, space);
    const auto value = line.substr(std::min(space + 1, line.size()));
    if (key == "tree" && !has_tree) {
      commit.tree = id_of(id, key, value);
      has_tree = true;
    } else if (key == "parent") {
      commit.parents.push_back(id_of(id, key, value));
    } else if (key == "author" && commit.author.empty()) {
      commit.author = value;
    } else if (key == "committer" && commit.committer.empty()) {
      commit.committer = value;
    } else {
      commit.headers.emplace_back(key, value);
    }
  }
  if (!has_tree) throw GitError("object " + id.hex() + " is no commit: it names no tree");
  commit.message = data;
  return commit;
}

std::string Commit::serialize() const {
  std::string text = "tree " + tree.hex() + "\n";
  for (const Oid& parent : parents) text += "parent " + parent.hex() + "\n";
  text += "author " + author + "\ncommitter " + committer + "\n";
  for (const auto& [key, value] : headers) {
    if (!is_signature(key)) text.append(key).append(" ").append(value).append("\n");
  }
  return text + "\n" + message;
}

std::string Identity::line() const {
  return name + " <" + mail + "> " + std::to_string(time) + " " + zone;
}

Identity pass_identity(const Scratch& scratch, std::int64_t now) {
  Identity identity{"Sluice", "sluice@localhost", now, "+0000"};
  const auto result =
      process::run(scratch.clone_command({"config", "-z", "--get-regexp", "^user\\.(name|email)$"}));
  std::string_view rest = result.output;
  while (!rest.empty()) {  // "user.name\nAda\0", the last of each wins.
    const auto entry = rest.substr(0, rest.find('\0'));
    rest.remove_prefix(std::min(entry.size() + 1, rest.size()));
    const auto key = entry.substr(0, entry.find('\n'));
    const auto value = clean_identity(std::string(entry.substr(std::min(key.size() + 1, entry.size()))));
    if (value.empty()) continue;
    (key == "user.name" ? identity.name : identity.mail) = value;
  }
  return identity;
}

}  // namespace sluice::git
