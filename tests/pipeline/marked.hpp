#pragma once
// Each row is a pipeline with a ⟦ right before everything that is wrong: the places are read off the text
// itself.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalog_fixture.hpp"
#include "host/pipeline/pipeline.hpp"

namespace sluice::test {

struct Expected {
  std::string sentence;
  std::string suggestion = {};
};

struct Row {
  std::string toml;
  std::vector<Expected> problems;
};

inline const std::string mark = "⟦";

struct Marked {
  std::string text;
  std::vector<std::pair<int, int>> places;  // line, column in characters
};

inline Marked unmarked(const std::string& toml) {
  Marked result;
  int line = 1;
  int column = 1;
  for (std::size_t i = 0; i < toml.size();) {
    if (toml.compare(i, mark.size(), mark) == 0) {
      result.places.emplace_back(line, column);
      i += mark.size();
      continue;
    }
    const char c = toml[i++];
    result.text += c;
    if (c == '\n') {
      ++line;
      column = 1;
    } else if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) {
      ++column;
    }
  }
  return result;
}

inline void check(const std::vector<Row>& rows) {
  const pipeline::Catalog catalog = test::catalog();
  for (const Row& row : rows) {
    SCOPED_TRACE(row.toml);
    const Marked marked = unmarked(row.toml);
    ASSERT_EQ(marked.places.size(), row.problems.size()) << "the row is badly written";
    auto loaded = pipeline::parse(marked.text, "/x/p.toml", catalog);
    const auto* problems = std::get_if<std::vector<pipeline::Problem>>(&loaded);
    ASSERT_NE(problems, nullptr) << "nothing was found wrong";
    for (const pipeline::Problem& problem : *problems) SCOPED_TRACE(to_text(problem));
    std::string all;
    for (const pipeline::Problem& problem : *problems) all += to_text(problem) + "\n";
    ASSERT_EQ(problems->size(), row.problems.size()) << all;
    for (std::size_t i = 0; i < problems->size(); ++i) {
      const pipeline::Problem& found = (*problems)[i];
      EXPECT_EQ(std::pair(found.line, found.column), marked.places[i]) << all;
      EXPECT_THAT(found.sentence, testing::HasSubstr(row.problems[i].sentence));
      EXPECT_EQ(found.suggestion, row.problems[i].suggestion) << all;
      EXPECT_EQ(found.file, "/x/p.toml");
    }
  }
}

}  // namespace sluice::test
