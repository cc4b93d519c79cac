#include "host/journal/redaction.hpp"

#include <gtest/gtest.h>

namespace sluice::journal {
namespace {

TEST(Redaction, HidesTheValuesOfVariablesWithSecretNames) {
  const Redaction redaction = Redaction::of({{"GH_TOKEN", "canary-1234"},
                                             {"DB_PASSWORD", "hunter22hunter"},
                                             {"SIGNING_KEY", "k-e-y-k-e-y"},
                                             {"my_api_secret", "sssshhhh"},
                                             {"PATH", "/usr/bin:/bin"},
                                             {"KEYBOARD", "qwertyuiop"},
                                             {"EMPTY_TOKEN", ""},
                                             {"SHORT_TOKEN", "true"}});
  EXPECT_EQ(redaction.text("a canary-1234 b"), "a *** b");
  EXPECT_EQ(redaction.text("hunter22hunter,k-e-y-k-e-y,sssshhhh"), "***,***,***");
  EXPECT_EQ(redaction.text("/usr/bin:/bin qwertyuiop true"), "/usr/bin:/bin qwertyuiop true");
}

TEST(Redaction, HidesTheLongerOfTwoNestedSecretsFirst) {
  const Redaction redaction = Redaction::of({{"A_TOKEN", "abcdefgh"}, {"B_TOKEN", "abcdefghijkl"}});
  EXPECT_EQ(redaction.text("abcdefghijkl"), "***");
}

TEST(Redaction, HidesASecretInTheFormsThatHttpCarries) {
  const Redaction redaction = Redaction::of({{"GH_TOKEN", "to/ken+12"}});
  EXPECT_EQ(redaction.text("https%3A%2F%2Fto%2Fken%2B12"), "https%3A%2F%2F***");
  // printf 'x-access-token:to/ken+12' | base64
  EXPECT_EQ(redaction.text("x eC1hY2Nlc3MtdG9rZW46dG8va2VuKzEy y"), "x *** y");
  // printf 'to/ken+12' | base64
  EXPECT_EQ(redaction.text("dG8va2VuKzEy"), "***");
}

TEST(Redaction, HidesGitsExtraHeader) {
  const Redaction redaction =
      Redaction::of({{"GIT_CONFIG_COUNT", "1"},
                     {"GIT_CONFIG_KEY_0", "http.https://example.com/.extraheader"},
                     {"GIT_CONFIG_VALUE_0", "AUTHORIZATION: basic c2VjcmV0c2VjcmV0"}});
  EXPECT_EQ(redaction.text("header c2VjcmV0c2VjcmV0!"), "header ***!");
}

TEST(Redaction, HidesWhatIsACredentialByItsShape) {
  const Redaction redaction = Redaction::of({});
  struct Row {
    std::string text, expected;
  };
  const std::vector<Row> rows = {
      {"https://user:pass@host/x", "https://***@host/x"},
      {"https://ghost@host/x", "https://***@host/x"},
      {"fatal: unable to access 'https://x:y@h/': no", "fatal: unable to access 'https://***@h/': no"},
      {"https://a:p@ss@host/", "https://***@host/"},
      {"ssh://git@host/x", "ssh://git@host/x"},
      {"ssh://git:pw@host/x", "ssh://***@host/x"},
      {"https://host/a@b", "https://host/a@b"},
      {"https://host mail me@host", "https://host mail me@host"},
      {"https://one:1@h https://two:2@h", "https://***@h https://***@h"},
      {"://", "://"},
      {"://@", "://@"},
      {"token ghp_0123456789abcdefghij!", "token ***!"},
      {"github_pat_11AAAAAAA0aaaaaaaaaaaa_bbb", "***"},
      {"ghp_short", "ghp_short"},
      {"Authorization: Bearer abc.def", "Authorization: Bearer ***"},
      {"AUTHORIZATION: basic QWxhZGRpbg==\nnext", "AUTHORIZATION: basic ***\nnext"},
      {"authorization: abc", "authorization: ***"},
      {"authorization:", "authorization:"},
      {"authorization: ", "authorization: "},
      {"", ""},
  };
  for (const Row& row : rows) EXPECT_EQ(redaction.text(row.text), row.expected) << row.text;
}

TEST(Redaction, ReachesEveryStringAndKeyOfADocument) {
  const Redaction redaction = Redaction::of({{"GH_TOKEN", "canary-1234"}});
  const Json document = {{"a", {"canary-1234", 1, {{"b canary-1234", "x canary-1234 y"}}}}, {"n", nullptr}};
  EXPECT_EQ(redaction.document(document), (Json{{"a", {"***", 1, {{"b ***", "x *** y"}}}}, {"n", nullptr}}));
}

TEST(Redaction, KeepsBytesThatAreNotUtf8) {
  const Redaction redaction = Redaction::of({});
  EXPECT_EQ(redaction.document(Json("\xff\xfe")), (Json{{"b64", "//4="}}));
}

}  // namespace
}  // namespace sluice::journal
