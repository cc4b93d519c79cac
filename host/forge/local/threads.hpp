#pragma once
// Review threads: a finding on a file, or a line of it, and what was said to it.

#include "host/forge/local/context.hpp"

namespace sluice::forge::local {

std::vector<Thread> threads(Context& context, Id pull);  ///< Oldest first.
Thread add_thread(Context& context, Id pull, const std::string& path, const std::optional<std::int64_t>& line,
                  const std::string& body);
Comment reply(Context& context, Id pull, Id comment, const std::string& body);
void resolve(Context& context, const std::string& thread, bool resolved);
void outdate(Context& context, const std::string& thread, bool outdated);

}  // namespace sluice::forge::local
