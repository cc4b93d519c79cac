#include "simulation/stream.hpp"

#include <future>
#include <map>
#include <sstream>

#include "host/forge/local/bot.hpp"
#include "host/process/child.hpp"
#include "support/shipped_pipeline.hpp"

namespace sluice::test {
namespace fs = std::filesystem;

namespace {

std::string pipeline_text(int cap) {
  std::string text = without_agents(shipped_pipeline());
  const auto at = text.find("# cap = ");
  text.replace(at, text.find('\n', at) - at, "cap = " + std::to_string(cap));
  return text;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

const std::vector<std::string> kBranches = {"main", "develop", "ai/queue", "ai/review-fixes"};

}  // namespace

bool Passed::tried_nothing() const {
  for (const auto& stage : report.at("stages")) {
    if (!stage.value("effects", Json::array()).empty()) return false;
  }
  return true;
}

Stream::Stream(std::uint64_t seed)
    : dice_(seed),
      other_(repo_.another()),
      maintainer_(repo_.another()),
      session_(repo_.another(), dice_),
      cap_(8 + static_cast<int>(dice_.below(12))) {
  for (const char* file : {"q/base.txt", "q/second.txt", "q/third.txt", "f/base.txt", "m/base.txt"})
    repo_.write(file, std::string(file) + "\n" + random_content(dice_));
  repo_.commit("Begin\n", 1);
  for (const char* branch : {"main", "develop", "ai/queue"}) repo_.branch(branch).push(branch);
  pipeline_ = repo_.folder() / "collect.toml";
  write_file(pipeline_, pipeline_text(cap_));
  forge_ = forge::open_local(repo_.remote(), "collector", [this] { return now_; });
  bot_ = forge::open_local(repo_.remote(), "coderabbitai[bot]", [this] { return now_; });
}

Passed Stream::pass(const std::string& kill_at, const std::vector<std::string>& wrapper, int clone) {
  process::Command command;
  command.argv = wrapper;
  const std::string repository = (clone == 0 ? repo_ : other_).clone().string();
  const std::vector<std::string> words = {SLUICE_HOST, "run",       pipeline_.string(), "--repo",
                                          repository,  "--plugins", SLUICE_PLUGINS,     "--json",
                                          "--journal", "none"};
  command.argv.insert(command.argv.end(), words.begin(), words.end());
  command.environment = process::transport_environment();
  command.environment["SLUICE_NOW"] = std::to_string(now_);
  if (!kill_at.empty()) command.environment["SLUICE_KILL_AT"] = kill_at;
  const auto result = process::run(command);
  Passed passed;
  passed.code = result.code;
  passed.errors = result.error;
  passed.died = result.output.empty();
  if (!passed.died) passed.report = parse_document(result.output);
  return passed;
}

void Stream::passes() {
  static const std::vector<std::string> kKills = {"before:1", "after:1",  "before:2",
                                                  "after:2",  "before:3", "after:3"};
  Passed passed;
  const auto kind = dice_.below(10);
  if (kind < 3) {
    passed = pass(dice_.one_of(kKills));
  } else if (kind < 5) {
    const std::string after = "0." + std::to_string(10 + dice_.below(60));
    const std::string signal = dice_.chance(50) ? "TERM" : "KILL";
    std::vector<std::string> wrapper = {"timeout", "-s", signal, after};
    if (dice_.chance(50)) wrapper.insert(wrapper.begin() + 1, "--foreground");
    passed = pass({}, wrapper);
  } else if (kind < 6) {
    raced_ = true;
    std::promise<void> begun;
    auto running = std::async(std::launch::async, [this] { return pass(); });
    session_.work("ai/queue", "q", number_);
    passed = running.get();
  } else {
    passed = pass();
    if (!passed.died && passed.outcome() == "idle") {
      const auto before = state();
      const Passed again = pass();
      const bool same = !again.died && again.tried_nothing() && state() == before;
      if (!same)
        complaint_ +=
            "a second pass had effects after: " + passed.reason() + "\n" + again.report.dump(1) + "\n";
    }
  }
  tell("pass: " + (passed.died ? "died " + passed.errors : passed.outcome() + ": " + passed.reason()));
}

void Stream::two_passes() {
  raced_ = true;
  auto first = std::async(std::launch::async, [this] { return pass({}, {}, 0); });
  const Passed second = pass({}, {}, dice_.chance(50) ? 1 : 0);
  const Passed one = first.get();
  for (const Passed* passed : {&one, &second})
    tell("one of two passes: " +
         (passed->died ? "died " + passed->errors : passed->outcome() + ": " + passed->reason()));
}

void Stream::review() {
  forge::BotOptions options;
  options.file_limit = cap_;
  const auto kind = dice_.below(6);
  if (kind == 0) options.limited_minutes = 1 + static_cast<std::int64_t>(dice_.below(40));
  if (kind == 1) options.start_only = true;
  const auto did = forge::review_open_pulls(*bot_, options);
  for (const auto& each : did) tell("bot: #" + std::to_string(each.pull) + " " + each.description);
}

void Stream::push_to_main() {
  for (int attempt = 0; attempt < 5; ++attempt) {
    maintainer_.fetch();
    maintainer_.git({"checkout", "-q", "-f", "-B", "main", "origin/main"});
    maintainer_.write("m/" + std::to_string(dice_.below(4)), std::to_string(++number_) + "\n");
    maintainer_.commit("Main " + std::to_string(number_) + "\n", number_);
    try {
      maintainer_.git({"push", "-q", "origin", "HEAD:main"});
      return;
    } catch (const std::runtime_error&) {
    }
  }
}

void Stream::person() {
  const auto pulls = forge_->all_pulls();
  if (dice_.chance(50) || pulls.empty()) {
    tell("person: pushes to main");
    return push_to_main();
  }
  const auto& pull = pulls.front();
  try {
    if (pull.state == forge::State::open && dice_.chance(40)) {
      tell("person: closes");
      forge_->close(pull.number);
    } else if (pull.state == forge::State::closed) {
      tell("person: opens again");
      forge_->reopen(pull.number);
    }
  } catch (const forge::ForgeError& error) {
    tell(std::string("person: refused: ") + error.what());
  }
}

void Stream::step() {
  now_ += 30 + static_cast<std::int64_t>(dice_.below(900));
  const auto kind = dice_.below(20);
  if (kind < 5) {
    tell("session: works on the queue");
    session_.work("ai/queue", "q", number_);
  } else if (kind < 6) {
    tell("session: fixes");
    session_.work("ai/review-fixes", "f", number_);
  } else if (kind < 7) {
    tell("session: rebases");
    session_.rebase_queue(number_);
  } else if (kind < 8) {
    tell("session: merges main");
    session_.merge_main(number_);
  } else if (kind < 11) {
    review();
  } else if (kind < 13) {
    person();
  } else if (kind < 14) {
    two_passes();
  } else {
    passes();
  }
}

bool Stream::drain() {
  std::string before;
  for (int round = 0; round < 80; ++round) {
    now_ += 3700;
    const auto pulls = forge_->all_pulls();
    if (!pulls.empty() && pulls.front().state == forge::State::closed) {
      try {
        forge_->reopen(pulls.front().number);
      } catch (const forge::ForgeError&) {
      }
    }
    forge::BotOptions options;
    options.file_limit = cap_;
    forge::review_open_pulls(*bot_, options);
    before = state();
    const Passed passed = pass();
    tell("drain: " + (passed.died ? "died " + passed.errors : passed.outcome() + ": " + passed.reason()));
    if (const auto bad = broken(); !bad.empty()) {
      complaint_ = bad;
      return false;
    }
    const auto now = forge_->all_pulls();
    const bool open = !now.empty() && now.front().state == forge::State::open;
    if (state() == before && !open) return !passed.died && passed.code == 0;
  }
  return false;
}

std::string Stream::on_main(const std::string& folder) const {
  return repo_.remote_git({"ls-tree", "main", folder});
}

std::string Stream::state() {
  std::string text = repo_.remote_git({"for-each-ref", "--format=%(refname) %(objectname)"});
  for (const auto& pull : forge_->all_pulls()) {
    text += "#" + std::to_string(pull.number) + " " + std::to_string(static_cast<int>(pull.state)) +
            pull.head_sha + "\n";
    for (const auto& comment : forge_->comments(pull.number))
      text += comment.author + ": " + comment.body + "\n";
  }
  for (const auto& sha : forge_->noted_commits()) {
    for (const auto& comment : forge_->commit_comments(sha)) text += sha + " " + comment.body + "\n";
  }
  return text;
}

std::string Stream::graph() const {
  return repo_.remote_git(
      {"log", "--graph", "--branches", "--date-order", "--stat=100", "--format=%h%d %at %s [%b]"});
}

/// Pushed commits that no branch holds, as themselves or as copies: a pick and a rebase keep when and how it
/// was written.
std::string Stream::lost() const {
  const auto keys = [this](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"log", "--format=%at %s"});
    return lines_of(repo_.remote_git(arguments));
  };
  std::set<std::string> held;
  for (const auto& key : keys({"--branches"})) held.insert(key);
  std::vector<std::string> wanted = {"--no-walk=unsorted"};
  for (const auto& id : session_.pushed()) wanted.push_back(id.hex());
  std::string text;
  if (wanted.size() == 1) return text;
  for (const auto& key : keys(wanted)) {
    if (!held.contains(key)) text += "lost: " + key + "\n";
  }
  return text;
}

