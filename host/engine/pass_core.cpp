#include "host/engine/pass_core.hpp"

#include "host/forge/local/local_forge.hpp"

namespace sluice::engine {

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
          .plan_cap = pipeline.bot.cap,
          .dialect = pipeline.bot.dialect,
          .now = options.now};
}

}  // namespace

std::unique_ptr<forge::Forge> open_forge(const pipeline::Pipeline& pipeline, const git::Scratch& scratch,
                                         const PassOptions& options) {
  if (pipeline.forge.kind != "local") {
    throw forge::ForgeError(forge::ForgeError::Kind::refused,
                            "this version has no forge \"" + pipeline.forge.kind + "\"; it has \"local\"");
  }
  const auto folder = pipeline.forge.path
                          ? *pipeline.forge.path
                          : forge::remote_repository(scratch.clone(), pipeline.repository.remote);
  const auto clock = [now = options.now] { return now; };
  return forge::open_local(folder, pipeline.forge.login, clock, !options.dry_run);
}

PassCore::PassCore(const pipeline::Pipeline& pipeline, const PassOptions& options, effects::Witness witness)
    : scratch_(options.repository),
      store_(scratch_),
      history_(store_),
      picker_(scratch_, store_, git::pass_identity(scratch_, options.now)),
      knots_(store_, history_, picker_),
      remote_(scratch_, store_, pipeline.repository.remote, !options.dry_run),
      forge_(open_forge(pipeline, scratch_, options)),
      git_{scratch_, store_, history_, picker_, knots_, remote_},
      facts_(remote_, *forge_, branches_of(pipeline.repository), {pipeline.bot.login, pipeline.bot.context}),
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
             },
             [](std::string_view, std::string_view) {},
             [](const std::string&) -> const session::Agent* { return nullptr; },
             std::nullopt,
             [] { return std::int64_t{0}; }},
      methods_(make_methods(bench_)) {}

}  // namespace sluice::engine
