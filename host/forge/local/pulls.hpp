#pragma once
// Pull requests: each read looks at the branches first, so that what it answers is true of them now.

#include "host/forge/local/context.hpp"

namespace sluice::forge::local {

std::vector<Pull> all_pulls(Context& context);  ///< Newest first, as the next.
std::vector<Pull> pulls(Context& context, const std::string& base, const std::string& head);
std::optional<Pull> pull(Context& context, Id number);
Pull must_find(Context& context, Id number);  ///< Throws ForgeError (missing).

struct Opening {
  std::string base, head, title, body;
  std::optional<std::string> repository;  ///< Of a fork,
  std::string sha;                        ///< whose head is this commit.
};
Pull open(Context& context, const Opening& opening);
void close(Context& context, Id number);
void reopen(Context& context, Id number);
std::optional<bool> mergeable(Context& context, Id number);  ///< nullopt: it is not open.
std::string merge(Context& context, Id number, const std::string& expected_head);

}  // namespace sluice::forge::local
