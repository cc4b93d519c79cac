// Calls every function of the C++ layer once, so that a test can hold what each sends to the contract's
// schemas.
#include "sluice/plugin.hpp"
#include "sluice/work.hpp"

namespace {

using namespace sluice;

const Sha a(40, 'a'), b(40, 'b');

struct Everything : Stage {
  Outcome run(Pass& pass) override {
    pass.facts.refs();
    pass.facts.releases();
    pass.facts.mergeable(7);
    pass.facts.status(a);
    pass.facts.other_status_authors(a);
    pass.facts.comments(7);
    pass.facts.commit_comments(a);
    pass.facts.reviews(7);
    pass.facts.threads(7);
    pass.facts.runs(a);
    pass.facts.run_log(7);
    pass.facts.alerts();
    pass.facts.now();
    git(pass.git);
    effects(pass.effects);
    work(pass.host);
    pass.note("window", {{a, "first in the queue"}});
    pass.host.progress("calls", 1, 2);
    pass.host.info("every function was called");
    return Outcome::end("every function was called").wake(60);
  }

  static void git(const Git& git) {
    const Lockfile lockfile{"caf\xe9.lock", {"make", "lock"}, 30};
    git.log({a, b});
    git.log(a, b);
    git.owed(a, b);
    git.claims();
    git.is_ancestor(a, b);
    git.merge_base(a, b);
    git.pick(a, b);
    git.pick(a, b, true);
    git.replay({a}, b, std::nullopt);
    git.replay({a}, b, lockfile);
    git.fold(a, b, std::nullopt);
    git.fold(a, b, lockfile);
    git.count(a, b, 100);
    git.files(a);
    git.commit(a, {b}, "caf\xe9\n");
    git.commit(a, {b}, "m\n", a);
    git.resolved(a, b, a);
    git.resolved_fold(a, b, a);
    git.stray_part(a, b, {a, b});
  }

  static void work(const Host& host) {
    const WorkTree conflicted(host, {.at = a, .picks = {b}});
    const WorkTree merging(host, {.at = a, .merging = b});
    const WorkTree tree(host, {.at = a});
    tree.run({"make", "install"}, 60);
    tree.reset(b);
    tree.look();
    static_cast<void>(tree.take(a));
    tree.snapshot();
    tree.file("rejections.txt");
    const auto start = tree.start("drain", "the prompt, caf\xe9");
    tree.wait(start.session.value());
  }

  static void effects(const Effects& effects) {
    effects.push("push.window", std::nullopt, b);
    effects.push("push.stroke", a, b);
    effects.rewrite("queue", a, b);
    effects.push_fold(7, a, a, b);
    effects.merge(7, a);
    effects.open(a, "title", "body");
    effects.comment(7, "<!-- marker -->", "body");
    effects.comment_commit(a, "<!-- marker -->", "body");
    effects.comment(7, "<!-- new -->", "body", "<!-- marker -->");
    effects.comment_commit(a, "<!-- new -->", "body", "<!-- marker -->");
    effects.issue("title", "<!-- marker -->", "body");
    effects.ask(7);
    effects.reply(7, 8, a, "body");
  }

  std::optional<Json> serve(Pass& pass, const std::string& role, const Json& request) override {
    if (role != "mirror") return std::nullopt;
    return Json{{"schema", 1}, {"viewer", pass.snapshot.viewer}, {"asked", request}};
  }
};

std::unique_ptr<Stage> make(const std::string& id) {
  if (id != "everything") return nullptr;
  return std::make_unique<Everything>();
}

}  // namespace

SLUICE_PLUGIN(R"({"schema":1,"plugin":"typed-calls","version":"1","stages":[{"id":"everything",
                  "summary":"Calls every function.","effects":["push.window"],"writes":["develop"],"agents":["drain"],
                  "config":[{"key":"prompt","type":"file","summary":"What is asked."}]}],
                  "roles":[{"role":"mirror","summary":"Answers what it was asked.","agents":["resolve","fold"],
                  "config":[{"key":"lock","type":"table","summary":"A lock.","keys":[
                    {"key":"path","type":"string","required":true,"summary":"Where."},
                    {"key":"seconds","type":"integer","default":600,"minimum":1,"summary":"How long."}]}]}]})",
              make)
