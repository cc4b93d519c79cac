#include "words.hpp"

#include "excerpt.hpp"
#include "sluice/inert.hpp"
#include "sluice/prompt.hpp"
#include "sluice/say.hpp"

namespace sluice::repair {
namespace {

constexpr std::size_t most_paths = 100, most_alerts = 30, longest_log = 50'000;

std::string about(const Logged& logged) {
  const Excerpt excerpt = excerpt_of(logged.log);
  std::string text = data_block("A workflow that failed", logged.run.workflow + "\n" + logged.run.url);
  for (const auto& job : excerpt.jobs)
    text += "\n" + data_block("The end of the log of its job " + job.job, job.text, longest_log);
  if (excerpt.jobs.empty()) text += "\nNo log of it can be read.\n";
  if (excerpt.more > 0)
    text += "\n" + say::counted(static_cast<std::int64_t>(excerpt.more), "more job") + " of it failed.\n";
  return text + "\n";
}

std::string about(const std::vector<Alert>& alerts) {
  if (alerts.empty()) return "";
  std::string lines;
  for (std::size_t at = 0; at < std::min(alerts.size(), most_alerts); ++at) {
    const Alert& alert = alerts[at];
    const std::string line = alert.line ? ":" + std::to_string(*alert.line) : "";
    lines +=
        "rule " + alert.rule + " at " + alert.path + line + ": " + alert.message + "\n" + alert.url + "\n";
  }
  if (alerts.size() > most_alerts) lines += std::to_string(alerts.size() - most_alerts) + " more\n";
  return data_block("Open code-scanning alerts", lines) + "\n";
}

std::string commands_in_words(const std::vector<Command>& commands) {
  std::string lines;
  for (const auto& command : commands) {
    for (const auto& word : command) lines += (&word == &command.front() ? "" : " ") + word;
    lines += "\n";
  }
  return lines;
}

std::string about(const CommandEnd& install) {
  return "Installing what this repository needs failed, so some of it may be missing: " +
         say::line(install.reason, 300) + ".\n\n" +
         data_block("What the install command printed last", install.tail) + "\n";
}

}  // namespace

std::string prompt_for(const Settings& settings, const Job& job) {
  std::string red;
  for (const auto& logged : job.runs) red += about(logged);
  return fill(settings.prompt,
              {{"main", job.main},
               {"red", red + about(job.alerts)},
               {"install", job.broken_install ? about(*job.broken_install) : ""},
               {"verify", visible_fence(commands_in_words(settings.verify))},
               {"trailer", job.trailer}},
              {"red", "trailer"});
}

std::string message_of(const Sha& main, const std::string& trailer, const Red& red,
                       const std::vector<std::string>& paths) {
  std::string text = "Make anew what the repository generates\n\nAt " + main +
                     " these files were not what their generators make of the others.\n";
  for (const auto& run : red.runs) text += "\nRun: " + inert(say::line(run.url, 300));
  if (!red.runs.empty()) text += "\n";
  text += "\nPaths:\n";
  for (std::size_t at = 0; at < std::min(paths.size(), most_paths); ++at)
    text += "- " + inert(say::line(paths[at], 300)) + "\n";
  if (paths.size() > most_paths) text += "- and " + std::to_string(paths.size() - most_paths) + " more\n";
  return text + "\n" + trailer + "\n";
}

std::string notice_of(const std::string& main, const std::string& reason) {
  return within_limit(inert_span(main) + " is red here and is left to a person: " + inert_span(reason) +
                      ".\n\nNothing waits for it: releases go on. A fix that claims the express lane (an "
                      "`Express:` line) reaches it first. Another head of " +
                      inert_span(main) + ", or another configuration, is tried anew.\n");
}

}  // namespace sluice::repair
