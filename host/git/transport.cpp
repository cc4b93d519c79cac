#include "host/git/transport.hpp"

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>

#include "host/git/clone.hpp"

namespace sluice::git {
namespace fs = std::filesystem;
namespace {

using namespace std::chrono_literals;

/// Settings of a user that would make more of a transfer than a transfer.
const std::vector<std::string> kQuiet{
    "-c", "gc.auto=0", "-c", "maintenance.auto=false", "-c", "fetch.writeCommitGraph=false"};
const std::vector<std::string> kNoHooks{"-c", "core.hooksPath=/dev/null"};

/// Copies of one queue lie next to their last versions, so a narrow search finds nearly every delta that a
/// wide one does.
const std::vector<std::string> kQuickPack{"-c", "pack.window=2", "-c", "pack.compression=1"};

std::vector<std::string> operator+(std::vector<std::string> first, const std::vector<std::string>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

std::vector<std::string> ref_names(const std::vector<std::string>& branches) {
  std::vector<std::string> names;
  names.reserve(branches.size());
  for (const auto& branch : branches) names.push_back("refs/heads/" + branch);
  return names;
}

const std::vector<std::string> kPinned = kNoHooks + kQuiet;

/// As an entry of a colon-separated list, which git reads C-quoted when it begins with a quote.
std::string list_entry(const std::string& path) {
  if (path.find_first_of(":\"") == std::string::npos) return path;
  std::string quoted = "\"";
  for (const char c : path) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

void use_scratch_objects(process::Command& command, const Scratch& scratch) {
  std::string alternates;
  for (const auto& folder : scratch.alternates()) {
    alternates += (alternates.empty() ? "" : ":") + list_entry(folder.string());
  }
  command.environment["GIT_OBJECT_DIRECTORY"] = scratch.objects().string();
  command.environment["GIT_ALTERNATE_OBJECT_DIRECTORIES"] = alternates;
}

/// A remote that stalls, or wants to ask somebody, ends in an error instead of in waiting.
process::Command patient(process::Command command, std::chrono::milliseconds limit) {
  command.limit = limit;
  command.environment["GIT_TERMINAL_PROMPT"] = "0";
  command.environment.try_emplace("GIT_HTTP_LOW_SPEED_LIMIT", "100");
  command.environment.try_emplace("GIT_HTTP_LOW_SPEED_TIME", "120");
  return command;
}

/// git's progress on a terminal. What a remote puts into it moves no cursor.
void show_on_terminal(process::Command& command) {
  if (::isatty(STDERR_FILENO) == 0) return;
  command.on_error_text = [](std::string_view piece) {
    std::string text(piece);
    for (char& c : text) {
      if (static_cast<unsigned char>(c) < 0x20 && c != '\r' && c != '\n' && c != '\t') c = ' ';
    }
    std::cerr << text << std::flush;
  };
}

std::vector<std::string> fetch_arguments(const std::string& remote, const std::vector<std::string>& more,
                                         const std::vector<std::string>& branches) {
  return kPinned +
         std::vector<std::string>{"-c",
                                  "remote." + remote + ".followRemoteHEAD=never",
                                  "fetch",
                                  "--no-tags",
                                  "--no-auto-maintenance",
                                  "--no-recurse-submodules",
                                  "--no-prune",
                                  "--no-write-fetch-head",
                                  ::isatty(STDERR_FILENO) != 0 ? "--progress" : "--no-progress"} +
         more + std::vector<std::string>{"--", remote} + ref_names(branches);
}

/// Adds one setting as git reads it from its environment, behind those that the user's environment has.
void add_setting(process::Environment& environment, const std::string& key, const std::string& value) {
  std::string& count = environment["GIT_CONFIG_COUNT"];
  const std::string index = count.empty() ? "0" : count;
  environment["GIT_CONFIG_KEY_" + index] = key;
  environment["GIT_CONFIG_VALUE_" + index] = value;
  count = std::to_string(std::strtoul(index.c_str(), nullptr, 10) + 1);
}

/// Git moves the remote-tracking ref of what it pushed, and no option stops it: in the clone that ref would
/// name objects that go with the scratch repository. So the push is to a remote that is like the user's in
/// all but tracking.
std::string add_trackless_remote(process::Command& command, const Scratch& scratch,
                                 const std::string& remote) {
  const std::string from = "remote." + remote + ".";
  const std::string name = scratch.directory().filename().string();
  bool is_configured = false;
  const auto settings = process::run(scratch.clone_command({"config", "-z", "--get-regexp", "^remote\\."}));
  for (std::string_view rest = settings.output; !rest.empty();) {  // "remote.origin.url\nhttps://...\0"
    const auto entry = rest.substr(0, rest.find('\0'));
    rest.remove_prefix(std::min(entry.size() + 1, rest.size()));
    const auto key = entry.substr(0, entry.find('\n'));
    if (!key.starts_with(from)) continue;
    const auto setting = key.substr(from.size());
    is_configured = is_configured || setting == "url";
    if (setting == "fetch" || setting == "push" || setting == "mirror" || setting.find('.') != setting.npos)
      continue;
    const bool has_value = key.size() < entry.size();
    add_setting(command.environment, "remote." + name + "." + std::string(setting),
                has_value ? std::string(entry.substr(key.size() + 1)) : "true");
  }
  return is_configured ? name : remote;
}

}  // namespace

process::Result list_remote(const Scratch& scratch, const std::string& remote,
                            const std::vector<std::string>& branches) {
  return process::run(patient(
      scratch.clone_command(std::vector<std::string>{"ls-remote", "--", remote} + ref_names(branches)),
      3min));
}

/// What is no git server is read as a folder of files, in which no branch is found; git exits 0 for it. Only
/// a git server sends packets, an empty repository's too.
bool speaks_git(const Scratch& scratch, const std::string& remote) {
  process::Command command = patient(scratch.clone_command({"ls-remote", "--", remote}), 3min);
  command.environment["GIT_TRACE_PACKET"] = "1";
  return process::run(command).error.find("packet:") != std::string::npos;
}

process::Result fetch_into_clone(const Scratch& scratch, const std::string& remote,
                                 const std::vector<std::string>& branches) {
  process::Command command = patient(scratch.clone_command(fetch_arguments(remote, {}, branches)), 60min);
  show_on_terminal(command);
  return process::run(command);
}

process::Result fetch_into_scratch(const Scratch& scratch, const std::string& remote,
                                   const std::vector<std::string>& branches) {
  // One pack whatever its size: what is thrown away in a minute needs no thousand files.
  const auto arguments = std::vector<std::string>{"-c", "fetch.unpackLimit=1"} +
                         fetch_arguments(remote, {"--refmap="}, branches);
  process::Command command = patient(scratch.clone_command(arguments), 60min);
  use_scratch_objects(command, scratch);
  show_on_terminal(command);
  return process::run(command);
}

process::Result push_branch(const Scratch& scratch, const std::string& remote, const std::string& branch,
                            const std::string& lease, const std::string& target, bool hooks) {
  const std::string ref = "refs/heads/" + branch;
  process::Command command = patient(scratch.clone_command({}), 60min);
  // What a hook of the clone writes belongs there, and not where it is gone in a minute.
  if (!hooks) use_scratch_objects(command, scratch);
  const std::string name = add_trackless_remote(command, scratch, remote);
  command.argv = command.argv + (hooks ? kQuiet : kPinned) + kQuickPack +
                 std::vector<std::string>{"push",
                                          "--porcelain",
                                          hooks ? "--verify" : "--no-verify",
                                          "--no-follow-tags",
                                          "--recurse-submodules=no",
                                          "--no-signed",
                                          "--force-with-lease=" + ref + ":" + lease,
                                          "--",
                                          name,
                                          target + ":" + ref};
  return process::run(command);
}

std::string tracking_ref(const Scratch& scratch, const std::string& remote, const std::string& branch) {
  const std::string ref = "refs/remotes/" + remote + "/" + branch;
  const fs::path common = find_clone(scratch.clone()).common;
  std::string line;
  if (std::ifstream loose(common / ref); std::getline(loose, line)) return line;
  std::ifstream packed(common / "packed-refs");
  while (std::getline(packed, line)) {
    if (line.size() == 41 + ref.size() && line.ends_with(ref) && line[40] == ' ') return line.substr(0, 40);
  }
  return {};
}

}  // namespace sluice::git
