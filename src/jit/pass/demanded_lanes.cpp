#include "jit/pass/demanded_lanes.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

#include <map>

namespace eugene::jit {
namespace {

using namespace llvm::PatternMatch;

// Returns the integer whose low bits are the conditions of `mask`; null if it is unknown.
llvm::Value* mask_bits(llvm::Value* mask) {
  llvm::Value* bits = nullptr;
  if (!match(mask, m_BitCast(m_Value(bits))) || !bits->getType()->isIntegerTy()) return nullptr;
  llvm::Value* wide = nullptr;
  return match(bits, m_Trunc(m_Value(wide))) ? wide : bits;
}

// Whether every bit of `inner` is known to be a bit of `outer`.
bool is_subset(llvm::Value* inner, llvm::Value* outer, unsigned depth = 6) {
  if (inner == outer) return true;
  if (depth == 0) return false;
  llvm::Value* a = nullptr;
  llvm::Value* b = nullptr;
  if (match(inner, m_And(m_Value(a), m_Value(b))))
    return is_subset(a, outer, depth - 1) || is_subset(b, outer, depth - 1);
  // running & ~leaving, as InstCombine writes it
  if (match(inner, m_Xor(m_Value(a), m_Value(b)))) {
    if (match(a, m_c_And(m_Specific(b), m_Value()))) return is_subset(b, outer, depth - 1);
    if (match(b, m_c_And(m_Specific(a), m_Value()))) return is_subset(a, outer, depth - 1);
  }
  if (auto* phi = llvm::dyn_cast<llvm::PHINode>(inner)) {
    return llvm::all_of(phi->incoming_values(), [&](llvm::Value* each) { return is_subset(each, outer, depth - 1); });
  }
  const llvm::APInt* count = nullptr;
  if (match(inner, m_LShr(m_Value(a), m_APInt(count)))) {
    const llvm::APInt* other = nullptr;
    return match(outer, m_LShr(m_Value(b), m_APInt(other))) && *count == *other && is_subset(a, b, depth - 1);
  }
  return false;
}

unsigned count_lanes(llvm::Type* type) {
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector == nullptr ? 0 : vector->getNumElements();
}

// Whether lane i of the result depends only on lane i of the operands.
bool is_lane_wise(const llvm::Instruction& instruction) {
  const unsigned lanes = count_lanes(instruction.getType());
  if (lanes == 0) return false;
  if (auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) return count_lanes(cast->getSrcTy()) == lanes;
  if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    switch (call->getIntrinsicID()) {
      case llvm::Intrinsic::fma:
      case llvm::Intrinsic::sqrt:
      case llvm::Intrinsic::fabs:
      case llvm::Intrinsic::floor:
      case llvm::Intrinsic::ceil:
      case llvm::Intrinsic::trunc:
      case llvm::Intrinsic::roundeven: return true;
      default: return false;
    }
  }
  // Division is undefined for some operands that a disabled channel might have.
  if (auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) return !binary->isIntDivRem();
  return llvm::isa<llvm::UnaryOperator, llvm::CmpInst, llvm::SelectInst>(instruction);
}

class DemandedLanes {
 public:
  void run(llvm::Function& function) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (!is_lane_wise(instruction)) continue;
      llvm::Value* demanded = find_demanded(instruction, kDepth);
      if (demanded == nullptr) continue;
      for (llvm::Use& operand : instruction.operands()) narrow(operand, demanded, count_lanes(instruction.getType()));
    }
  }

 private:
  static constexpr unsigned kDepth = 8;

  // Returns the channels of `value`, as bits, that its users demand; null if they may demand all.
  llvm::Value* find_demanded(llvm::Instruction& value, unsigned depth) {
    if (depth == 0 || value.use_empty()) return nullptr;
    const auto known = known_.find(&value);
    if (known != known_.end()) return known->second;
    llvm::Value* all = nullptr;
    for (const llvm::Use& use : value.uses()) {
      llvm::Value* one = demanded_by(use, depth);
      if (one == nullptr || (all != nullptr && all != one)) {
        all = nullptr;
        break;
      }
      all = one;
    }
    known_[&value] = all;
    return all;
  }

  llvm::Value* demanded_by(const llvm::Use& use, unsigned depth) {
    auto* user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
    if (user == nullptr) return nullptr;
    if (auto* select = llvm::dyn_cast<llvm::SelectInst>(user)) {
      if (use.getOperandNo() == 1)
        if (llvm::Value* bits = mask_bits(select->getCondition())) return bits;
    }
    const unsigned lanes = count_lanes(use->getType());
    // A comparison whose bits go to a flag register: only running channels are demanded.
    if (auto* cast = llvm::dyn_cast<llvm::BitCastInst>(user); cast != nullptr && cast->getType()->isIntegerTy(lanes)) {
      llvm::Instruction* extended = cast;
      while (extended->hasOneUse() && llvm::isa<llvm::ZExtInst>(*extended->user_begin()))
        extended = llvm::cast<llvm::Instruction>(*extended->user_begin());
      if (!extended->hasOneUse()) return nullptr;
      llvm::Value* channels = nullptr;
      return match(*extended->user_begin(), m_c_And(m_Specific(extended), m_Value(channels))) ? channels : nullptr;
    }
    if (!is_lane_wise(*user) || count_lanes(user->getType()) != lanes) return nullptr;
    return find_demanded(*user, depth - 1);
  }

  static void narrow(llvm::Use& operand, llvm::Value* demanded, unsigned lanes) {
    llvm::Value* value = operand.get();
    llvm::Value* cast = nullptr;
    if (match(value, m_BitCast(m_Value(cast))) && count_lanes(cast->getType()) == lanes) value = cast;
    auto* select = llvm::dyn_cast<llvm::SelectInst>(value);
    if (select == nullptr) return;
    llvm::Value* mask = mask_bits(select->getCondition());
    if (mask == nullptr || !is_subset(demanded, mask)) return;
    llvm::Value* narrowed = select->getTrueValue();
    if (narrowed->getType() != operand->getType()) {
      llvm::Value* plain = nullptr;
      if (match(narrowed, m_BitCast(m_Value(plain))) && plain->getType() == operand->getType())
        narrowed = plain;
      else
        narrowed = llvm::CastInst::Create(llvm::Instruction::BitCast, narrowed, operand->getType(), "",
                                          llvm::cast<llvm::Instruction>(operand.getUser()));
    }
    operand.set(narrowed);
  }

  std::map<const llvm::Instruction*, llvm::Value*> known_;
};

}  // namespace

void narrow_to_demanded_lanes(llvm::Function& function) { DemandedLanes().run(function); }

}  // namespace eugene::jit
