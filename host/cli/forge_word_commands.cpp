// host forge comment, reply, review, thread, resolve, outdate.

#include "host/cli/forge_options.hpp"
#include "host/forge/local/document.hpp"

namespace sluice::cli {

namespace {

using Shared = std::shared_ptr<ForgeOptions>;
using Answer = ForgeVerb::Answer;
using forge::LocalForge;

struct CommentWords {
  std::optional<std::int64_t> pull, edit;
  std::optional<std::string> commit;
  Body body;
};

Answer comment(LocalForge& forge, const CommentWords& words) {
  const int places =
      int{words.pull.has_value()} + int{words.edit.has_value()} + int{words.commit.has_value()};
  if (places != 1) throw UsageError("name one place: PULL, --commit COMMIT or --edit COMMENT");
  const auto body = words.body.must_read();
  if (words.edit) {
    forge.edit_comment(*words.edit, body);
    return {"comment " + std::to_string(*words.edit) + " is edited", {{"id", *words.edit}}};
  }
  const auto made =
      words.pull ? forge.comment(*words.pull, body) : forge.comment_commit(forge.commit(*words.commit), body);
  return {"comment " + std::to_string(made.id) + " is posted", forge::document(made)};
}

void add_comment(Verb& family, const Shared& shared) {
  auto words = std::make_shared<CommentWords>();
  ForgeVerb verb(family, shared, "comment",
                 "Comment on a pull request, an issue or a commit, or edit a comment.", person_login());
  auto& declared = verb.declare();
  declared.option("PULL", words->pull, "The number of the pull request or issue")
      .option("--commit", words->commit, "Comment on this commit or branch head instead")
      .option("--edit", words->edit, "Edit the comment of this id instead");
  words->body.declare(declared, "What to say");
  declared.examples(
      "  host forge comment --repo remote.git 3 --body '@coderabbitai review'\n"
      "  host forge comment --repo remote.git --commit main --body-file - < note.md");
  verb.does([words](LocalForge& forge) { return comment(forge, *words); });
}

void add_reply(Verb& family, const Shared& shared) {
  struct Words {
    std::int64_t pull = 0, comment = 0;
    Body body;
  };
  auto words = std::make_shared<Words>();
  ForgeVerb verb(family, shared, "reply", "Reply in a review thread, to its first comment.", person_login());
  auto& declared = verb.declare();
  declared.option("PULL", words->pull, "The number of the pull request", Verb::required)
      .option("COMMENT", words->comment, "The id of the thread's first comment", Verb::required);
  words->body.declare(declared, "What to say");
  declared.examples("  host forge reply --repo remote.git 3 17 --body 'Agreed, fixed.'");
  verb.does([words](LocalForge& forge) -> Answer {
    const auto made = forge.reply(words->pull, words->comment, words->body.must_read());
    return {"comment " + std::to_string(made.id) + " is posted", forge::document(made)};
  });
}

void add_review(Verb& family, const Shared& shared) {
  struct Words {
    std::int64_t pull = 0;
    std::string state = "COMMENTED";
    std::optional<std::string> commit;
    Body body;
  };
  auto words = std::make_shared<Words>();
  ForgeVerb verb(family, shared, "review", "Submit a review, by default as coderabbitai[bot].", bot_login);
  auto& declared = verb.declare();
  declared.option("PULL", words->pull, "The number of the pull request", Verb::required)
      .choice("--state", words->state, {"COMMENTED", "APPROVED", "CHANGES_REQUESTED", "DISMISSED", "PENDING"},
              "Its state (default: COMMENTED)")
      .option("--commit", words->commit, "What it read (default: the pull request's head)");
  words->body.declare(declared, "Its text");
  declared.examples("  host forge review --repo remote.git 3 --body-file review.md");
  verb.does([words](LocalForge& forge) -> Answer {
    const auto sha = words->commit ? std::optional(forge.commit(*words->commit)) : std::nullopt;
    const auto made = forge.review(words->pull, words->state, words->body.read(), sha);
    return {"review " + std::to_string(made.id) + " is submitted", forge::document(made)};
  });
}

void add_thread(Verb& family, const Shared& shared) {
  struct Words {
    std::int64_t pull = 0;
    std::string path;
    std::optional<std::int64_t> line;
    Body body;
  };
  auto words = std::make_shared<Words>();
  ForgeVerb verb(family, shared, "thread",
                 "Post a finding on a file or a line, by default as coderabbitai[bot].", bot_login);
  auto& declared = verb.declare();
  declared.option("PULL", words->pull, "The number of the pull request", Verb::required)
      .option("--path", words->path, "The file, from the repository's root", Verb::required)
      .option("--line", words->line,
              "The line in the head's version (default: none, the finding is on the file)");
  words->body.declare(declared, "The finding");
  declared.examples(
      "  host forge thread --repo remote.git 3 --path src/gate.c --line 12 --body 'Leaks the handle.'\n"
      "  host forge thread --repo remote.git 3 --as 'lint[bot]' --path src/gate.c --body-file finding.md");
  verb.does([words](LocalForge& forge) -> Answer {
    const auto made = forge.thread(words->pull, words->path, words->line, words->body.must_read());
    return {"thread " + made.id + " begins with comment " + std::to_string(made.comments.front().id),
            forge::document(made)};
  });
}

/// A verb that sets a flag of a thread.
void add_flagged(Verb& family, const Shared& shared, const std::string& name, const std::string& summary,
                 void (LocalForge::*act)(const std::string&, bool), const std::string& done) {
  struct Words {
    std::string thread;
    bool undo = false;
  };
  auto words = std::make_shared<Words>();
  ForgeVerb verb(family, shared, name, summary, bot_login);
  verb.declare()
      .option("THREAD", words->thread, "Its id, as `host forge show` prints it", Verb::required)
      .flag("--undo", words->undo, "The reverse")
      .examples("  host forge " + name + " --repo remote.git PRRT_1");
  verb.does([words, act, done](LocalForge& forge) -> Answer {
    (forge.*act)(words->thread, !words->undo);
    return {"thread " + words->thread + " is " + (words->undo ? "not " : "") + done,
            {{"id", words->thread}, {done, !words->undo}}};
  });
}

}  // namespace

void add_word_verbs(Verb& family, const Shared& shared) {
  add_comment(family, shared);
  add_reply(family, shared);
  add_review(family, shared);
  add_thread(family, shared);
  add_flagged(family, shared, "resolve", "Resolve a review thread.", &LocalForge::resolve, "resolved");
  add_flagged(family, shared, "outdate", "Mark a thread as outdated; it loses its line.",
              &LocalForge::outdate, "outdated");
}

}  // namespace sluice::cli
