#pragma once
// CodeRabbit's texts. Its wordings change often, and old ones stay in use: each reading takes every one that
// was seen.

#include "dialect/dialect.hpp"

namespace sluice::dialect {

class CodeRabbit : public Dialect {
 public:
  std::string_view name() const override { return "coderabbit"; }
  std::string_view version() const override { return "2026-10"; }
  StatusReading status(const std::optional<StatusText>& status) const override;
  std::optional<Refusal> refusal(std::span<const Said> comments, std::string_view login) const override;
  Walkthrough walkthrough(std::string_view body) const override;
  Counts counts(std::string_view review_body) const override;
  Finding finding(std::string_view comment_body) const override;
  Rejoinder rejoinder(std::string_view comment_body) const override;
};

/// What stands under one of the bot's state markers ("rate limited by coderabbit.ai"), up to its end or the
/// next.
struct StateBlock {
  std::string state;                    ///< Lower case: "summarize", "rate limited", "skip review", ...
  std::vector<std::string> paragraphs;  ///< Plain text, fences left out. Of "summarize": empty.
};

struct StatedText {
  std::vector<StateBlock> blocks;
  std::vector<std::string> rest;  ///< Plain lines outside of the blocks.
  const StateBlock* block(std::string_view state) const;
};

/// Reads the markers, which count only on a line of their own, neither quoted nor fenced.
StatedText read_states(std::string_view body);

/// The limit that a skipped or refused review states for the number of files.
std::optional<FileLimit> stated_file_limit(std::string_view plain_text);

/// The seconds until the next review that these paragraphs state, the longest of them; nullopt: none is
/// stated.
std::optional<std::int64_t> stated_wait(const std::vector<std::string>& paragraphs);

}  // namespace sluice::dialect
