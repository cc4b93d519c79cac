#pragma once
// SHA-256, for telling whether a pipeline or a plugin is the one that a journal speaks of.

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace sluice::journal {

/// Takes bytes in pieces; hex() may be asked once, at the end.
class Sha256 {
 public:
  void add(std::string_view bytes);
  std::string hex();  ///< 64 lowercase hexadecimal digits.

 private:
  void block(const unsigned char* bytes);

  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, 64> open_{};
  std::uint64_t size_ = 0;
};

std::string sha256(std::string_view bytes);
std::optional<std::string> sha256_of_file(
    const std::filesystem::path& file);  ///< None when it cannot be read.

}  // namespace sluice::journal
