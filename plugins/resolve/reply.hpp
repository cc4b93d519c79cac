#pragma once
// What a role answers.

#include "sluice/attempt.hpp"

namespace sluice::resolve {

Json done(const Sha& sha);
Json exhausted(const std::string& reason);
Json waiting(const std::string& reason, std::int64_t wake);
Json reply_of(const Attempted& attempted, const Sha& made);  ///< `made` counts where it was proved.

}  // namespace sluice::resolve
