#include "support/file_contents.hpp"

#include <array>

namespace sluice::test {
namespace {

std::vector<std::string> lines_of(const std::string& content) {
  std::vector<std::string> lines;
  for (std::size_t start = 0; start < content.size();) {
    const std::size_t end = std::min(content.find('\n', start), content.size() - 1) + 1;
    lines.push_back(content.substr(start, end - start));
    start = end;
  }
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string content;
  for (const std::string& line : lines) content += line;
  return content;
}

/// Few letters repeat often, which is where one diff algorithm differs from another.
std::string repetitive_line(Dice& dice) {
  return std::string(1, static_cast<char>('a' + dice.below(4))) + "\n";
}

std::string code_line(Dice& dice) {
  switch (dice.below(6)) {
    case 0:
      return "}\n";
    case 1:
      return "\n";
    case 2:
      return "  return " + std::to_string(dice.below(5)) + ";\n";
    default:
      return "  call_" + std::to_string(dice.below(10000)) + "(x);\n";
  }
}

std::string new_line(Dice& dice, const std::vector<std::string>& lines) {
  if (!lines.empty() && dice.chance(30)) return dice.one_of(lines);
  return lines.empty() || lines.front().size() > 3 ? code_line(dice) : repetitive_line(dice);
}

std::string binary_content(Dice& dice) {
  std::string content(20 + dice.below(60), '\0');
  for (char& byte : content) byte = static_cast<char>(dice.below(4));
  return content;
}

}  // namespace

std::string random_content(Dice& dice) {
  if (dice.chance(5)) return {};
  if (dice.chance(8)) return binary_content(dice);
  std::vector<std::string> lines;
  const bool repetitive = dice.chance(40);
  const std::size_t count = 3 + dice.below(dice.chance(50) ? 20 : 80);
  for (std::size_t i = 0; i < count; ++i)
    lines.push_back(repetitive ? repetitive_line(dice) : code_line(dice));
  if (dice.chance(10)) lines.back().pop_back();
  std::string content = joined(lines);
  return dice.chance(8) ? with_other_whitespace(dice, content) : content;
}

std::string edited(Dice& dice, const std::string& content) {
  if (content.find('\0') != std::string::npos) {
    std::string bytes = content;
    bytes[dice.below(bytes.size())] ^= 1;
    return bytes;
  }
  std::vector<std::string> lines = lines_of(content);
  for (std::size_t edits = 1 + dice.below(3); edits > 0; --edits) {
    const auto at = lines.begin() + static_cast<std::ptrdiff_t>(dice.below(lines.size() + 1));
    const std::size_t kind = dice.below(4);
    if (kind == 0 || at == lines.end())
      lines.insert(at, new_line(dice, lines));
    else if (kind == 1)
      lines.erase(at);
    else if (kind == 2)
      *at = new_line(dice, lines);
    else
      std::swap(*at, lines[dice.below(lines.size())]);
  }
  return joined(lines);
}

std::string with_other_whitespace(Dice& dice, const std::string& content) {
  const bool had_carriage_returns = content.find("\r\n") != std::string::npos;
  const bool indent = dice.chance(50);
  std::string result;
  for (std::string line : lines_of(content)) {
    if (indent)
      line.insert(0, dice.chance(50) ? "\t" : " ");
    else if (had_carriage_returns && line.ends_with("\r\n"))
      line.erase(line.size() - 2, 1);
    else if (line.ends_with("\n"))
      line.insert(line.size() - 1, "\r");
    result += line;
  }
  return result;
}

std::string random_attributes(Dice& dice, bool line_endings) {
  static constexpr std::array<const char*, 9> patterns = {"*",   "*.txt", "f0",  "f1", "f2",
                                                          "f3*", "a/**",  "/f4", "d/*"};
  static constexpr std::array<const char*, 6> merging = {"merge=union", "binary",     "-merge",
                                                         "merge=text",  "merge=ours", "merge"};
  static constexpr std::array<const char*, 4> endings = {"text", "text=auto", "eol=crlf", "-text"};
  std::string text = dice.chance(20) ? "# rules\n\n" : "";
  for (std::size_t lines = 1 + dice.below(3); lines > 0; --lines) {
    const bool ending = line_endings && dice.chance(40);
    text += std::string(dice.one_of(patterns)) + " " +
            (ending ? dice.one_of(endings) : dice.one_of(merging)) + "\n";
  }
  return text;
}

}  // namespace sluice::test
