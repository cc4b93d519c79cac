#include "host/git/history.hpp"

#include <gmock/gmock.h>

#include <random>
#include <sstream>

#include "support/repo.hpp"

namespace sluice::git {
namespace {

using test::Repo;
using Closure = std::set<std::size_t>;

/// A random graph of commits: which are whose parents, and when each says that it was made.
struct RandomGraph {
  std::vector<std::vector<std::size_t>> parents;
  std::vector<std::int64_t> dates;
  std::vector<Closure> closures;  ///< Everything that a commit reaches, itself included.
  std::vector<Oid> ids;

  RandomGraph(std::mt19937& random, std::size_t size, std::int64_t skew) {
    for (std::size_t i = 0; i < size; ++i) {
      std::set<std::size_t> mine;
      const std::size_t count =
          i == 0 || random() % 20 == 0 ? 0 : 1 + (random() % 4 == 0) + (random() % 30 == 0);
      for (std::size_t k = 0; k < count; ++k) mine.insert(i - 1 - random() % std::min<std::size_t>(i, 6));
      parents.emplace_back(mine.begin(), mine.end());
      std::shuffle(parents.back().begin(), parents.back().end(), random);
      const auto clock = static_cast<std::int64_t>(i / 2) * 10;  // Pairs of equal dates.
      dates.push_back(
          1'700'000'000 + clock +
          (skew == 0 ? 0 : static_cast<std::int64_t>(random() % static_cast<unsigned>(2 * skew)) - skew));
      Closure closure{i};
      for (const std::size_t parent : mine) closure.insert(closures[parent].begin(), closures[parent].end());
      closures.push_back(closure);
    }
  }

  void import_into(Repo& repo) {
    std::ostringstream stream;
    for (std::size_t i = 0; i < parents.size(); ++i) {
      stream << "reset refs/heads/n" << i << "\ncommit refs/heads/n" << i << "\nmark :" << i + 1
             << "\ncommitter A <a@x> " << dates[i] << " +0000\ndata <<E\n"
             << i << "\nE\n";
      for (std::size_t k = 0; k < parents[i].size(); ++k) {
        stream << (k == 0 ? "from :" : "merge :") << parents[i][k] + 1 << "\n";
      }
      stream << "\n";
    }
    repo.git({"fast-import", "--quiet", "--force", "--export-marks=" + (repo.folder() / "marks").string()}, 0,
             stream.str());
    std::istringstream marks(test::read_file(repo.folder() / "marks"));
    ids.resize(parents.size());
    for (std::string mark, id; marks >> mark >> id;) ids[std::stoul(mark.substr(1)) - 1] = Oid::from_hex(id);
  }
};

std::vector<Oid> lines(const std::string& text) {
  std::vector<Oid> ids;
  std::istringstream stream(text);
  for (std::string line; stream >> line;) ids.push_back(Oid::from_hex(line));
  return ids;
}

class HistoryOf : public testing::TestWithParam<std::int64_t> {};

TEST_P(HistoryOf, ARandomGraphIsWhatGitAndTheGraphSay) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  RandomGraph graph(random, 120, GetParam());
  Repo repo;
  graph.import_into(repo);
  const Scratch scratch(repo.clone());
  ObjectStore store(scratch);
  History history(store);
  const auto any = [&] { return random() % graph.ids.size(); };

  for (int round = 0; round < 3000; ++round) {
    const std::size_t a = any(), b = any();
    ASSERT_EQ(history.is_ancestor(graph.ids[a], graph.ids[b]), graph.closures[b].contains(a))
        << a << " " << b;
  }
  for (int round = 0; round < 300; ++round) {
    const std::size_t head = any();
    std::vector<Oid> without;
    Closure expected = graph.closures[head];
    for (std::size_t k = random() % 4; k > 0; --k) {
      const std::size_t other = any();
      without.push_back(graph.ids[other]);
      for (const std::size_t gone : graph.closures[other]) expected.erase(gone);
    }
    std::set<Oid> expected_ids;
    for (const std::size_t node : expected) expected_ids.insert(graph.ids[node]);
    const auto range = history.range(without, graph.ids[head]);
    ASSERT_EQ(std::set<Oid>(range.begin(), range.end()), expected_ids);
    ASSERT_EQ(range.size(), expected_ids.size());
    std::set<Oid> seen;
    for (const Oid& id : range) {
      for (const Oid& parent : history.commit(id).parents) {
        ASSERT_TRUE(seen.contains(parent) || !expected_ids.contains(parent)) << "a child before its parent";
      }
      seen.insert(id);
    }
  }
  for (int round = 0; round < 60; ++round) {
    const Oid a = graph.ids[any()], b = graph.ids[any()];
    const auto base = history.merge_base(a, b);
    const auto result = scratch.git({"merge-base", a.hex(), b.hex()});
    ASSERT_EQ(base ? base->hex() + "\n" : "", result.output) << a.hex() << " " << b.hex();
  }
  for (int round = 0; GetParam() == 0 && round < 40; ++round) {
    const Oid head = graph.ids[any()], other = graph.ids[any()];
    EXPECT_EQ(history.range({other}, head),
              lines(scratch.must({"rev-list", "--reverse", "--topo-order", head.hex(), "^" + other.hex()})));
  }
}

INSTANTIATE_TEST_SUITE_P(Clocks, HistoryOf, testing::Values(0, 30, 1000, 100000));

TEST(History, ReadsACommitOnceAndSaysWhichIsMissing) {
  Repo repo;
  const Oid one = repo.commit_file("a", 1);
  const Scratch scratch(repo.clone());
  ObjectStore store(scratch);
  History history(store);
  EXPECT_EQ(&history.commit(one), &history.commit(one));
  EXPECT_EQ(history.commit(one).subject(), "a 1");
  const Oid missing = Oid::from_hex(std::string(40, '7'));
  EXPECT_THROW(history.commit(missing), MissingObject);
  EXPECT_THROW(history.is_ancestor(missing, one), MissingObject);
  EXPECT_TRUE(history.is_ancestor(one, one));
  EXPECT_TRUE(history.range({one}, one).empty());
}

}  // namespace
}  // namespace sluice::git
