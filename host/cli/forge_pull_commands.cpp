// host forge open, close, reopen, merge, lock, unlock, issue, set.

#include "host/cli/forge_options.hpp"
#include "host/forge/local/document.hpp"

namespace sluice::cli {

namespace {

using Shared = std::shared_ptr<ForgeOptions>;
using Answer = ForgeVerb::Answer;
using forge::LocalForge;

std::string named(forge::Id number) {
  return "#" + std::to_string(number);
}

void add_open(Verb& family, const Shared& shared) {
  struct Words {
    std::string base = "main", head, title;
    Body body;
    std::optional<std::string> fork, sha;
  };
  auto words = std::make_shared<Words>();
  ForgeVerb verb(family, shared, "open", "Open a pull request.", person_login());
  auto& declared = verb.declare();
  declared.option("--base", words->base, "The branch to merge into (default: main)")
      .option("--head", words->head, "The branch to merge", Verb::required)
      .option("--title", words->title, "Its title", Verb::required)
      .option("--from-fork", words->fork, "The head lives in this other repository, OWNER/NAME")
      .option("--sha", words->sha,
              "With --from-fork: the head's commit (default: the branch of that name here)");
  words->body.declare(declared, "Its description");
  declared.examples(
      "  host forge open --repo remote.git --head develop --title 'release: develop → main'\n"
      "  host forge open --repo remote.git --head develop --title Theirs --from-fork mallory/repo --sha SHA");
  verb.does([words](LocalForge& forge) -> Answer {
    if (words->sha && !words->fork)
      throw UsageError("--sha goes with --from-fork; a branch of here has its own head");
    const auto body = words->body.read();
    must_have_branch(forge, words->base, "--base");
    if (!words->fork) must_have_branch(forge, words->head, "--head");
    const auto pull =
        words->fork ? forge.open_foreign(*words->fork, words->base, words->head,
                                         forge.commit(words->sha.value_or(words->head)), words->title, body)
                    : forge.open(words->base, words->head, words->title, body);
    return {named(pull.number) + " is open at " + pull.head_sha, forge::full_document(pull)};
  });
}

/// A verb with a number alone.
void add_numbered(Verb& family, const Shared& shared, const std::string& name, const std::string& summary,
                  const std::function<void(LocalForge&, forge::Id)>& act, const std::string& done) {
  auto number = std::make_shared<std::int64_t>(0);
  ForgeVerb verb(family, shared, name, summary, person_login());
  verb.declare()
      .option("NUMBER", *number, "The number of a pull request or an issue", Verb::required)
      .examples("  host forge " + name + " --repo remote.git 3");
  verb.does([number, act, done](LocalForge& forge) -> Answer {
    act(forge, *number);
    const auto pull = forge.pull(*number);
    return {named(*number) + " is " + done, pull ? forge::full_document(*pull) : Json{{"number", *number}}};
  });
}

void close(LocalForge& forge, forge::Id number) {
  const auto issues = forge.all_issues();
  const auto is_issue =
      std::any_of(issues.begin(), issues.end(), [&](const auto& at) { return at.number == number; });
  if (is_issue) {
    forge.close_issue(number);
  } else {
    forge.close(number);
  }
}

/// A commit as it is typed: an abbreviation of the head means the head.
std::string meant(const std::string& sha, const std::string& head) {
  constexpr std::size_t shortest = 7;
  if (sha.size() >= head.size() || !head.starts_with(sha)) return sha;
  if (sha.size() < shortest)
    throw UsageError("--sha " + sha + " is too short; give at least " + std::to_string(shortest) + " digits");
  return head;
}

void add_merge(Verb& family, const Shared& shared) {
  struct Words {
    std::int64_t pull = 0;
    std::optional<std::string> sha;
  };
  auto words = std::make_shared<Words>();
  ForgeVerb verb(family, shared, "merge", "Merge a pull request by a merge commit.", person_login());
  verb.declare()
      .option("PULL", words->pull, "Its number", Verb::required)
      .option(
          "--sha", words->sha,
          "Only if its head is this commit, in full or its first 7 digits or more (default: whatever it is)")
      .examples("  host forge merge --repo remote.git 3");
  verb.does([words](LocalForge& forge) -> Answer {
    const auto pull = forge.pull(words->pull);
    const auto head = pull ? pull->head_sha : "";
    const auto merge = forge.merge(words->pull, words->sha ? meant(*words->sha, head) : head);
    return {named(words->pull) + " is merged by " + merge, forge::full_document(*forge.pull(words->pull))};
  });
}

void add_issue(Verb& family, const Shared& shared) {
  struct Words {
    std::string title;
    Body body;
  };
  auto words = std::make_shared<Words>();
  ForgeVerb verb(family, shared, "issue", "Open an issue; it shares its numbers with pull requests.",
                 person_login());
  auto& declared = verb.declare();
  declared.option("--title", words->title, "Its title", Verb::required);
  words->body.declare(declared, "Its text");
  declared.examples("  host forge issue --repo remote.git --title 'Findings put off' --body-file list.md");
  verb.does([words](LocalForge& forge) -> Answer {
    const auto issue = forge.open_issue(words->title, words->body.read());
    return {named(issue.number) + " is open", forge::document(issue)};
  });
}

void add_set(Verb& family, const Shared& shared) {
  struct Words {
    std::string setting, state;
  };
  auto words = std::make_shared<Words>();
  ForgeVerb verb(family, shared, "set", "Switch what the repository's owner may switch.", person_login());
  verb.declare()
      .choice("SETTING", words->setting, {"issues", "commit-comments", "merge-commits", "code-scanning"},
              "What", Verb::required)
      .choice("STATE", words->state, {"on", "off"}, "on or off", Verb::required)
      .examples("  host forge set --repo remote.git commit-comments off");
  verb.does([words](LocalForge& forge) -> Answer {
    const auto setting = words->setting == "issues"            ? forge::Setting::issues
                         : words->setting == "commit-comments" ? forge::Setting::commit_comments
                         : words->setting == "code-scanning"   ? forge::Setting::code_scanning
                                                               : forge::Setting::merge_commits;
    forge.set(setting, words->state == "on");
    return {words->setting + " is " + words->state,
            {{"setting", words->setting}, {"on", words->state == "on"}}};
  });
}

}  // namespace

void add_pull_verbs(Verb& family, const Shared& shared) {
  add_open(family, shared);
  add_numbered(family, shared, "close", "Close a pull request or an issue.", close, "closed");
  add_numbered(
      family, shared, "reopen", "Open a closed pull request again.",
      [](LocalForge& forge, forge::Id number) { forge.reopen(number); }, "open");
  add_merge(family, shared);
  add_numbered(
      family, shared, "lock", "Lock a conversation: no comment and no reply is taken.",
      [](LocalForge& forge, forge::Id number) { forge.lock(number, true); }, "locked");
  add_numbered(
      family, shared, "unlock", "Unlock a conversation.",
      [](LocalForge& forge, forge::Id number) { forge.lock(number, false); }, "unlocked");
  add_issue(family, shared);
  add_set(family, shared);
}

}  // namespace sluice::cli
