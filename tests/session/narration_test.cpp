#include "host/session/narration.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace sluice::session {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Heard {
  std::vector<std::string> shown;
  std::vector<std::string> own;
};

Heard hear(Output output, const std::vector<std::string>& pieces) {
  Heard heard;
  Narration narration(output, [&heard](std::string_view line) { heard.shown.emplace_back(line); });
  for (const auto& piece : pieces) narration.take(piece);
  narration.finish();
  heard.own.assign(narration.own().begin(), narration.own().end());
  return heard;
}

TEST(Narration, OfATextIsTheProgramsOwnLineByLine) {
  const auto heard = hear(Output::text, {"one\ntw", "o\r\n", "\nthree"});
  EXPECT_THAT(heard.own, ElementsAre("one", "two", "three"));
  EXPECT_THAT(heard.shown, ElementsAre("one", "two", "three"));
}

TEST(Narration, OfEventsKeepsTheResultAloneAsItsOwn) {
  const auto heard = hear(
      Output::stream_json,
      {R"({"type":"system","subtype":"init","model":"opus"})"
       "\n"
       R"({"type":"assistant","message":{"content":[{"type":"text","text":"usage limit reached"},)"
       R"({"type":"thinking","thinking":"hidden"},{"type":"tool_use","name":"Bash","input":{"command":"ls"}}]}})"
       "\n"
       R"({"type":"user","message":{"content":[{"type":"tool_result","content":"usage limit reached"}]}})"
       "\n"
       R"({"type":"result","subtype":"success","result":"all done\nreally"})"
       "\nplain words\n"});
  EXPECT_THAT(heard.own, ElementsAre("all done", "really", "plain words"));
  EXPECT_THAT(heard.shown,
              ElementsAre("session: model opus", "usage limit reached", R"([Bash] {"command":"ls"})",
                          "result: success all done", "really", "plain words"));
}

TEST(Narration, TakesAnyShapeOfEvent) {
  for (const std::string line :
       {"{", "{\"type\":3}", "{\"type\":\"assistant\"}", "{\"type\":\"assistant\",\"message\":7}",
        "{\"type\":\"assistant\",\"message\":{\"content\":\"text\"}}",
        "{\"type\":\"assistant\",\"message\":{\"content\":[3,null,{\"type\":\"text\",\"text\":4}]}}",
        "{\"type\":\"result\"}", "{\"type\":\"result\",\"result\":[1]}", "{\"a\":1,\"a\":2}"}) {
    EXPECT_THAT(hear(Output::stream_json, {line + "\n"}).own, IsEmpty()) << line;
  }
  std::string deep(100000, '[');
  EXPECT_THAT(hear(Output::stream_json, {deep, "\n"}).own, testing::SizeIs(1));
  EXPECT_THAT(hear(Output::stream_json, {"{", deep, "\n"}).own, IsEmpty());
}

TEST(Narration, IsBounded) {
  const auto heard = hear(Output::text, {std::string(3 << 20, 'x')});
  EXPECT_THAT(heard.own, testing::Each(testing::SizeIs(testing::Le(4000U))));
  std::string many;
  for (int line = 0; line < 1000; ++line) many += std::to_string(line) + "\n";
  const auto last = hear(Output::text, {many}).own;
  EXPECT_EQ(last.size(), 200U);
  EXPECT_EQ(last.back(), "999");
}

}  // namespace
}  // namespace sluice::session
