#pragma once
// Random contents of files, and random edits of them.

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace sluice::test {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  /// 0 .. below - 1. Not std::uniform_int_distribution: its numbers differ between libraries.
  std::size_t below(std::size_t bound) { return engine_() % bound; }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <class Container>
  const auto& one_of(const Container& container) {
    return container[below(container.size())];
  }

 private:
  std::mt19937_64 engine_;
};

std::string random_content(Dice& dice);
std::string edited(Dice& dice, const std::string& content);
std::string with_other_whitespace(Dice& dice, const std::string& content);
std::string random_attributes(Dice& dice, bool line_endings);

}  // namespace sluice::test
