#pragma once
// Which of a conversation's comments is our own under a marker.

#include <string>
#include <string_view>
#include <vector>

#include "host/forge/forge.hpp"

namespace sluice::snapshot {

/// Ours carries its marker on its first line; anybody else's, or one further down, is a quotation.
bool carries(const std::string& author, std::string_view body, const std::string& viewer,
             const std::string& marker);

/// The first comment of ours that carries the marker, or null.
const forge::Comment* marked(const std::vector<forge::Comment>& comments, const std::string& viewer,
                             const std::string& marker);
forge::Comment* marked(std::vector<forge::Comment>& comments, const std::string& viewer,
                       const std::string& marker);

}  // namespace sluice::snapshot
