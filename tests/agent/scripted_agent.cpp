// An agent program that does what a scenario tells it, well-behaved or not. The file that $AGENT_SCENARIO
// names has one word and its arguments a line; a line "---" ends what one session does, and the n-th session
// does the n-th part, later ones the last. Beside the file, FILE.prompt keeps what the last session was told
// and FILE.environment what it was given.
//
//   say TEXT                  a line of its own        limit TEXT     says it and ends with 1
//   write PATH TEXT           a file; \n is a line     commit MESSAGE all that lies there, one commit
//   fix COMMENT PATH TEXT     write, and a commit that answers it
//   drains REVIEW PATH TEXT   likewise, of a review's body
//   reject COMMENT EVIDENCE   verdict TEXT             a line in the file that is read
//   commit-staged MESSAGE     what the index holds, one commit
//   repair MESSAGE            commit, with the trailer that it was told to write
//   git ARGUMENTS             whatever it answers      exit CODE      crash      hang
//   fork PATH                 a child in a session of its own that would write PATH in two seconds
//   flood BYTES               on its standard output   kill-host      as a machine that fails does
//   asked COMMENT LINE        the line, where it was told of that comment
//   search TEXT               FILE.found gains every file of the session and of the repository that it
//                             borrows from in which the text stands

#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

std::string read_all(std::istream& stream) {
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// The first word, and the rest behind its blank.
std::pair<std::string, std::string> split(const std::string& line) {
  const auto blank = line.find(' ');
  if (blank == std::string::npos) return {line, ""};
  return {line.substr(0, blank), line.substr(blank + 1)};
}

/// "\n" as the two characters is a line's end.
std::string with_lines(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool end = text.compare(at, 2, "\\n") == 0;
    out.push_back(end ? '\n' : text[at]);
    at += end ? 1 : 0;
  }
  return out;
}

void append(const fs::path& file, const std::string& line) {
  std::ofstream(file, std::ios::app) << line << '\n';
}

void write(const std::string& path, const std::string& text) {
  if (const auto folder = fs::path(path).parent_path(); !folder.empty()) fs::create_directories(folder);
  std::ofstream(path) << with_lines(text) << '\n';
}

