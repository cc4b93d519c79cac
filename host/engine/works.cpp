#include "host/engine/works.hpp"

#include "sluice/json.hpp"

namespace sluice::engine {

namespace {

constexpr std::size_t kLinesWaiting = 1000;

}  // namespace

RunningSession::RunningSession(const session::Workplace& place, session::Agent agent, std::string prompt,
                               std::int64_t now)
    : place_(place), thread_([this, agent = std::move(agent), prompt = std::move(prompt), now] {
        auto ended =
            session::run_session(agent, place_, prompt, now, [this](std::string_view line) { hear(line); });
        const std::scoped_lock lock(mutex_);
        ended_ = std::move(ended);
        changed_.notify_all();
      }) {}

RunningSession::~RunningSession() {
  {
    std::unique_lock lock(mutex_);
    // It may be about to start: what is not there yet cannot be ended.
    while (!ended_) {
      lock.unlock();
      session::end_leftovers_of(place_);
      lock.lock();
      changed_.wait_for(lock, std::chrono::milliseconds(50), [this] { return ended_.has_value(); });
    }
  }
  thread_.join();
}

void RunningSession::hear(std::string_view line) {
  const std::scoped_lock lock(mutex_);
  if (lines_.size() < kLinesWaiting) {
    lines_.emplace_back(line);
  } else {
    ++dropped_;
  }
  changed_.notify_all();
}

session::Ended RunningSession::wait(const std::function<void(std::string_view)>& line) {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return ended_ || !lines_.empty(); });
    while (!lines_.empty()) {
      const std::string said = std::move(lines_.front());
      lines_.pop_front();
      lock.unlock();
      line(said);
      lock.lock();
    }
    if (dropped_ > 0)
      line("(" + std::to_string(std::exchange(dropped_, 0)) + " lines came too fast and are not shown)");
    if (ended_ && lines_.empty()) return *ended_;
  }
}

std::int64_t Works::open(std::string stage, std::unique_ptr<session::Workplace> place) {
  works_[next_] = {std::move(stage), std::move(place)};
  return next_++;
}

session::Workplace& Works::at(const std::string& stage, std::int64_t work) {
  const auto found = works_.find(work);
  if (found == works_.end() || found->second.stage != stage)
    throw DocumentError("this stage has no work tree " + std::to_string(work) + " open");
  return *found->second.place;
}

void Works::close(const std::string& stage, std::int64_t work) {
  at(stage, work);
  std::erase_if(sessions_, [work](const auto& each) { return each.second.work == work; });
  works_.erase(work);
}

std::int64_t Works::start(const std::string& stage, std::int64_t work, session::Agent agent,
                          std::string prompt, std::int64_t now) {
  const auto& place = at(stage, work);
  sessions_[next_] = {stage, work,
                      std::make_unique<RunningSession>(place, std::move(agent), std::move(prompt), now)};
  return next_++;
}

session::Ended Works::wait(const std::string& stage, std::int64_t session,
                           const std::function<void(std::string_view)>& line) {
  const auto found = sessions_.find(session);
  if (found == sessions_.end() || found->second.stage != stage)
    throw DocumentError("this stage has no session " + std::to_string(session) + " running");
  auto ended = found->second.running->wait(line);
  sessions_.erase(found);
  return ended;
}

void Works::end(const std::string& stage) {
  std::erase_if(sessions_, [&stage](const auto& each) { return each.second.stage == stage; });
  std::erase_if(works_, [&stage](const auto& each) { return each.second.stage == stage; });
}

}  // namespace sluice::engine
