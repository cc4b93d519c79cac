#pragma once
// The most memory that a program and what it starts hold.

#include <string>
#include <vector>

namespace sluice::bench {

struct Peak {
  double largest = 0;  ///< MB of the largest process of all, as the kernel counted it (wait4).
  double children =
      0;  ///< MB of the largest that runs another program, as far as it lived long enough to be seen.
  std::string output;
};

/// Runs it to its end; throws unless it exits 0.
Peak peak_of(const std::vector<std::string>& argv);

}  // namespace sluice::bench
