#pragma once
// Whole passes in which an agent program is asked: the scripted agent of tests/agent, told by a file what to
// do.

#include <string>

#include "passes/river.hpp"

namespace sluice::test {

class Judged : public River {
 public:
  /// `tables` stands at the pipeline's end, behind [agent]; `agent` in it; `settings` as in River.
  explicit Judged(int cap, const std::string& tables, const std::string& agent = {},
                  const std::map<std::string, std::string>& settings = {});

  /// What the next sessions do: tests/agent/scripted_agent.cpp has the words.
  void script(const std::string& lines);
  /// A pass whose sessions go on with the last script().
  Ran run_on(const Asked& asked = {});
  /// A pass with these words as its scenario.
  Ran run_scripted(const std::string& lines, const Asked& asked = {});
  int sessions() const;             ///< Since the last script().
  std::string prompt() const;       ///< Of the last one.
  std::string environment() const;  ///< That it was given.
  std::string found() const;        ///< By the word `search`, since the last script().

  /// The stage `drain` where it stands in the pipeline that ships.
  void put_drain();

  /// The comments of ours on a commit, first lines only.
  std::vector<std::string> markers_on(const Oid& commit);

 private:
  std::filesystem::path scenario_;
};

}  // namespace sluice::test
