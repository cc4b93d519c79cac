#include "carry.hpp"

namespace sluice::sync {
namespace {

constexpr int kPushes = 3;

}  // namespace

Rewritten push_and_carry(const Carrying& by, Sha lease, Sha tip) {
  Receipt receipt;
  for (int push = 1; push <= kPushes; ++push) {
    receipt = by.push(lease, tip);
    if (receipt.done()) return {Rewritten::Kind::done, tip, {}};
    if (receipt.kind == Receipt::Kind::refused) return {Rewritten::Kind::refused, tip, receipt.reason};
    if (push == kPushes) break;
    if (!receipt.at) return {Rewritten::Kind::moved, tip, receipt.reason};
    if (!by.is_ancestor(lease, *receipt.at)) {
      return {Rewritten::Kind::moved, tip, "its history was rewritten meanwhile"};
    }
    const auto carried = by.carry(lease, *receipt.at, tip);
    if (!carried)
      return {Rewritten::Kind::moved, tip, "what was pushed meanwhile does not apply on the rewrite"};
    lease = *receipt.at;
    tip = *carried;
  }
  return {Rewritten::Kind::moved, tip, "it was pushed to during each of three pushes"};
}

}  // namespace sluice::sync
