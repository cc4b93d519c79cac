#include "host/engine/pass_core.hpp"

#include "host/forge/local/local_forge.hpp"

namespace sluice::engine {

namespace fs = std::filesystem;

namespace {

snapshot::Branches branches_of(const pipeline::Repository& repository) {
  return {repository.main, repository.develop, repository.queue, repository.fixes};
}

effects::Settings settings_of(const pipeline::Pipeline& pipeline, const PassOptions& options) {
  return {.dry_run = options.dry_run,
          .status_context = pipeline.bot.context,
          .bot_login = pipeline.bot.login,
          .ask_text = "<!-- sluice ask -->\n" + pipeline.bot.ask,
          .cap = pipeline.bot.cap,
          .dialect = pipeline.bot.dialect,
          .now = options.now};
}

/// Where the remote lies on this disk; throws when it is not on it.
fs::path remote_folder(const git::Scratch& scratch, const std::string& remote) {
  const auto result =
      process::run({.argv = {"git", "-C", scratch.clone().string(), "remote", "get-url", remote}});
  if (!result.started)
    throw git::GitError("git did not start: " + result.error + "; install it, or put it into PATH");
  std::string url = result.output.substr(0, result.output.find('\n'));
  constexpr int no_such_remote = 2;
  if (!result.ok() && result.code != no_such_remote) {
    throw git::GitError("cannot read the remote \"" + remote + "\" of the clone " + scratch.clone().string() +
                        "; git says: " + result.error);
  }
  if (!result.ok()) {
    throw git::GitError("the clone " + scratch.clone().string() + " has no remote \"" + remote +
                        "\"; add it, or name another one in [repository] remote");
  }
  if (url.starts_with("file://")) url = url.substr(7);
  const fs::path folder = fs::path(url).is_absolute() ? fs::path(url) : scratch.clone() / url;
  if (!fs::is_directory(folder)) {
    throw git::GitError("the embedded forge lies in the remote's folder, and the remote \"" + remote +
                        "\" is no folder of this disk; name it in [forge] path");
  }
  return folder;
}

}  // namespace

std::unique_ptr<forge::Forge> open_forge(const pipeline::Pipeline& pipeline, const git::Scratch& scratch,
                                         const PassOptions& options) {
  if (pipeline.forge.kind != "local") {
    throw forge::ForgeError(forge::ForgeError::Kind::refused,
                            "this version has no forge \"" + pipeline.forge.kind + "\"; it has \"local\"");
  }
  const auto folder =
      pipeline.forge.path ? *pipeline.forge.path : remote_folder(scratch, pipeline.repository.remote);
  const auto clock = [now = options.now] { return now; };
  return forge::open_local(folder, pipeline.forge.login, clock, !options.dry_run);
}

PassCore::PassCore(const pipeline::Pipeline& pipeline, const PassOptions& options, effects::Witness witness)
    : scratch_(options.repository),
      store_(scratch_),
      history_(store_),
      picker_(scratch_, store_, git::pass_identity(scratch_, options.now)),
      remote_(scratch_, store_, pipeline.repository.remote, !options.dry_run),
      forge_(open_forge(pipeline, scratch_, options)),
      git_{scratch_, store_, history_, picker_, remote_},
      facts_(remote_, *forge_, branches_of(pipeline.repository), pipeline.bot.context),
      settings_(settings_of(pipeline, options)),
      log_(git_, *forge_, facts_, settings_, std::move(witness)),
      bench_{git_,
             facts_,
             log_,
             settings_,
             [](std::string_view, std::uint64_t, std::uint64_t) {},
             options.cancelled,
             [](const Caller&, const Json&) {},
             [](const Caller&, const std::string& role, const Json&) -> Json {
               throw Absent("no plugin is bound to the role " + role);
             }},
      methods_(make_methods(bench_)) {}

}  // namespace sluice::engine
