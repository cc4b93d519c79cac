// Credentials at every place where a host may hold them, in passes with sessions over HTTP: none comes to a
// session, to a file that is left, to what is printed or to what is pushed.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <functional>

#include "judgement/due.hpp"
#include "support/http_remote.hpp"
#include "support/temp_dir.hpp"

namespace sluice::test {
namespace {

namespace fs = std::filesystem;

std::string base64(const std::string& bytes) {
  static const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t at = 0; at + 3 <= bytes.size(); at += 3) {
    unsigned group = 0;
    for (std::size_t k = 0; k < 3; ++k) group = group << 8U | static_cast<unsigned char>(bytes[at + k]);
    for (int shift = 18; shift >= 0; shift -= 6) text += digits[group >> shift & 63U];
  }
  return text;
}

std::string percent(const std::string& bytes) {
  std::string text;
  for (const char c : bytes) text += c == '/' ? "%2F" : c == '+' ? "%2B" : std::string(1, c);
  return text;
}

/// A secret of its own for each place.
struct Canary {
  std::string value;
  explicit Canary(const std::string& place) : value("c4n/ary+" + place + "+0123456789") {}
  /// As it is, percent-encoded, and in base64 wherever in an encoded text it begins.
  std::vector<std::string> forms() const {
    return {value, percent(value), base64(value), base64(value.substr(1)), base64(value.substr(2))};
  }
};

const Canary kGh("gh"), kGithub("github"), kUrl("url"), kHeader("header"), kNamed("named"), kConfig("config");

std::vector<std::string> all_forms() {
  std::vector<std::string> forms;
  for (const auto* canary : {&kGh, &kGithub, &kUrl, &kHeader, &kNamed, &kConfig}) {
    for (const auto& form : canary->forms()) forms.push_back(form);
  }
  return forms;
}

void expect_none(const std::string& bytes, const std::string& where) {
  for (const auto& form : all_forms())
    EXPECT_EQ(bytes.find(form), std::string::npos) << form << " in " << where;
}

void expect_none_below(const fs::path& folder) {
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && !entry.is_symlink()) expect_none(read_file(entry.path()), entry.path());
  }
}

struct Story {
  const char* name;
  std::function<Due()> due;
};

class Secrets : public testing::TestWithParam<Story> {
 protected:
  Secrets() : due(GetParam().due()), river(*due.river) {
    auto text = read_file(river.pipeline());
    const std::string kind = "kind = \"local\"";
    text.replace(text.find(kind), kind.size(), kind + "\npath = \"" + river.repo.remote().string() + "\"");
    write_file(river.pipeline(), text);
    river.repo.remote_git({"config", "http.receivepack", "true"});
    server = std::make_unique<HttpRemote>(river.repo.folder(), "ada:" + kUrl.value);
    river.repo.git({"remote", "set-url", "origin",
                    server->url(river.repo.remote().filename(), "ada:" + percent(kUrl.value) + "@")});
    river.repo.git({"config", "http.extraheader", "X-Key: bearer " + kHeader.value});
    fs::create_directory(temporary);
  }

  Asked asked() const {
    return {.environment = {{"GH_TOKEN", kGh.value},
                            {"GITHUB_TOKEN", kGithub.value},
                            {"MY_SECRET", kNamed.value},
                            {"GIT_CONFIG_COUNT", "1"},
                            {"GIT_CONFIG_KEY_0", "http.extraheader"},
                            {"GIT_CONFIG_VALUE_0", "X-More: basic " + base64("x:" + kConfig.value + "pad")},
                            {"TMPDIR", temporary.string()},
                            {"GITHUB_STEP_SUMMARY", (river.repo.folder() / "summary").string()},
                            {"GITHUB_OUTPUT", (river.repo.folder() / "outputs").string()}}};
  }
  static std::string searching(const std::string& script) {
    std::string text = script;
    for (const auto& form : all_forms()) text += "search " + form + "\n";
    return text + "search bare = false\n";  // What is there is found.
  }
  void expect_none_printed(const Ran& ran) {
    expect_none(ran.output, "the document");
    expect_none(ran.errors, "standard error");
    expect_none(read_file(ran.journal), "the journal");
    for (const auto* file : {"summary", "outputs"}) {
      if (fs::exists(river.repo.folder() / file)) expect_none(read_file(river.repo.folder() / file), file);
    }
  }
  void expect_none_at_the_remote() {
    expect_none(river.repo.remote_git({"cat-file", "--batch-all-objects", "--batch"}),
                "the remote's objects");
    expect_none(river.state(), "what was posted");
    expect_none_below(river.repo.remote());
  }

  Due due;
  Judged& river;
  fs::path temporary = river.repo.folder() / "temporary";
  std::unique_ptr<HttpRemote> server;
};

TEST_P(Secrets, ComeNowhere) {
  const Ran ran = river.run_scripted(searching(due.script), asked());
  EXPECT_EQ(ran.outcome(), "end") << ran.reason();
  EXPECT_EQ(river.sessions(), 1);
  expect_none(river.environment(), "the session's environment");
  expect_none(river.prompt(), "the prompt");
  expect_none(river.found(), "the session's files");
  EXPECT_THAT(river.found(), testing::HasSubstr("tree/.git/config"));
  expect_none_printed(ran);
  expect_none_at_the_remote();
}

TEST_P(Secrets, AreNotInWhatAKilledPassLeaves) {
  EXPECT_EQ(river.run_scripted(due.script + "kill-host\n", asked()).signal, SIGKILL);
  EXPECT_FALSE(fs::is_empty(temporary));
  expect_none_below(temporary);
  expect_none_at_the_remote();
}

TEST_P(Secrets, AreNotInWhatARemoteThatRefusesIsQuotedWith) {
  server->fail("git-receive-pack", "403 Forbidden " + kUrl.value);
  expect_none_printed(river.run_scripted(due.script, asked()));
  server->fail("git-upload-pack", "500 " + kUrl.value);
  const Ran ran = river.run_scripted(due.script, asked());
  EXPECT_NE(ran.code, 0);
  expect_none_printed(ran);
}

INSTANTIATE_TEST_SUITE_P(Of, Secrets,
                         testing::Values(Story{"Drain", drain_due}, Story{"Resolve", resolve_due},
                                         Story{"Reshape", reshape_due}, Story{"Repair", repair_due}),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace sluice::test