void run_git(const std::vector<std::string>& arguments) {
  const auto child = fork();
  if (child == 0) {
    std::vector<std::string> words = {"git"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (auto& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    execvp("git", argv.data());
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
}

void commit_all(const std::string& message) {
  run_git({"add", "--all"});
  run_git({"commit", "--quiet", "--allow-empty", "-m", with_lines(message)});
}

void git_words(const std::string& text) {
  std::istringstream stream(text);
  run_git({std::istream_iterator<std::string>(stream), {}});
}

/// Outlives this program unless somebody ends it.
void leave_child(const std::string& path) {
  if (fork() != 0) return;
  setsid();
  for (const int stream : {0, 1, 2}) close(stream);
  sleep(2);
  std::ofstream(path) << "it lives\n";
  _exit(0);
}

void flood(std::size_t bytes) {
  const std::string line(999, 'x');
  for (std::size_t at = 0; at < bytes; at += line.size() + 1) std::cout << line << '\n';
}

bool holds(const fs::path& file, const std::string& text) {
  std::ifstream stream(file, std::ios::binary);
  return read_all(stream).find(text) != std::string::npos;
}

void search(const std::string& text) {
  const fs::path session = fs::path(environment("SLUICE_OUT")).parent_path();
  std::string borrowed;
  std::getline(std::ifstream(session / "tree/.git/objects/info/alternates"), borrowed);
  if (borrowed.empty()) append(environment("AGENT_SCENARIO") + ".found", "nothing is borrowed");
  for (const auto& folder : {session, fs::path(borrowed).parent_path()}) {
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.is_regular_file() && holds(entry.path(), text))
        append(environment("AGENT_SCENARIO") + ".found", text + " in " + entry.path().string());
    }
  }
}

void answer(const char* trailer, const std::string& rest) {
  const auto [id, file] = split(rest);
  const auto [path, text] = split(file);
  write(path, text);
  commit_all("Answer " + id + "\\n\\n" + trailer + ": " + id);
}

std::string prompt;  // What this session was told.

/// The last one in the prompt: a log that quotes another stands above it.
void commit_repair(const std::string& message) {
  const auto at = prompt.rfind("Repairs: ");
  const auto end = at == std::string::npos ? at : prompt.find_first_of("\"\n", at);
  const std::string trailer = at == std::string::npos ? "" : prompt.substr(at, end - at);
  commit_all(message + "\\n\\n" + trailer);
}

const std::map<std::string, std::function<void(const std::string&)>>& words() {
  static const std::map<std::string, std::function<void(const std::string&)>> all = {
      {"say", [](const std::string& text) { std::cout << text << std::endl; }},
      {"limit",
       [](const std::string& text) {
         std::cout << text << std::endl;
         std::exit(1);
       }},
      {"write",
       [](const std::string& rest) {
         const auto [path, text] = split(rest);
         write(path, text);
       }},
      {"commit", commit_all},
      {"repair", commit_repair},
      {"fix", [](const std::string& rest) { answer("Answers", rest); }},
      {"drains", [](const std::string& rest) { answer("Drains", rest); }},
      {"reject",
       [](const std::string& line) { append(fs::path(environment("SLUICE_OUT")) / "rejections.txt", line); }},
      {"verdict",
       [](const std::string& line) { append(fs::path(environment("SLUICE_OUT")) / "verdict.txt", line); }},
      {"commit-staged",
       [](const std::string& message) {
         run_git({"commit", "--quiet", "-m", with_lines(message)});
       }},
      {"git", git_words},
      {"exit", [](const std::string& code) { std::exit(std::stoi(code)); }},
      {"crash",
       [](const std::string&) {
         std::signal(SIGSEGV, SIG_DFL);  // A sanitizer would make an exit of it.
         std::raise(SIGSEGV);
       }},
      {"hang",
       [](const std::string&) {
         while (true) pause();
       }},
      {"fork", leave_child},
      {"flood", [](const std::string& bytes) { flood(std::stoul(bytes)); }},
      {"search", search},
      {"kill-host", [](const std::string&) { kill(getppid(), SIGKILL); }},
  };
  return all;
}

/// What this session does: the part of its number, which the file beside the scenario counts.
std::vector<std::string> lines_of_this_session(const fs::path& scenario) {
  std::ifstream file(scenario);
  std::vector<std::vector<std::string>> parts(1);
  for (std::string line; std::getline(file, line);) {
    if (line == "---") {
      parts.emplace_back();
    } else if (!line.empty()) {
      parts.back().push_back(line);
    }
  }
  const fs::path counted = scenario.string() + ".count";
  std::size_t number = 0;
  std::ifstream(counted) >> number;
  std::ofstream(counted) << number + 1;
  return parts[std::min(number, parts.size() - 1)];
}

void keep_what_it_was_given(const fs::path& scenario) {
  prompt = read_all(std::cin);
  std::ofstream(scenario.string() + ".prompt") << prompt;
  std::ofstream kept(scenario.string() + ".environment");
  for (char** each = environ; *each != nullptr; ++each) kept << *each << '\n';
}

void do_line(const std::string& line) {
  const auto [word, rest] = split(line);
  if (word == "asked") {
    const auto [comment, then] = split(rest);
    if (prompt.find("### comment " + comment + " ") != std::string::npos) do_line(then);
    return;
  }
  const auto found = words().find(word);
  if (found == words().end()) {
    std::cerr << "scripted_agent: there is no word " << word << std::endl;
    std::exit(2);
  }
  found->second(rest);
}

}  // namespace

int main() {
  const fs::path scenario = environment("AGENT_SCENARIO");
  if (scenario.empty()) {
    std::cerr << "scripted_agent: $AGENT_SCENARIO names no file" << std::endl;
    return 2;
  }
  std::cout << "scripted agent: " << scenario.filename().string() << std::endl;
  keep_what_it_was_given(scenario);
  for (const auto& line : lines_of_this_session(scenario)) do_line(line);
  return 0;
}
