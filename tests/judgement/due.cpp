#include "judgement/due.hpp"

namespace sluice::test {

Due drain_due() {
  Due told{std::make_unique<Judged>(5, ""), {}};
  Judged& river = *told.river;
  river.put_drain();
  river.write("develop", "w.txt", "wrong\n");
  auto& forge = river.forge();
  const auto release = forge.open("main", "develop", "Window", "");
  forge.merge(release.number, river.head("develop").hex());
  const auto bot = forge::open_local(river.repo.remote(), "coderabbitai[bot]", [] { return River::start; });
  const auto find = [&] {
    const auto thread = bot->thread(release.number, "w.txt", 1, "_🟠 Major_\n\n**Off by one.**\n");
    return std::to_string(thread.comments.front().id);
  };
  const auto fixed = find(), rejected = find();
  bot->review(release.number, "COMMENTED",
              "**Actionable comments posted: 2**\n\n<summary>🟡 Minor comments (1)</summary>\n",
              release.head_sha);
  river.queue({"next.txt"});
  // A later session may find one of them answered; it is told which are not.
  told.script = "asked " + fixed + " fix " + fixed + " w.txt right\nasked " + rejected + " reject " +
                rejected + " no\nverdict style only\n";
  return told;
}

Due resolve_due() {
  Due told{std::make_unique<Judged>(3, "[roles]\nresolver = \"resolve\"\n"), {}};
  Judged& river = *told.river;
  river.write("ai/queue", "base.txt", "ours\n");
  river.queue({"behind.txt"});
  river.write("main", "base.txt", "theirs\n");
  river.only("return-stroke");
  told.script = "write base.txt both\ngit add base.txt\ngit cherry-pick --continue\n";
  return told;
}

Due reshape_due() {
  Due told{std::make_unique<Judged>(2, "[roles]\nreshaper = \"reshape\"\n"), {}};
  Judged& river = *told.river;
  river.queue({"before.txt"});
  const auto whole = river.queue({"a.txt", "b.txt", "c.txt", "d.txt"});
  river.queue({"behind.txt"});
  told.script = "git checkout " + whole.hex() +
                " -- .\ngit reset -q\ngit add a.txt b.txt\ncommit-staged Read\ngit add c.txt "
                "d.txt\ncommit-staged Sweep\\n\\nExpress: generated\n";
  return told;
}

Due repair_due() {
  Due told{std::make_unique<Judged>(
               3, "", "",
               std::map<std::string, std::string>{{"repair",
                                                   "[stage.config]\nworkflows = [\"CI\"]\nverify = "
                                                   "[[\"grep\", \"-q\", \"green\", \"state.txt\"]]\n"}}),
           {}};
  Judged& river = *told.river;
  const auto main = river.write("main", "state.txt", "red\n");
  river.only("return-stroke");
  river.queue({"next.txt"});
  river.forge().add_run(main.hex(), "CI", "completed", "failure", "build\ttest\t2026 state is red\n");
  told.script = "write state.txt green\nrepair Mend the state\n";
  return told;
}

}  // namespace sluice::test
