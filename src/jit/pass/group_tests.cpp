#include "jit/pass/group_tests.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PatternMatch.h>

#include <optional>
#include <utility>

namespace eugene::jit {
namespace {

using namespace llvm::PatternMatch;
using Linear = LinearValues::Linear;

class Finder {
 public:
  Finder(const DirectLoop& loop, LinearValues& values, llvm::BasicBlock& test)
      : loop_(loop), values_(values), test_(test) {}

  GroupTests find() {
    visit_likely_branches(*loop_.start, [&](llvm::BranchInst& branch, std::optional<bool> taken) {
      if (!taken || branch.getParent() == loop_.head) return;
      visit_parts(branch.getCondition(), *taken, [&](llvm::Instruction& part, bool assumed) {
        if (auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&part)) find_condition(*comparison, assumed);
      });
    });
    return std::move(found_);
  }

 private:
  void find_condition(llvm::ICmpInst& comparison, bool assumed) {
    const auto predicate = assumed ? comparison.getPredicate() : comparison.getInversePredicate();
    llvm::Value* offset = comparison.getOperand(0);
    if (predicate != llvm::ICmpInst::ICMP_ULT || !offset->getType()->isIntegerTy(64)) return;
    llvm::Value* count = values_.find_shared(comparison.getOperand(1));
    if (count == nullptr) return;
    llvm::Value* base = nullptr;
    const llvm::APInt* beyond = nullptr;
    if (match(offset, m_Add(m_Value(base), m_APInt(beyond)))) offset = base;
    const std::optional<Linear> linear = values_.find(offset);
    auto* computed = llvm::dyn_cast<llvm::Instruction>(offset);
    if (!linear || computed == nullptr) return;
    llvm::IRBuilder<> ir(&test_);
    // The offset changes by the same step from each thread to the next. So if the offsets of the first and the last
    // thread are inside the window, the offsets between them are too: a step is at most 2^31 bytes and a group has
    // fewer than 2^31 threads, so no offset passes 2^63. Adding `beyond` to an offset of 32 bits cannot overflow 64
    // bits, so the sum alone is compared with the window's size. If `beyond` is negative, a sum below zero is a large
    // number, outside of every window, and another condition is about the offset itself.
    const bool is_dword = llvm::isa<llvm::ZExtInst>(offset);
    for (llvm::Value* end : {linear->first, values_.last(*linear)}) {
      if (!is_dword || beyond == nullptr) found_.conditions.push_back(ir.CreateICmpULT(end, count));
      if (beyond == nullptr) continue;
      found_.conditions.push_back(
          ir.CreateICmpULT(ir.CreateAdd(end, llvm::ConstantInt::get(end->getType(), *beyond)), count));
    }
    if (linear->step != nullptr && !is_dword) {
      llvm::Value* low = ir.CreateTrunc(linear->step, ir.getInt32Ty());
      found_.conditions.push_back(ir.CreateICmpEQ(ir.CreateSExt(low, ir.getInt64Ty()), linear->step));
    }
    found_.known.insert({&comparison, llvm::ConstantInt::getBool(test_.getContext(), assumed)});
    found_.offsets.insert({computed, *linear});
  }

  const DirectLoop& loop_;
  LinearValues& values_;
  llvm::BasicBlock& test_;
  GroupTests found_;
};

}  // namespace

GroupTests find_group_tests(const DirectLoop& loop, LinearValues& values, llvm::BasicBlock& test) {
  return Finder(loop, values, test).find();
}

}  // namespace eugene::jit
