#pragma once
// What an embedded forge holds beyond the contract of every forge, as documents.

#include "host/forge/document.hpp"
#include "host/forge/local/local_forge.hpp"

namespace sluice::forge {

Json document(const Alert& alert);
Json document(const Issue& issue);

}  // namespace sluice::forge
