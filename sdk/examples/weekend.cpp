#include "sluice/plugin.hpp"

namespace {

using namespace sluice;

constexpr Time day = 24 * 60 * 60;

/// Days since Sunday; 1970 began on a Thursday.
Time weekday(Time now) {
  return (now / day + 4) % 7;
}

class Weekend : public Stage {
 public:
  Outcome run(Pass& pass) override {
    const Time now = pass.snapshot.now + pass.config.at("utc_offset_hours").get<Time>() * 60 * 60;
    const Time today = weekday(now);
    if (today != 6 && today != 0) return Outcome::go_on("it is a working day");
    const Time days = today == 6 ? 2 : 1;
    return Outcome::idle("it is the weekend: windows open again on Monday").wake(days * day - now % day);
  }
};

std::unique_ptr<Stage> make(const std::string& id) {
  if (id != "weekend") return nullptr;
  return std::make_unique<Weekend>();
}

}  // namespace

SLUICE_PLUGIN(R"({
  "schema": 1, "plugin": "weekend", "version": "1.0", "basis": "1",
  "summary": "Keeps the weekend free of reviews.",
  "stages": [{
    "id": "weekend", "summary": "Waits until Monday when a pass falls on a weekend.", "effects": [], "writes": [],
    "config": [{"key": "utc_offset_hours", "type": "integer", "default": 0, "minimum": -12,
                "summary": "How far the team's clock is ahead of UTC."}]}]})",
              make)
