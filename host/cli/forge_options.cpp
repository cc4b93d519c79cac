#include "host/cli/forge_options.hpp"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>

namespace sluice::cli {

namespace {

std::string read_all(std::istream& in) {
  return {std::istreambuf_iterator<char>(in), {}};
}

std::unique_ptr<forge::LocalForge> open(const ForgeOptions& options, const std::string& login, bool live) {
  const auto clock = options.at ? forge::Clock([now = *options.at] { return now; }) : forge::wall_clock;
  return forge::open_local(forge::forge_repository(options.repo), options.login.value_or(login), clock, live);
}

}  // namespace

void declare_shared(Verb& verb, ForgeOptions& shared) {
  verb.option("--repo", shared.repo,
              "The bare repository, or a clone whose origin is a path to it (default: here)");
  verb.option("--as", shared.login, "The login to act as");
  verb.option("--at", shared.at, "Seconds since 1970 to take for now");
  verb.flag("--json", shared.json, "Answer with one JSON document");
}

void must_have_branch(forge::LocalForge& forge, const std::string& branch, const std::string& option) {
  if (forge.branches().contains(branch)) return;
  throw forge::ForgeError(forge::ForgeError::Kind::missing,
                          "there is no branch " + one_line(branch) + " in " + forge.repository().string() +
                              "; push it, or name another one with " + option);
}

std::string person_login() {
  const char* user = std::getenv("USER");
  return user != nullptr && *user != '\0' ? user : "person";
}

std::string one_line(const std::string& text, std::size_t limit) {
  std::string line;
  std::size_t count = 0;
  for (const unsigned char byte : text.substr(0, text.find_first_of("\r\n"))) {
    const bool begins = (byte & 0xC0) != 0x80;
    if (begins && ++count > limit) return line + "…";
    line += byte < 0x20 || byte == 0x7F ? '?' : static_cast<char>(byte);
  }
  return line;
}

std::string read_file(const std::string& file, const std::string& option) {
  if (file == "-") return read_all(std::cin);
  try {
    std::ifstream in(file, std::ios::binary);
    if (in) return read_all(in);
  } catch (const std::ios_base::failure&) {  // A folder opens, and fails when it is read.
  }
  throw UsageError("the file " + file + " of " + option + " cannot be read");
}

void Body::declare(Verb& verb, const std::string& help) {
  verb.option("--body", text, help + " (- reads standard input)");
  verb.option("--body-file", file, help + ", from a file (- reads standard input)");
}

std::string Body::read() const {
  if (text && file) throw UsageError("--body and --body-file are both given; give one");
  if (text == "-") return read_all(std::cin);
  return file ? read_file(*file, "--body-file") : text.value_or("");
}

std::string Body::must_read() const {
  if (!given()) throw UsageError("a text is missing; give --body or --body-file");
  return read();
}

ForgeVerb::ForgeVerb(Verb& family, std::shared_ptr<ForgeOptions> shared, const std::string& name,
                     const std::string& summary, std::string login)
    : verb_(family.verb(name, summary)), shared_(std::move(shared)), login_(std::move(login)) {
  declare_shared(verb_, *shared_);
}

void ForgeVerb::does(std::function<Answer(forge::LocalForge&)> action) {
  verb_.does([shared = shared_, login = login_, live = live_, action = std::move(action)] {
    try {
      const auto answer = action(*open(*shared, login, live));
      std::cout << (shared->json ? to_pretty_text(answer.document) : answer.line) << "\n";
      return exit_done;
    } catch (const forge::ForgeError& error) {
      std::cerr << "host forge: " << error.what() << "\n";
      return exit_refused;
    }
  });
}

}  // namespace sluice::cli
