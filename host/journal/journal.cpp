#include "host/journal/journal.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "host/journal/digest.hpp"
#include "host/journal/reader.hpp"

namespace sluice::journal {
namespace {

[[noreturn]] void fail(const std::string& what, const std::filesystem::path& file,
                       const std::string& advice) {
  throw JournalError("cannot " + what + " the journal " + file.string() + ": " + std::strerror(errno) + "; " +
                     advice);
}

/// A journal whose writer was killed in the middle of a line: what we append must not join it.
bool ends_in_a_torn_line(int descriptor) {
  struct stat status {};
  char last = '\n';
  if (::fstat(descriptor, &status) != 0 || status.st_size == 0) return false;
  return ::pread(descriptor, &last, 1, status.st_size - 1) == 1 && last != '\n';
}

/// Why nothing may be appended: what the file holds is not ours. Empty where it may. A character device holds
/// nothing.
std::string why_not_ours(const std::filesystem::path& file, int descriptor) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0 || S_ISCHR(status.st_mode)) return {};
  if (!S_ISREG(status.st_mode)) return "it is not a regular file";
  if (status.st_size == 0 || begins_as_a_journal(file)) return {};
  return "the file has something else in it, which does not begin with the header of a pass";
}

/// A stage's document may be as deep as any document, and a line holds it one level further down: a very deep
/// one is kept as its own text.
constexpr int deepest_inside = 60;

int depth(const Json& document) {
  int deepest = 0;
  if (document.is_structured()) {
    for (const Json& element : document) deepest = std::max(deepest, depth(element) + 1);
  }
  return deepest;
}

Json inside(const Json& document) {
  return depth(document) > deepest_inside ? Json{{"text", to_text(document)}} : document;
}

std::string digest_of(const std::string& stated, const std::string& file) {
  return stated.empty() ? sha256_of_file(file).value_or("") : stated;
}

/// A plugin that states the digest of its sources needs none of its file, which would cost milliseconds a
/// pass.
Json plugin_line(const PluginLine& plugin) {
  return {{"plugin", plugin.plugin},
          {"version", plugin.version},
          {"basis", plugin.basis},
          {"digest", plugin.basis.empty() ? digest_of(plugin.digest, plugin.library) : plugin.digest},
          {"library", plugin.library}};
}

}  // namespace

std::string to_word(Outcome::Kind kind) {
  switch (kind) {
    case Outcome::Kind::go_on:
      return "continue";
    case Outcome::Kind::end:
      return "end";
    case Outcome::Kind::idle:
      return "idle";
    case Outcome::Kind::red:
      return "red";
  }
  return "red";
}

Journal::Journal(const std::filesystem::path& file, Redaction redaction)
    : file_(file), redaction_(std::move(redaction)) {
  std::error_code ignored;  // open says what is wrong, with the file's name
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), ignored);
  descriptor_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (descriptor_ < 0) fail("open", file, "name a file in a folder that can be written (--journal FILE)");
  if (const auto why = why_not_ours(file_, descriptor_); !why.empty()) {
    ::close(descriptor_);
    throw JournalError("cannot keep a journal in " + file.string() + ": " + why +
                       "; it is left as it is, name another file (--journal FILE)");
  }
  if (ends_in_a_torn_line(descriptor_)) append("\n");
}

Journal::~Journal() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void Journal::pass(const PassLine& line) {
  Json plugins = Json::array();
  for (const PluginLine& plugin : line.plugins) plugins.push_back(plugin_line(plugin));
  write({{"kind", "pass"},
         {"schema", 1},
         {"version", SLUICE_VERSION},
         {"pipeline",
          {{"name", line.pipeline},
           {"file", line.pipeline_file},
           {"digest", digest_of(line.pipeline_digest, line.pipeline_file)}}},
         {"repository", line.repository},
         {"dry_run", line.dry_run},
         {"at", line.at},
         {"plugins", std::move(plugins)},
         {"snapshot", line.snapshot}});
}

void Journal::call(const CallLine& line) {
  write({{"kind", line.method.starts_with("fact.") ? "fact" : "call"},
         {"stage", line.stage},
         {"method", line.method},
         {"params", inside(line.params)},
         {"code", line.code},
         {"result", inside(line.result)}});
}

std::uint64_t Journal::effect(const std::string& stage, const Json& effect) {
  std::uint64_t id = 0;
  {
    const std::lock_guard lock(mutex_);
    id = ++effects_;
  }
  write({{"kind", "effect"}, {"stage", stage}, {"id", id}, {"effect", effect}});
  sync();
  return id;
}

void Journal::receipt(std::uint64_t effect, const Json& receipt) {
  write({{"kind", "receipt"}, {"id", effect}, {"receipt", receipt}});
}

void Journal::note(const std::string& stage, const std::string& verdict, const Json& commits) {
  write({{"kind", "note"}, {"stage", stage}, {"verdict", verdict}, {"commits", commits}});
}

void Journal::queue(const Json& commits) {
  write({{"kind", "queue"}, {"commits", commits}});
}

void Journal::outcome(const std::string& stage, const std::string& uses, const Outcome& outcome) {
  Json line = {{"kind", "outcome"},
               {"stage", stage},
               {"uses", uses},
               {"outcome", to_word(outcome.kind)},
               {"reason", outcome.reason}};
  if (outcome.wake_after) line["wake_after"] = *outcome.wake_after;
  write(line);
}

void Journal::end(const std::string& outcome, const std::string& reason, std::optional<std::int64_t> wake,
                  int exit_code) {
  Json line = {{"kind", "end"}, {"outcome", outcome}, {"reason", reason}, {"exit", exit_code}};
  if (wake) line["wake"] = *wake;
  write(line);
  sync();
}

void Journal::write(const Json& line) {
  Json stamped = redaction_.document(line);
  const std::lock_guard lock(mutex_);
  const auto age = std::chrono::steady_clock::now() - opened_;
  stamped["n"] = ++lines_;
  stamped["ms"] = std::chrono::duration_cast<std::chrono::milliseconds>(age).count();
  append(to_text(stamped) + "\n");
}

/// One write; the kernel may still take only a part of a long line, on a disk that fills up for one.
void Journal::append(const std::string& text) {
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t more = ::write(descriptor_, text.data() + written, text.size() - written);
    if (more < 0 && errno == EINTR) continue;
    if (more < 0) fail("write", file_, "make room, or name another file (--journal FILE)");
    written += static_cast<std::size_t>(more);
  }
}

void Journal::sync() {
  // A pipe or a device cannot be synced, and need not be.
  if (::fdatasync(descriptor_) != 0 && errno != EINVAL && errno != EROFS) {
    fail("sync", file_, "make room, or name another file (--journal FILE)");
  }
}

}  // namespace sluice::journal
