// A repair is one commit on top of main that says so, whichever stage asks.

#include "engine/guards_fixture.hpp"

namespace sluice {
namespace {

class RepairGuards : public Guards {
 protected:
  std::string says(const std::string& more = "") { return "Repair the build\n\n" + line(main) + more; }
  static std::string line(const Oid& red) {
    return "Repairs: " + red.hex() + " against:" + std::string(64, 'a') + "\n";
  }
  Json repair(const std::string& message) {
    repo.branch("repair", "main");
    return pushed(repo.write("m.txt", "right\n").commit(message, 7));
  }
  Json pushed(const Oid& tip) {
    repo.git({"push", "-q", "-f", "origin", tip.hex() + ":refs/heads/spare"});
    return push("push.repair", main, tip);
  }
};

TEST_F(RepairGuards, OneCommitThatSaysItLands) {
  const auto effect = repair(says());
  EXPECT_THAT(append(effect), ::testing::HasSubstr("\"landed\""));
  EXPECT_EQ(head("main"), effect["new"].get<std::string>() + "\n");
}

TEST_F(RepairGuards, ItIsThePassesOneAct) {
  EXPECT_THAT(append(repair(says()), push("push.window", main, plain)), ::testing::HasSubstr("one act"));
  EXPECT_EQ(head("develop"), main.hex() + "\n");
}

TEST_F(RepairGuards, WhatItMustSayIsToTheByte) {
  const std::string digest(64, 'a');
  for (const auto& words : {std::string("Repair the build\n"), "x\n\nRepairs: " + main.hex() + "\n",
                            "x\n\nRepairs: " + main.hex().substr(0, 10) + " against:" + digest + "\n",
                            "x\n\nRepairs: " + main.hex() + " against:" + digest.substr(1) + "\n",
                            "x\n\nRepairs: " + main.hex() + " against:" + digest + "a\n",
                            "x\n\nRepairs: " + main.hex() + " against:" + std::string(64, 'A') + "\n",
                            "x\n\nRepairs: " + main.hex() + " against:" + digest + " and more\n",
                            "x\n\nRepairs: " + main.hex() + "  against:" + digest + "\n",
                            "x\n\n> Repairs: " + main.hex() + " against:" + digest + "\n", says(line(main)),
                            says(line(plain)), "x\n\n" + line(plain)}) {
    expect_refused(repair(words), "needs one line");
  }
}

TEST_F(RepairGuards, ItSaysNothingElse) {
  expect_refused(repair(says("Express: trust me\n")), "another trailer");
  expect_refused(repair(says("Answers: 7\n")), "another trailer");
  expect_refused(repair(says("Drains: 7\n")), "another trailer");
  expect_refused(repair(says("(cherry picked from commit " + plain.hex() + ")\n")), "is a copy");
}

TEST_F(RepairGuards, ItIsOneCommitOnTopOfMain) {
  repo.branch("repair", "main");
  repo.commit_file("more.txt", 6);
  expect_refused(pushed(repo.write("m.txt", "right\n").commit(says(), 7)), "not one commit on top of main");
  repo.branch("repair", "main");
  repo.commit_file("hot.txt", 6);
  repo.git({"checkout", "-q", "-b", "side", "main"});
  repo.commit_file("side.txt", 6);
  repo.git({"merge", "-q", "--no-ff", "--no-commit", "repair"});
  expect_refused(pushed(repo.commit(says(), 8)), "not one commit on top of main");
  expect_refused(push("push.repair", main, main), "not one commit on top of main");
}

TEST_F(RepairGuards, AMainThatMovedOnIsRepairedByTheNextPass) {
  const auto effect = repair(says());
  repo.checkout("main");
  repo.commit_file("hot.txt", 8);
  repo.push("main");
  expect_stale(effect, "moved since");
}

}  // namespace
}  // namespace sluice
