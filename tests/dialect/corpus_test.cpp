// Every sample of the corpus reads as the document beside it says.

#include "corpus.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dialect/dialect.hpp"

namespace sluice::dialect {
namespace {

constexpr Time rewritten = 1'700'000'000;
constexpr std::string_view bot = "coderabbitai[bot]";

const Dialect& rabbit() {
  return *find("coderabbit");
}

Json or_null(const auto& value) {
  return value ? Json(*value) : Json();
}

Json of(const std::optional<Refusal>& refusal) {
  Json wait, files, limit;
  if (refusal && refusal->until) wait = *refusal->until - rewritten;
  if (refusal && refusal->limit) {
    files = or_null(refusal->limit->files);
    limit = refusal->limit->limit;
  }
  return {{"refused", refusal.has_value()},
          {"wait", wait},
          {"over_cap", refusal && refusal->over_cap},
          {"files", files},
          {"limit", limit}};
}

Json of(const Walkthrough& read) {
  const Json range = read.read ? Json{read.read->from, read.read->to} : Json();
  return {{"found", read.found},
          {"in_progress", read.in_progress},
          {"rate_limited", read.rate_limited},
          {"skipped", read.skipped},
          {"failed", read.failed},
          {"paused", read.paused},
          {"read", range}};
}

Json of(const Counts& counts) {
  auto buckets = Json::array();
  for (const auto& [name, number] : counts.buckets) buckets.push_back({name, number});
  return {{"actionable", or_null(counts.actionable)},
          {"buckets", buckets},
          {"failed_to_post", counts.failed_to_post}};
}

Json of(const Finding& finding, bool with_text) {
  return {{"severity", name_of(finding.severity)},
          {"category", finding.category},
          {"effort", finding.effort},
          {"other", finding.other},
          {"title", finding.title},
          {"text", with_text ? Json(finding.text) : Json()}};
}

TEST(DialectCorpus, ARefusalAndItsDeadline) {
  const auto samples = corpus::samples("refusal");
  ASSERT_GE(samples.size(), 30u);
  for (const auto& sample : samples) {
    const Said said{1, bot, sample.text, rewritten};
    EXPECT_EQ(of(rabbit().refusal({&said, 1}, bot)), sample.expected) << sample.name;
  }
}

TEST(DialectCorpus, TheSummaryComment) {
  for (const auto& sample : corpus::samples("walkthrough")) {
    EXPECT_EQ(of(rabbit().walkthrough(sample.text)), sample.expected) << sample.name;
  }
}

TEST(DialectCorpus, CountsOfAReview) {
  for (const auto& sample : corpus::samples("review")) {
    EXPECT_EQ(of(rabbit().counts(sample.text)), sample.expected) << sample.name;
  }
}

TEST(DialectCorpus, AFinding) {
  for (const auto& sample : corpus::samples("finding")) {
    const auto finding = rabbit().finding(sample.text);
    EXPECT_EQ(of(finding, !sample.expected["text"].is_null()), sample.expected) << sample.name;
    EXPECT_EQ(rabbit().finding(finding.text).text, finding.text) << sample.name << ": stripped twice";
  }
}

TEST(DialectCorpus, AWordAfterOurAnswer) {
  const auto samples = corpus::samples("rejoinder");
  ASSERT_GE(samples.size(), 15u);
  for (const auto& sample : samples) {
    EXPECT_EQ(name_of(rabbit().rejoinder(sample.text)), sample.expected.get<std::string>()) << sample.name;
  }
}

TEST(DialectCorpus, TheStatusTable) {
  for (const auto& row : parse_document(corpus::read_file(corpus::folder() / "status.json"))) {
    std::optional<StatusText> status;
    const auto state = row[0].get<std::string>();
    const auto description = row[1].is_null() ? std::string() : row[1].get<std::string>();
    if (!row[1].is_null()) status = StatusText{state, description};
    const auto reading = rabbit().status(status);
    EXPECT_EQ(name_of(reading.kind), row[2].get<std::string>()) << row;
    const auto limit =
        row.size() > 3 ? std::optional(FileLimit{row[3].get<std::int64_t>(), row[4]}) : std::nullopt;
    EXPECT_EQ(reading.limit, limit) << row;
  }
}

}  // namespace
}  // namespace sluice::dialect
