#include "carried.hpp"

#include <algorithm>

namespace sluice::port {
namespace {

std::vector<Owed> without(const std::vector<Owed>& claims, std::size_t from, std::size_t count) {
  std::vector<Owed> rest(claims.begin(), claims.begin() + static_cast<std::ptrdiff_t>(from));
  rest.insert(rest.end(), claims.begin() + static_cast<std::ptrdiff_t>(std::min(from + count, claims.size())),
              claims.end());
  return rest;
}

/// One round over runs of a length; true where it left any out.
bool leave_out(std::vector<Owed>& claims, std::size_t length, const Works& works) {
  bool any = false;
  for (std::size_t from = 0; from < claims.size();) {
    auto rest = without(claims, from, length);
    if (!rest.empty() && works(rest)) {
      claims = std::move(rest);
      any = true;
    } else {
      from += length;
    }
  }
  return any;
}

}  // namespace

std::vector<Owed> needed(std::vector<Owed> claims, const Works& works) {
  for (std::size_t length = claims.size() / 2; length > 1; length /= 2) leave_out(claims, length, works);
  while (leave_out(claims, 1, works)) {
  }
  return claims;
}

}  // namespace sluice::port