std::string Stream::releases() {
  std::string text;
  int open = 0;
  for (const auto& pull : forge_->all_pulls()) {
    if (pull.state != forge::State::open) continue;
    ++open;
    const auto files =
        lines_of(repo_.remote_git({"diff", "--name-only", "-M50%", "-l0", "main..." + pull.head_sha}));
    if (static_cast<int>(files.size()) > cap_)
      text +=
          "#" + std::to_string(pull.number) + " is open over the cap: " + std::to_string(files.size()) + "\n";
  }
  return open > 1 ? text + "two releases are open\n" : text;
}

std::string Stream::posted_twice() {
  std::map<std::string, int> seen;
  const auto look = [&seen](const std::string& where, const std::vector<forge::Comment>& comments) {
    for (const auto& comment : comments) {
      const auto first = comment.body.substr(0, comment.body.find('\n'));
      if (comment.author == "collector" && first.starts_with("<!--")) ++seen[where + " " + first];
    }
  };
  for (const auto& pull : forge_->all_pulls())
    look("#" + std::to_string(pull.number), forge_->comments(pull.number));
  for (const auto& sha : forge_->noted_commits()) look(sha, forge_->commit_comments(sha));
  std::string text;
  for (const auto& [what, times] : seen) {
    if (times > 1 && !raced_) text += "posted " + std::to_string(times) + " times: " + what + "\n";
  }
  return text;
}

std::string Stream::broken() {
  return complaint_ + lost() + releases() + posted_twice();
}

}  // namespace sluice::test
