// A rewrite loses nothing, copies faithfully and claims nothing new, whichever stage asks.

#include "engine/guards_fixture.hpp"

namespace sluice {
namespace {

using ::testing::HasSubstr;

class RewriteGuards : public Guards {
 protected:
  /// The branch that is checked out lies on the remote, by another name.
  Oid there() {
    repo.git({"push", "-q", "-f", "origin", "HEAD:refs/heads/spare"});
    return repo.id("HEAD");
  }
  Json rewrite(const std::string& ref = "queue") {
    const auto old = ref == "queue" ? Json(claimed.hex()) : fixes;
    return {{"kind", "push.rewrite"}, {"ref", ref}, {"old", old}, {"new", there().hex()}};
  }
  /// develop goes on by a commit of its own, and the new branch starts there.
  void start() {
    repo.branch("develop", "develop");
    repo.commit_file("w.txt", 4);
    repo.push("develop").branch("new");
  }
  Oid copy(const Oid& commit) { return repo.cherry_pick(commit, ++now); }
  std::string line(const Oid& original) { return "(cherry picked from commit " + original.hex() + ")\n"; }
  void expect_landed(const Json& effect) {
    EXPECT_THAT(append(effect), HasSubstr("\"landed\""));
    EXPECT_EQ(head(effect["ref"] == "queue" ? "ai/queue" : "ai/review-fixes"),
              effect["new"].get<std::string>() + "\n");
  }

