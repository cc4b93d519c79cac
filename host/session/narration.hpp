#pragma once
// What an agent program prints, read as it comes: lines for people, and the lines that are the program's own
// word and not the narration of what it read.

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>

namespace sluice::session {

enum class Output : std::uint8_t {
  text,         ///< Every line is the program's own.
  stream_json,  ///< One event a line: assistant and system events narrate, a result is the program's own.
};

class Narration {
 public:
  /// `line` is called with each line for people, without its end, at most 2,000 bytes of it.
  Narration(Output output, std::function<void(std::string_view)> line);

  /// Takes the next bytes; a line ends at '\n', or at 1 MiB.
  void take(std::string_view piece);
  /// The stream has ended: what stands without an end is a line too.
  void finish();

  /// The last lines that were the program's own, oldest first; at most 200 of at most 4,000 bytes each.
  const std::deque<std::string>& own() const { return own_; }
  /// It printed anything at all.
  bool spoke() const { return spoke_; }

 private:
  void read(std::string_view line);
  void read_event(std::string_view line);
  void say(std::string_view line);
  void keep(std::string_view line);

  Output output_;
  std::function<void(std::string_view)> line_;
  std::string rest_;
  std::deque<std::string> own_;
  bool spoke_ = false;
};

}  // namespace sluice::session
