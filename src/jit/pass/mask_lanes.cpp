#include "jit/pass/mask_lanes.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace eugene::jit {
namespace {

constexpr unsigned kMaxLanes = 32;  // lanes of an instruction
constexpr unsigned kMaxDepth = 6;   // of operations that are repeated on lanes; no kernel needed more

bool has_mask_registers(const llvm::Function& function) {
  return function.getFnAttribute("target-features").getValueAsString().contains("+avx512");
}

// Returns the number of lanes of a vector of conditions; 0 if `type` is something else.
unsigned condition_lanes(llvm::Type* type) {
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector != nullptr && vector->getElementType()->isIntegerTy(1) ? vector->getNumElements() : 0;
}

bool is_bitwise(const llvm::Instruction& instruction) {
  return instruction.getOpcode() == llvm::Instruction::And || instruction.getOpcode() == llvm::Instruction::Or ||
         instruction.getOpcode() == llvm::Instruction::Xor;
}

// The lanes of one integer that is used as a mask.
class Lanes {
 public:
  explicit Lanes(llvm::BitCastInst& mask) : ir_(&mask), count_(condition_lanes(mask.getType())) {
    // A lane holds its own bit. It should have the same size as the values that the mask selects.
    constexpr unsigned kUnlessKnown = 32;
    element_bits_ = std::max(count_, kUnlessKnown);
    for (const llvm::User* user : mask.users()) {
      auto* select = llvm::dyn_cast<llvm::SelectInst>(user);
      if (select == nullptr || select->getCondition() != &mask) continue;
      element_bits_ = std::max({count_, select->getType()->getScalarSizeInBits(), 8U});
      break;
    }
  }

  // Returns the low bits of integer `bits` as conditions.
  llvm::Value* of(llvm::Value* bits, unsigned depth = 0) {
    bits = low_bits(bits);
    if (llvm::Value* compared = comparison(bits)) return compared;
    auto* operation = llvm::dyn_cast<llvm::Instruction>(bits);
    if (operation == nullptr || !is_bitwise(*operation) || !has_comparison(bits, depth)) return spread(bits);
    llvm::Value* first = of(operation->getOperand(0), depth + 1);
    llvm::Value* second = of(operation->getOperand(1), depth + 1);
    return ir_.CreateBinOp(static_cast<llvm::Instruction::BinaryOps>(operation->getOpcode()), first, second);
  }

 private:
  // Looks through casts that do not change the low bits.
  llvm::Value* low_bits(llvm::Value* bits) const {
    for (;;) {
      auto* cast = llvm::dyn_cast<llvm::CastInst>(bits);
      if (cast == nullptr ||
          (cast->getOpcode() != llvm::Instruction::Trunc && cast->getOpcode() != llvm::Instruction::ZExt))
        return bits;
      if (cast->getOperand(0)->getType()->getScalarSizeInBits() < count_) return bits;
      bits = cast->getOperand(0);
    }
  }

  // Returns the conditions that `bits` were made from; null if it is something else.
  llvm::Value* comparison(llvm::Value* bits) const {
    auto* cast = llvm::dyn_cast<llvm::BitCastInst>(bits);
    return cast != nullptr && condition_lanes(cast->getSrcTy()) == count_ ? cast->getOperand(0) : nullptr;
  }

  bool has_comparison(llvm::Value* bits, unsigned depth) const {
    bits = low_bits(bits);
    if (comparison(bits) != nullptr) return true;
    auto* operation = llvm::dyn_cast<llvm::Instruction>(bits);
    return operation != nullptr && depth < kMaxDepth && is_bitwise(*operation) &&
           (has_comparison(operation->getOperand(0), depth + 1) || has_comparison(operation->getOperand(1), depth + 1));
  }

  llvm::Value* spread(llvm::Value* bits) {
    llvm::Type* element = ir_.getIntNTy(element_bits_);
    std::vector<llvm::Constant*> own;
    for (unsigned i = 0; i < count_; ++i) own.push_back(llvm::ConstantInt::get(element, std::uint64_t{1} << i));
    llvm::Constant* each = llvm::ConstantVector::get(own);
    llvm::Value* all = ir_.CreateVectorSplat(count_, ir_.CreateZExtOrTrunc(bits, element));
    return ir_.CreateICmpEQ(ir_.CreateAnd(all, each), each);
  }

  llvm::IRBuilder<> ir_;
  unsigned count_;
  unsigned element_bits_;
};

}  // namespace

void keep_masks_in_lanes(llvm::Function& function) {
  if (has_mask_registers(function)) return;
  std::vector<llvm::BitCastInst*> masks;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* cast = llvm::dyn_cast<llvm::BitCastInst>(&instruction);
    if (cast == nullptr || !cast->getSrcTy()->isIntegerTy()) continue;
    const unsigned lanes = condition_lanes(cast->getType());
    if (lanes > 1 && lanes <= kMaxLanes) masks.push_back(cast);
  }
  for (llvm::BitCastInst* each : masks) {
    each->replaceAllUsesWith(Lanes(*each).of(each->getOperand(0)));
    each->eraseFromParent();
  }
}

}  // namespace eugene::jit
