// The release's body: other people's subjects in it are shown and do nothing.

#include "plugins/open/body.hpp"

#include <gtest/gtest.h>

#include "sluice/inert.hpp"
#include "sluice/json.hpp"

namespace sluice::open {
namespace {

CommitInfo commit(const std::string& subject) {
  CommitInfo info;
  info.subject = subject;
  return info;
}

TEST(ReleaseBody, NamesTheHeadAndEachCommit) {
  const Sha head(40, 'a');
  EXPECT_EQ(title("develop", "main"), "release: develop → main");
  EXPECT_EQ(body(head, {commit("Widen the gate"), commit("Paint it")}),
            "Opened by sluice at " + head + ".\n\n- `Widen the gate`\n- `Paint it`\n");
}

TEST(ReleaseBody, LetsNoSubjectCommandOrMentionOrClose) {
  const std::string text =
      body(Sha(40, 'a'), {commit("@coderabbitai review"), commit("fixes #12 and `b`"),
                          commit("caf\xe9 <!-- x --> </details>"), commit("two\nlines")});
  EXPECT_EQ(text.find("@coderabbitai"), std::string::npos);
  EXPECT_EQ(text.find("#12"), std::string::npos);
  EXPECT_EQ(text.find("<!--"), std::string::npos);
  EXPECT_TRUE(is_utf8(text));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 6);
}

TEST(ReleaseBody, IsCutToTheForgesLimit) {
  const std::string text = body(Sha(40, 'a'), std::vector<CommitInfo>(5'000, commit(std::string(60, 'x'))));
  EXPECT_LE(utf16_units(text), forge_limit);
  EXPECT_GT(utf16_units(text), forge_limit / 2);
}

}  // namespace
}  // namespace sluice::open
