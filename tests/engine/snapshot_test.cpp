// What a stage and a role are handed of the pass: the pass's word, their bases, and the agents of a trial.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "host/engine/alive.hpp"
#include "host/harness/trial.hpp"
#include "host/pipeline/schema_validator.hpp"
#include "support/repo.hpp"

namespace sluice::engine {
namespace {

const std::string library = SLUICE_TEST_PLUGINS "/says_snapshot.so";

struct Said {
  Json stage, role, agent;
};

class Snapshots : public ::testing::Test {
 protected:
  Snapshots() {
    repo.commit_file("m.txt", 1);
    for (const char* branch : {"main", "develop", "ai/queue"}) repo.branch(branch).push(branch);
    trial.library = library;
    trial.stage = "says-snapshot";
    trial.clone = repo.clone();
    trial.now = 1'700'000'000;
    trial.roles["teller"].library = library;
  }

  Said said() const {
    std::istringstream lines(harness::run(trial).stage.reason);
    std::string stage, role, agent;
    std::getline(lines, stage);
    std::getline(lines, role);
    std::getline(lines, agent);
    return {parse_document(stage), parse_document(role), parse_document(agent)};
  }

  test::Repo repo;
  harness::Trial trial;
};

TEST_F(Snapshots, AreOfTheContract) {
  const Said first = said();
  for (const Json& snapshot : {first.stage, first.role}) {
    EXPECT_THAT(contract_validator("stage", "snapshot")->faults(snapshot), testing::IsEmpty());
    EXPECT_EQ(snapshot["pass"], this_pass());
    EXPECT_EQ(snapshot["basis"].get<std::string>().size(), 64U);
  }
  EXPECT_NE(first.stage["basis"], first.role["basis"]);
}

TEST_F(Snapshots, EachHasTheBasisOfItsOwnTable) {
  const Said first = said();
  EXPECT_EQ(said().stage["basis"], first.stage["basis"]);
  trial.config = {{"word", "two"}};
  const Said second = said();
  EXPECT_NE(second.stage["basis"], first.stage["basis"]);
  EXPECT_EQ(second.role["basis"], first.role["basis"]);
  trial.roles["teller"].config = {{"word", "two"}};
  const Said third = said();
  EXPECT_EQ(third.stage["basis"], second.stage["basis"]);
  EXPECT_NE(third.role["basis"], first.role["basis"]);
}

TEST_F(Snapshots, ATrialMayStateTheBasis) {
  trial.basis = std::string(64, 'a');
  EXPECT_EQ(said().stage["basis"], *trial.basis);
  EXPECT_EQ(said().role["basis"], *trial.basis);
}

TEST_F(Snapshots, ATrialHandsOverItsAgents) {
  EXPECT_EQ(said().agent["agent"], nullptr);
  session::Agent& agent = trial.agents["drain"];
  agent.name = "scripted";
  agent.command = {"/bin/true"};
  agent.seconds = 7;
  EXPECT_EQ(said().agent["agent"], (Json{{"name", "scripted"}, {"seconds", 7}}));
  EXPECT_EQ(said().agent["not_now"], nullptr);
  trial.budget = 6;
  EXPECT_NE(said().agent["not_now"], nullptr);
}

}  // namespace
}  // namespace sluice::engine
