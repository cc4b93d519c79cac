#pragma once
// What the verbs of `host forge` share: where the forge is, as whom they act, and how they answer.

#include "host/cli/command.hpp"
#include "host/forge/local/local_forge.hpp"
#include "sluice/json.hpp"

namespace sluice::cli {

struct ForgeOptions {
  std::string repo = ".";
  std::optional<std::string> login;
  std::optional<std::int64_t> at;
  bool json = false;
};

/// Before the verb's name and after it alike.
void declare_shared(Verb& verb, ForgeOptions& options);

/// A text from the command line, a file or standard input.
struct Body {
  std::optional<std::string> text, file;

  void declare(Verb& verb, const std::string& help);
  bool given() const { return text || file; }
  std::string read() const;  ///< Empty where none is given. Throws UsageError.
  std::string must_read() const;
};

/// A file's bytes. Throws UsageError that names the option.
std::string read_file(const std::string& file, const std::string& option);

/// One verb below `host forge`.
class ForgeVerb {
 public:
  /// By default it acts as that login.
  ForgeVerb(Verb& family, std::shared_ptr<ForgeOptions> shared, const std::string& name,
            const std::string& summary, std::string login);

  Verb& declare() { return verb_; }
  /// It only reads: the forge is opened so that nothing is written, not even what its branches tell.
  void only_reads() { live_ = false; }
  /// The action opens nothing itself and prints nothing: it answers what to say, as a line and as a document.
  /// What the forge refuses is a line on standard error and exit code 1.
  struct Answer {
    std::string line;
    Json document;
  };
  void does(std::function<Answer(forge::LocalForge&)> action);

 private:
  Verb verb_;
  std::shared_ptr<ForgeOptions> shared_;
  std::string login_;
  bool live_ = true;
};

/// Throws ForgeError (missing) that names the option which would name another branch.
void must_have_branch(forge::LocalForge& forge, const std::string& branch, const std::string& option);

constexpr const char* bot_login = "coderabbitai[bot]";
std::string person_login();  ///< $USER, or "person".

/// One line of outside text for a terminal: no control characters, cut to that many characters.
std::string one_line(const std::string& text, std::size_t limit = 100);

void add_pull_verbs(Verb& family, const std::shared_ptr<ForgeOptions>& shared);
void add_word_verbs(Verb& family, const std::shared_ptr<ForgeOptions>& shared);
void add_commit_verbs(Verb& family, const std::shared_ptr<ForgeOptions>& shared);
void add_show_verb(Verb& family, const std::shared_ptr<ForgeOptions>& shared);
void add_bot_verb(Verb& family, const std::shared_ptr<ForgeOptions>& shared);

}  // namespace sluice::cli
