#include "sluice/say.hpp"

#include <algorithm>

#include "sluice/utf8.hpp"

namespace sluice::say {

std::string brief(const Sha& sha) {
  return sha.substr(0, 10);
}

std::string line(std::string_view bytes, std::size_t at_most) {
  std::string text;
  while (!bytes.empty()) {
    const std::size_t length = first_character(bytes).size;
    const auto first = static_cast<unsigned char>(bytes.front());
    const bool control = length == 0 || first < 0x20 || first == 0x7f;
    const std::string_view next = control ? std::string_view("?") : bytes.substr(0, length);
    if (text.size() + next.size() > at_most) return text + "…";
    text += next;
    bytes.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return text;
}

std::string commit(const Sha& sha, std::string_view subject) {
  return brief(sha) + " (" + line(subject) + ")";
}

std::string paths(const std::vector<std::string>& paths, std::size_t at_most) {
  std::string text;
  for (std::size_t at = 0; at < std::min(at_most, paths.size()); ++at) {
    text += (at == 0 ? "" : ", ") + line(paths[at], 200);
  }
  if (paths.size() > at_most) text += " and " + std::to_string(paths.size() - at_most) + " more";
  return text;
}

std::string counted(std::int64_t number, std::string_view one) {
  return std::to_string(number) + " " + std::string(one) + (number == 1 ? "" : "s");
}

}  // namespace sluice::say
