#pragma once
// The work trees and sessions that a stage has open.

#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "host/session/session.hpp"

namespace sluice::engine {

/// An agent program at work, on a thread of its own: the kernel ends a child with the thread that started it.
class RunningSession {
 public:
  /// The workplace outlives it.
  RunningSession(const session::Workplace& place, session::Agent agent, std::string prompt, std::int64_t now);
  /// Ends the program where it still runs, and waits until it is gone.
  ~RunningSession();
  RunningSession(const RunningSession&) = delete;
  RunningSession& operator=(const RunningSession&) = delete;

  /// Waits for the end; `line` is called on this thread with what the program says.
  session::Ended wait(const std::function<void(std::string_view)>& line);

 private:
  void hear(std::string_view line);

  const session::Workplace& place_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> lines_;  ///< Said and not yet heard.
  std::size_t dropped_ = 0;        ///< Lines that nobody will hear: a flood is cut.
  std::optional<session::Ended> ended_;
  std::thread thread_;
};

/// One thread. Numbers are never given twice.
class Works {
 public:
  std::int64_t open(std::string stage, std::unique_ptr<session::Workplace> place);
  /// Throws DocumentError for a number that names none of that stage.
  session::Workplace& at(const std::string& stage, std::int64_t work);
  void close(const std::string& stage, std::int64_t work);
  std::int64_t start(const std::string& stage, std::int64_t work, session::Agent agent, std::string prompt,
                     std::int64_t now);
  /// Throws DocumentError likewise. The session is forgotten then.
  session::Ended wait(const std::string& stage, std::int64_t session,
                      const std::function<void(std::string_view)>& line);
  /// Ends and removes everything that the stage left.
  void end(const std::string& stage);

 private:
  struct Work {
    std::string stage;
    std::unique_ptr<session::Workplace> place;
  };
  struct Session {
    std::string stage;
    std::int64_t work;
    std::unique_ptr<RunningSession> running;
  };
  std::int64_t next_ = 1;
  std::map<std::int64_t, Work> works_;
  std::map<std::int64_t, Session> sessions_;  ///< Behind works_: ended before their work trees go.
};

}  // namespace sluice::engine
