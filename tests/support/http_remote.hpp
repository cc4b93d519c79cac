#pragma once
// Real smart HTTP on 127.0.0.1: git http-backend behind a small CGI server, one thread a connection.

#include <atomic>
#include <filesystem>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace sluice::test {

class HttpRemote {
 public:
  /// Serves the bare repositories below root. With credentials ("user:password"), requests without them get a
  /// 401.
  explicit HttpRemote(std::filesystem::path root, const std::string& credentials = {});
  ~HttpRemote();
  HttpRemote(const HttpRemote&) = delete;
  HttpRemote& operator=(const HttpRemote&) = delete;

  /// "http://127.0.0.1:PORT/PATH", with userinfo before the host when it is given ("user:password@").
  std::string url(const std::string& path, const std::string& userinfo = {}) const;
  /// The next push is applied, but its answer never arrives.
  void lose_next_push_answer() { lose_push_ = true; }
  /// From here on: the status line of the answer to every request whose path or query holds that word.
  void fail(const std::string& word, const std::string& status) {
    const std::lock_guard lock(mutex_);
    failing_ = word;
    status_ = status;
  }
  void stop();  ///< From here on connections are refused.

 private:
  struct Request;
  void serve();
  void answer(int connection);
  std::string respond(const Request& request);

  std::filesystem::path root_;
  std::string authorization_;
  std::string failing_, status_;  ///< Under the mutex.
  int listener_ = -1;
  int port_ = 0;
  std::atomic<bool> lose_push_{false}, stopped_{false};
  std::thread thread_;
  std::mutex mutex_;
  std::vector<std::thread> connections_;
};

}  // namespace sluice::test
