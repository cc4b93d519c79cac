// Markers: what is written is read back; nothing else is one.

#include "sluice/marker.hpp"

#include <gtest/gtest.h>

namespace sluice {
namespace {

TEST(Marker, ALineIsReadBack) {
  const Marker marker{"attempt",
                      {{"commit", std::string(40, 'a')}, {"n", "2"}, {"until", "2026-10-01T11:00:00Z"}}};
  const auto line = marker.line();
  EXPECT_EQ(line,
            "<!-- sluice attempt commit:" + std::string(40, 'a') + " n:2 until:2026-10-01T11:00:00Z -->");
  EXPECT_EQ(parse_marker(line), marker);
  EXPECT_EQ(parse_marker(line + "\nwords\n"), marker);
  EXPECT_EQ(parse_marker(line + "\r\nwords\r\n"), marker);
  EXPECT_EQ(marker.get("until"), "2026-10-01T11:00:00Z");
  EXPECT_EQ(marker.number("n"), 2);
  EXPECT_EQ(marker.number("commit"), std::nullopt);
  EXPECT_EQ(marker.get("m"), std::nullopt);
  EXPECT_EQ((Marker{"ask", {}}).line(), "<!-- sluice ask -->");
  EXPECT_EQ(parse_marker("<!-- sluice ask -->\n@bot review"), (Marker{"ask", {}}));
}

TEST(Marker, WhatCouldNotBeReadBackIsNotWritten) {
  const std::vector<Marker> bad = {
      {"", {}},
      {"Held", {}},
      {"a b", {}},
      {"-", {}},
      {"a--b", {}},
      {"a", {{"", "x"}}},
      {"a", {{"k:", "x"}}},
      {"a", {{"k", ""}}},
      {"a", {{"k", "a b"}}},
      {"a", {{"k", "a\nb"}}},
      {"a", {{"k", ">"}}},
      {"a", {{"k", "a--b"}}},
      {"a", {{"k", "a-"}}},
      {"a", {{"k", "<!"}}},
  };
  for (const auto& marker : bad) EXPECT_THROW(marker.line(), std::invalid_argument) << marker.name;
}

TEST(Marker, AnythingElseIsNone) {
  for (const std::string_view body : {"",
                                      "words",
                                      "\n<!-- sluice ask -->",
                                      " <!-- sluice ask -->",
                                      "> <!-- sluice ask -->",
                                      "`<!-- sluice ask -->`",
                                      "words <!-- sluice ask -->",
                                      "<!-- sluice ask --> words",
                                      "<!-- sluice ask",
                                      "<!-- sluice -->",
                                      "<!-- sluice  -->",
                                      "<!--sluice ask-->",
                                      "<!-- Sluice ask -->",
                                      "<!-- sluice ask n -->",
                                      "<!-- sluice ask --> <!-- sluice ask -->",
                                      "<!-- sluice ask n:<!-- -->",
                                      "<!-- other ask -->",
                                      "<!-- sluice ask\nn:1 -->",
                                      "\xEF\xBB\xBF<!-- sluice ask -->",
                                      "<!-- sluice -->\n<!-- sluice ask -->"}) {
    EXPECT_EQ(parse_marker(body), std::nullopt) << body;
  }
}

TEST(Marker, OnlyOurOwnCounts) {
  const std::string_view body = "<!-- sluice held commit:abc -->\nwords";
  EXPECT_TRUE(own_marker(body, "collector", "collector"));
  EXPECT_FALSE(own_marker(body, "mallory", "collector"));
  EXPECT_FALSE(own_marker(body, "coderabbitai[bot]", "collector"));
  EXPECT_FALSE(own_marker(body, "", "")) << "a deleted author is nobody, and nobody is not us";
}

TEST(Marker, AnyTextCanBeMadeAValue) {
  for (const std::string_view text :
       {"", " ", "the plan open-source", "a--b", "--", "<!-- x -->", "a\nb", "ä b"}) {
    const Marker marker{"m", {{"k", marker_value(text)}}};
    EXPECT_EQ(parse_marker(marker.line()), marker) << text;
  }
  EXPECT_EQ(marker_value("the plan open-source"), "the-plan-open-source");
}

}  // namespace
}  // namespace sluice
