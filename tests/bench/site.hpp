#pragma once
// What a pass works on: a remote with its embedded forge, its branches and a long queue; a clone of it; the
// shipped pipeline under a cap of its own.

#include <filesystem>
#include <string>
#include <vector>

#include "bench/workload.hpp"
#include "sluice/json.hpp"

namespace sluice::bench {

class Site {
 public:
  /// develop stands at the shape's moved main, the queue on its base; no release is open.
  Site(const Shape& shape, int cap);

  const std::filesystem::path& remote() const { return workload_.repository(); }
  const std::filesystem::path& clone() const { return clone_; }

  /// The argument vector of a pass by the built host, whose report goes to standard output.
  std::vector<std::string> pass() const;
  Json run_pass() const;    ///< Its report; throws unless it exits 0.
  Json last_queue() const;  ///< The commits that the last pass's journal has of its queue.
  void set_review(const std::string& state, const std::string& description) const;  ///< On develop's head.
  std::string tree(const std::string& revision) const;  ///< Of the remote, by its id.

 private:
  Workload workload_;
  test::TempDir folder_;
  std::filesystem::path clone_, pipeline_, journal_;
};

/// Throws unless the report says so: a pass that did something else was not what is measured.
void require_outcome(const Json& report, const std::string& outcome, const std::string& reason_part);

}  // namespace sluice::bench
