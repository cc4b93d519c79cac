#include "host/cli/command.hpp"

#include <poll.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <csignal>
#include <iostream>

#include "host/pipeline/problem.hpp"

namespace sluice::cli {

struct CommandLine {
  std::function<int()> chosen;
  std::string verb;
};

namespace {

/// CLI11 re-wraps a footer no more than the examples need, but puts no line before it.
std::string as_footer(const std::string& text) {
  return "Examples:\n" + text;
}

std::string full_name(const CLI::App* app) {
  const auto* parent = app->get_parent();
  return parent == nullptr ? app->get_name() : full_name(parent) + " " + app->get_name();
}

CLI::Option* needed(CLI::Option* option, Verb::Need need) {
  return need == Verb::required ? option->required() : option;
}

/// The innermost verb that the words name.
const CLI::App& named_verb(const CLI::App& root) {
  const CLI::App* app = &root;
  while (!app->get_subcommands().empty()) app = app->get_subcommands().front();
  return *app;
}

/// Every spelling of the options that may stand behind the verb, its parents' too.
std::vector<std::string> option_names(const CLI::App* verb) {
  std::vector<std::string> names;
  for (; verb != nullptr; verb = verb->get_parent()) {
    for (const auto* option : verb->get_options()) {
      for (const auto& name : option->get_lnames()) names.push_back("--" + name);
    }
  }
  return names;
}

std::vector<std::string> verb_names(const CLI::App& verb) {
  std::vector<std::string> names;
  for (const auto* below : verb.get_subcommands({})) names.push_back(below->get_name());
  return names;
}

/// A word that has no place on the line, and what it was probably meant to be.
std::string unknown_word(const CLI::App& verb, const std::string& given) {
  const bool is_option = given.starts_with("-");
  const auto word = is_option ? given.substr(0, given.find('=')) : given;
  const auto verbs = verb_names(verb);
  const auto meant = pipeline::nearest(word, is_option ? option_names(&verb) : verbs);
  const std::string what = is_option ? "option" : verbs.empty() ? "place for" : "verb";
  return "`" + full_name(&verb) + "` has no " + what + " \"" + word + "\"" +
         (meant ? "; did you mean \"" + *meant + "\"?" : "");
}

int refuse_usage(const std::string& why, const std::string& verb) {
  std::cerr << "host: " << why << "\nSee `" << verb << " --help`.\n";
  return exit_usage;
}

/// Whoever read our output has closed it and wants no more.
bool reader_has_left() {
  pollfd output{STDOUT_FILENO, 0, 0};
  return ::poll(&output, 1, 0) > 0 && (output.revents & POLLERR) != 0;
}

/// The exit code, once all that was printed has gone out: output that is lost is no success.
int all_printed(int code) {
  std::cout.flush();
  if (std::cout || reader_has_left()) return code;
  std::cerr << "host: standard output could not be written: what was to stand there is lost\n";
  return code == exit_done ? exit_fault : code;
}

}  // namespace

Verb Verb::verb(const std::string& name, const std::string& summary) {
  auto* child = app_->add_subcommand(name, summary);
  child->fallthrough();
  return {*line_, *child};
}

Verb& Verb::option(const std::string& names, std::string& into, const std::string& help, Need need) {
  needed(app_->add_option(names, into, help), need);
  return *this;
}

Verb& Verb::option(const std::string& names, std::optional<std::string>& into, const std::string& help) {
  app_->add_option_function<std::string>(
      names, [&into](const std::string& value) { into = value; }, help);
  return *this;
}

Verb& Verb::option(const std::string& names, std::int64_t& into, const std::string& help, Need need) {
  needed(app_->add_option(names, into, help), need);
  return *this;
}

Verb& Verb::option(const std::string& names, std::optional<std::int64_t>& into, const std::string& help) {
  app_->add_option_function<std::int64_t>(
      names, [&into](const std::int64_t& value) { into = value; }, help);
  return *this;
}

Verb& Verb::option(const std::string& names, std::vector<std::string>& into, const std::string& help) {
  // One value each time it is named, so that a list never swallows the words after it.
  app_->add_option(names, into, help)->expected(1)->take_all();
  return *this;
}

Verb& Verb::choice(const std::string& names, std::string& into, const std::vector<std::string>& choices,
                   const std::string& help, Need need) {
  needed(app_->add_option(names, into, help), need)->check(CLI::IsMember(choices));
  return *this;
}

Verb& Verb::flag(const std::string& names, bool& into, const std::string& help) {
  app_->add_flag(names, into, help);
  return *this;
}

Verb& Verb::examples(const std::string& text) {
  app_->footer(as_footer(text));
  return *this;
}

Verb& Verb::does(std::function<int()> action) {
  app_->final_callback([line = line_, app = app_, action = std::move(action)] {
    if (line->chosen || !app->get_subcommands().empty()) return;  // A verb below this one was named.
    line->chosen = action;
    line->verb = full_name(app);
  });
  return *this;
}

int run(int argc, const char* const* argv, const std::function<void(Verb&)>& declare) {
  // Who pipes us into `head` must not end a pass between its push and its release.
  std::signal(SIGPIPE, SIG_IGN);
  CLI::App app{"Sluice lets committed work through to review in measured windows.", "host"};
  app.set_version_flag("--version", SLUICE_VERSION);
  CommandLine line;
  Verb root{line, app};
  declare(root);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& wanted) {
    return app.exit(wanted);
  } catch (const CLI::ParseError& error) {
    // A word without a place is named before one that is missing: it may be that one, misspelt.
    const auto& verb = named_verb(app);
    const auto words = app.remaining(true);
    return refuse_usage(words.empty() ? error.what() : unknown_word(verb, words.front()), full_name(&verb));
  }
  if (!line.chosen) return refuse_usage("a verb is missing", full_name(&named_verb(app)));
  try {
    return all_printed(line.chosen());
  } catch (const UsageError& error) {
    return refuse_usage(error.what(), line.verb);
  } catch (const std::exception& error) {
    std::cerr << "host: " << error.what() << "\n";
    return exit_fault;
  }
}

}  // namespace sluice::cli
