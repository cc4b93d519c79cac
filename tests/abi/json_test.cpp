// Documents at the boundary: what may cross, and what is refused before anything recurses over it.

#include "sluice/json.hpp"

#include <gtest/gtest.h>

#include <random>

namespace sluice {
namespace {

std::string why_refused(std::string_view text) {
  try {
    parse_document(text);
  } catch (const DocumentError& error) {
    return error.what();
  }
  return "accepted";
}

std::string nested(std::size_t depth) {
  return std::string(depth, '[') + std::string(depth, ']');
}

TEST(Document, ReadsWhatJsonIs) {
  const Json document = parse_document(R"({"a":[1,-2,0.5,true,null,{"b":"\u00e9"}],"c":{}})");
  EXPECT_EQ(document["a"][5]["b"], "\xC3\xA9");
  EXPECT_EQ(document["a"].size(), 6U);
  EXPECT_EQ(parse_document(" 18446744073709551615 ").get<std::uint64_t>(), 18446744073709551615ULL);
}

TEST(Document, RefusesAKeyThatStandsTwice) {
  EXPECT_EQ(why_refused(R"({"a":1,"a":1})"), "the document has the key \"a\" twice in one object");
  EXPECT_EQ(why_refused(R"([{"x":{"é":1,"b":{"é":2},"\u00e9":3}}])"),
            "the document has the key \"é\" twice in one object");
  EXPECT_EQ(why_refused(R"({"a":{"a":1},"b":[{"a":1},{"a":2}]})"), "accepted");
}

TEST(Document, RefusesANestingDeeperThan64) {
  EXPECT_EQ(why_refused(nested(64)), "accepted");
  EXPECT_EQ(why_refused(nested(65)), "the document is nested deeper than 64");
  EXPECT_EQ(why_refused(std::string(2'000'000, '[')), "the document is nested deeper than 64");
  std::string objects;
  for (int i = 0; i < 65; ++i) objects += "{\"a\":";
  EXPECT_EQ(why_refused(objects), "the document is nested deeper than 64");
}

TEST(Document, RefusesWhatIsNoJson) {
  for (const char* text :
       {"", " ", "{", "[1,]", "{\"a\":1}}", "nul", "'a'", "[1] x", "\"\\ud800\"", "1e999", "NaN", "\"\xff\"",
        "\"\xc0\xaf\"", "\"\xed\xa0\x80\"", "\"\xf4\x90\x80\x80\"", "{\"\xe9\":1}"}) {
    EXPECT_TRUE(why_refused(text).starts_with("the document is not JSON at byte "))
        << text << why_refused(text);
  }
}

TEST(Document, WritesNothingThatItWouldNotRead) {
  EXPECT_EQ(to_text({{"a", "x\n"}}), R"({"a":"x\n"})");
  EXPECT_THROW(to_text({{"a", "\xff"}}), DocumentError);
  EXPECT_THROW(to_text({{"\xff", 1}}), DocumentError);
  Json deep = Json::array();
  for (int i = 0; i < 200'000; ++i) {
    Json outer = Json::array();
    outer.push_back(std::move(deep));
    deep = std::move(outer);
  }
  EXPECT_THROW(to_text(deep), DocumentError);
}

TEST(Document, SaysWhereTheTextStandsThatIsNotUtf8) {
  try {
    to_text({{"commits", {{{"why", "ok"}}, {{"why", "caf\xe9"}}}}});
    FAIL() << "written";
  } catch (const DocumentError& error) {
    EXPECT_STREQ(error.what(), "the text at \"/commits/1/why\" of the document is not valid UTF-8");
  }
}

TEST(Bytes, AreAStringWhereTheyAreUtf8AndBase64Elsewhere) {
  // RFC 4648, section 10, over bytes that are no text: the right value from outside.
  EXPECT_EQ(json_bytes("dir/é"), Json("dir/é"));
  EXPECT_EQ(json_bytes("\xff"), Json({{"b64", "/w=="}}));
  EXPECT_EQ(json_bytes("\xff\xfe"), Json({{"b64", "//4="}}));
  EXPECT_EQ(json_bytes("caf\xe9"), Json({{"b64", "Y2Fm6Q=="}}));
  EXPECT_EQ(bytes_of(Json({{"b64", "Zm9vYmFy"}})), "foobar");
  EXPECT_EQ(bytes_of(Json({{"b64", ""}})), "");
}

TEST(Bytes, ComeBackAsTheyWere) {
  const unsigned seed = 20240607;
  std::mt19937 random(seed);
  for (int round = 0; round < 2000; ++round) {
    std::string bytes(random() % 40, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random());
    const Json carried = parse_document(to_text({{"path", json_bytes(bytes)}}));
    ASSERT_EQ(bytes_of(carried["path"]), bytes) << "seed " << seed << ", round " << round;
  }
}

TEST(Bytes, RefuseWhatIsNeitherForm) {
  for (const char* text : {"1", "null", "[]", "{}", R"({"b64":1})", R"({"b64":"AA"})", R"({"b64":"AB=="})",
                           R"({"b64":"A==="})", R"({"b64":"===="})", R"({"b64":"AA=A"})",
                           R"({"b64":"AA\n="})", R"({"b64":"AAAA","x":1})", R"({"b64":"_-AA"})"}) {
    EXPECT_THROW(bytes_of(parse_document(text)), DocumentError) << text;
  }
}

}  // namespace
}  // namespace sluice
