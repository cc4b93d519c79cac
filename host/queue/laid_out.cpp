#include "host/queue/laid_out.hpp"

#include <fstream>
#include <sstream>

#include "sluice/json.hpp"

namespace sluice::queue {
namespace fs = std::filesystem;
namespace {

fs::path file_of(const Side& side) {
  return side.folders().git / "sluice-held";
}

}  // namespace

std::optional<LaidOut> read_laid_out(const Side& side) {
  const auto file = file_of(side);
  if (!fs::exists(file)) return std::nullopt;
  try {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    const Json document = parse_document(text.str());
    return LaidOut{document.at("kind") == "split" ? LaidOut::Kind::split : LaidOut::Kind::rebase,
                   git::Oid::from_hex(document.at("lease").get<std::string>()),
                   git::Oid::from_hex(document.at("base").get<std::string>()),
                   git::Oid::from_hex(document.at("commit").get<std::string>())};
  } catch (const std::exception& error) {
    throw Refusal(file.string() + " does not say what is laid out (" + error.what() +
                  "); remove it, and `git switch` back to the queue");
  }
}

void write_laid_out(const Side& side, const LaidOut& laid_out) {
  const auto file = file_of(side), making = fs::path(file.string() + ".new");
  const Json document = {{"kind", laid_out.kind == LaidOut::Kind::split ? "split" : "rebase"},
                         {"lease", laid_out.lease.hex()},
                         {"base", laid_out.base.hex()},
                         {"commit", laid_out.commit.hex()}};
  {
    std::ofstream stream(making, std::ios::binary);
    stream << to_text(document) << "\n";
    if (!stream.flush()) throw git::GitError("cannot write " + making.string() + "; is the disk full?");
  }
  fs::rename(making, file);
}

void forget_laid_out(const Side& side) {
  std::error_code ignored;
  fs::remove(file_of(side), ignored);
}

}  // namespace sluice::queue