  Json fixes = nullptr;
  int now = 20;
};

TEST_F(RewriteGuards, ARewriteThatLosesACommitIsRefused) {
  repo.branch("rewrite", "develop");
  const Oid tip = repo.cherry_pick(claimed, 8);
  repo.git({"push", "-q", "origin", tip.hex() + ":refs/heads/spare"});
  expect_refused({{"kind", "push.rewrite"}, {"ref", "queue"}, {"old", claimed.hex()}, {"new", tip.hex()}},
                 "would lose " + plain.brief());
}

TEST_F(RewriteGuards, ARewriteFromAnotherShaIsStale) {
  expect_stale({{"kind", "push.rewrite"}, {"ref", "queue"}, {"old", plain.hex()}, {"new", main.hex()}},
               "moved since");
}

TEST_F(RewriteGuards, ARewriteMakesTheBranchWhereNoneWasRead) {
  const Json made = {{"kind", "push.rewrite"}, {"ref", "fixes"}, {"old", nullptr}, {"new", plain.hex()}};
  EXPECT_THAT(append(made), ::testing::HasSubstr("\"landed\""));
  EXPECT_EQ(head("ai/review-fixes"), plain.hex() + "\n");
  expect_stale({{"kind", "push.rewrite"}, {"ref", "fixes"}, {"old", nullptr}, {"new", claimed.hex()}},
               "moved since");
}

TEST_F(RewriteGuards, FaithfulCopiesReplaceTheQueue) {
  start();
  copy(plain);
  copy(claimed);
  expect_landed(rewrite());
}

TEST_F(RewriteGuards, ACopyThatChangesMoreIsRefused) {
  start();
  const Oid first = copy(plain);
  repo.write("e.txt", "express\n").write("more.txt", "x\n");
  repo.commit("Sort the list\n\nExpress: generated\n" + line(claimed), ++now);
  ASSERT_NE(first, plain);
  expect_refused(rewrite(), "changes more.txt, which git merges by itself");
}

TEST_F(RewriteGuards, AnEmptyCopyOfWhatAppliesIsRefused) {
  start();
  copy(plain);
  repo.commit("Sort the list\n\nExpress: generated\n" + line(claimed), ++now);
  const std::string answer = append(rewrite());
  EXPECT_THAT(answer, HasSubstr("\"refused\""));
  EXPECT_EQ(head("ai/queue"), claimed.hex() + "\n");
}

/// develop changes what the plain commit adds.
class ConflictingRewrite : public RewriteGuards {
 protected:
  void start() {
    repo.branch("develop", "develop");
    repo.write("a.txt", "otherwise\n").write("calm.txt", "calm\n").commit("Otherwise", 4);
    repo.push("develop").branch("new");
  }
};

TEST_F(ConflictingRewrite, AResolutionStaysAtTheConflict) {
  start();
  repo.write("a.txt", "both\n").commit("a.txt 2\n\n" + line(plain), ++now);
  copy(claimed);
  expect_landed(rewrite());
}

TEST_F(ConflictingRewrite, AResolutionThatTouchesMoreIsRefused) {
  start();
  repo.write("a.txt", "both\n").write("calm.txt", "not\n").commit("a.txt 2\n\n" + line(plain), ++now);
  copy(claimed);
  expect_refused(rewrite(), "changes calm.txt, which git merges by itself");
}

TEST_F(ConflictingRewrite, AnEmptyCopyIsAnAnswerToAConflict) {
  start();
  repo.commit("a.txt 2\n\n" + line(plain), ++now);
  copy(claimed);
  expect_landed(rewrite());
}

TEST_F(ConflictingRewrite, AResolutionClaimsNothingThatItsOriginalDoesNot) {
  start();
  repo.write("a.txt", "both\n").commit("a.txt 2\n\nExpress: trust me\n" + line(plain), ++now);
  copy(claimed);
  expect_refused(rewrite(), "other trailers than its original");
}

TEST_F(ConflictingRewrite, ACopyOfACopyIsHeldToTheFirst) {
  start();
  const std::string between(40, 'c');
  repo.write("a.txt", "both\n")
      .commit("a.txt 2\n\n" + line(plain) + "(cherry picked from commit " + between + ")\n", ++now);
  copy(claimed);
  expect_landed(rewrite());
}

TEST_F(RewriteGuards, OneCommitDoesNotStandForTwo) {
  start();
  repo.write("a.txt", "a.txt 2\n").write("e.txt", "express\n");
  repo.commit("Both\n\nExpress: generated\n" + line(plain) + line(claimed), ++now);
  expect_refused(rewrite(), "names " + plain.brief() + " too");
}

TEST_F(RewriteGuards, TheQueueTakesOnNoMerge) {
  start();
  copy(plain);
  copy(claimed);
  repo.git({"checkout", "-q", "-b", "side", "develop"});
  repo.commit_file("side.txt", ++now);
  repo.checkout("new");
  repo.merge("side", ++now);
  expect_refused(rewrite(), "2 parents");
}

TEST_F(RewriteGuards, NewWorkDoesNotClaimTheLane) {
  repo.checkout("ai/queue");
  repo.write("b.txt", "b\n").commit("More\n\nExpress: trust me\n", ++now);
  expect_refused(rewrite(), "claims the express lane");
}

TEST_F(RewriteGuards, ThePartsOfACommitMay) {
  start();
  repo.branch("ai/queue", claimed.hex());
  const Oid big = repo.write("gen.txt", "g\n").write("hand.txt", "h\n").commit("Big", ++now);
  repo.push("ai/queue").checkout("new");
  copy(plain);
  copy(claimed);
  repo.write("gen.txt", "g\n").commit("Generated\n\nExpress: generated\n", ++now);
  repo.write("hand.txt", "h\n").commit("By hand", ++now);
  auto effect = rewrite();
  effect["old"] = big.hex();
  expect_landed(effect);
}

TEST_F(RewriteGuards, PartsThatAddSomethingLoseTheCommit) {
  start();
  repo.branch("ai/queue", claimed.hex());
  const Oid big = repo.write("gen.txt", "g\n").write("hand.txt", "h\n").commit("Big", ++now);
  repo.push("ai/queue").checkout("new");
  copy(plain);
  copy(claimed);
  repo.write("gen.txt", "g\n").commit("Generated", ++now);
  repo.write("hand.txt", "h \n").commit("By hand", ++now);
  auto effect = rewrite();
  effect["old"] = big.hex();
  expect_refused(effect, "would lose " + big.brief());
}

TEST_F(RewriteGuards, AQueueMayStandOnFixesWhateverTheySay) {
  // A person put it there, with a line that names a commit of somewhere else.
  repo.branch("ai/review-fixes", "develop");
  repo.write("fix.txt", "f\n").commit("Fix\n\n(cherry picked from commit " + std::string(40, 'c') + ")\n", 5);
  repo.push("ai/review-fixes").branch("new");
  copy(plain);
  copy(claimed);
  expect_landed(rewrite());
}

// --- new commits of the fixes

TEST_F(RewriteGuards, NewFixesLand) {
  repo.branch("new", "develop");
  repo.write("fix.txt", "f\n").commit("Fix\n\nAnswers: 7\n", ++now);
  expect_landed(rewrite("fixes"));
  fixes = repo.id("HEAD").hex();
  repo.write("fix.txt", "g\n").commit("More\n\nDrains: 8\n", ++now);
  expect_landed(rewrite("fixes"));
}

TEST_F(RewriteGuards, NewFixesClaimNothing) {
  const std::vector<std::pair<std::string, std::string>> said = {
      {"Express: trust me\n", "claims the express lane"},
      {"Repairs: " + main.hex() + " against:" + std::string(64, '0') + "\n", "repairs main"},
      {line(plain), "which the branch does not hold"}};
  for (const bool first : {true, false}) {
    if (!first) {
      repo.branch("ai/review-fixes", "develop");
      fixes = repo.write("fix.txt", "f\n").commit("Fix", 5).hex();
      repo.push("ai/review-fixes");
    }
    for (const auto& [words, sentence] : said) {
      repo.branch("new", first ? "develop" : "ai/review-fixes");
      repo.write("fix.txt", "g\n").commit("Fix\n\n" + words, ++now);
      expect_refused(rewrite("fixes"), sentence);
    }
  }
}

TEST_F(RewriteGuards, FixesThatAreMadeAnewAreHeldToTheOldOnes) {
  repo.branch("ai/review-fixes", "develop");
  const Oid fix = repo.write("fix.txt", "f\n").commit("Fix", 5);
  fixes = fix.hex();
  repo.push("ai/review-fixes");
  start();
  repo.write("fix.txt", "f\n").write("more.txt", "m\n").commit("Fix\n\n" + line(fix), ++now);
  expect_refused(rewrite("fixes"), "changes more.txt");
  repo.branch("new", "develop");
  copy(fix);
  expect_landed(rewrite("fixes"));
}

}  // namespace
}  // namespace sluice
