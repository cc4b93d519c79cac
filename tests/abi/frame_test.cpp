// The line between the host and a plugin's own process, against whatever may come over it.

#include "host/loader/frame.hpp"

#include <gtest/gtest.h>

#include <random>

namespace sluice::loader {
namespace {

std::string log_frame(std::int64_t level, std::string_view line) {
  Frame frame(FrameKind::log);
  return frame.number(level).text(line).bytes();
}

TEST(Frames, ComeBackAsTheyWereHoweverTheyWereCut) {
  const std::string text("caf\xe9\0\n", 6);
  const std::string bytes = log_frame(-3, text) + log_frame(7, "");
  for (std::size_t step = 1; step <= bytes.size(); ++step) {
    FrameBuffer buffer;
    std::vector<std::pair<std::int64_t, std::string>> found;
    for (std::size_t at = 0; at < bytes.size(); at += step) {
      buffer.add(std::string_view(bytes).substr(at, step));
      while (auto frame = buffer.next()) {
        const std::int64_t level = frame->number();
        found.emplace_back(level, frame->text());
        EXPECT_NO_THROW(frame->end());
      }
    }
    EXPECT_EQ(found, (decltype(found){{-3, text}, {7, ""}})) << "in steps of " << step;
  }
}

std::string header(std::uint32_t length, char kind) {
  std::string bytes;
  for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(length >> shift & 0xFF);
  return bytes + kind;
}

TEST(Frames, ThatAreNoneAreRefusedBeforeAnythingIsKeptForThem) {
  for (const std::string& bytes :
       {header(0, 1), header(0xFFFFFFFF, 1), header(largest_frame + 1, 1), header(5, 0), header(5, 12),
        header(1000, '\xff'), std::string("GET / HTTP/1.1\r\n\r\n")}) {
    FrameBuffer buffer;
    buffer.add(bytes);
    EXPECT_THROW(buffer.next(), FrameError);
  }
}

TEST(Frames, AreNotMadeOfAPart) {
  FrameBuffer buffer;
  const std::string bytes = log_frame(1, "a line");
  buffer.add(std::string_view(bytes).substr(0, bytes.size() - 1));
  EXPECT_FALSE(buffer.next());
  buffer.add(bytes.substr(bytes.size() - 1));
  EXPECT_TRUE(buffer.next());
  EXPECT_FALSE(buffer.next());
}

/// Reads the fields of a log frame from a body of any bytes.
void read_log(std::string_view body) {
  FrameBuffer buffer;
  buffer.add(header(static_cast<std::uint32_t>(body.size() + 1), static_cast<char>(FrameKind::log)));
  buffer.add(body);
  auto frame = buffer.next();
  ASSERT_TRUE(frame);
  frame->number();
  frame->text();
  frame->end();
}

TEST(Frames, WithOtherFieldsThanTheirKindAreRefused) {
  const std::string whole = log_frame(1, "line").substr(5);
  EXPECT_NO_THROW(read_log(whole));
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_THROW(read_log(whole.substr(0, size)), FrameError);
  EXPECT_THROW(read_log(whole + "x"), FrameError);
  std::string negative = whole;
  for (std::size_t i = 8; i < 16; ++i) negative[i] = '\xff';
  EXPECT_THROW(read_log(negative), FrameError);
}

TEST(Frames, NeverReachBeyondTheirBytes) {
  const unsigned seed = 4711;
  std::mt19937 random(seed);
  int frames = 0;
  int refused = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string bytes = log_frame(1, "a line of some length");
    for (unsigned flips = random() % 3; flips > 0; --flips)
      bytes[random() % bytes.size()] = static_cast<char>(random());
    FrameBuffer buffer;
    buffer.add(bytes);
    try {
      while (auto frame = buffer.next()) {
        frame->number();
        frame->text();
        frame->end();
        ++frames;
      }
    } catch (const FrameError&) {
      ++refused;
    }
  }
  EXPECT_GT(frames, 1000) << "seed " << seed;
  EXPECT_GT(refused, 1000) << "seed " << seed;
}

}  // namespace
}  // namespace sluice::loader
