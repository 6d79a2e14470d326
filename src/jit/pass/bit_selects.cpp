#include "jit/pass/bit_selects.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include <vector>

#include "jit/hidden_constant.h"

namespace eugene::jit {
namespace {

using namespace llvm::PatternMatch;

// Looks through bit casts. Returns the `and` with a constant vector, or null if `value` is something else.
llvm::Instruction* masked(llvm::Value* value) {
  while (auto* cast = llvm::dyn_cast<llvm::BitCastInst>(value)) value = cast->getOperand(0);
  llvm::Constant* mask = nullptr;
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (instruction == nullptr || !instruction->getType()->isVectorTy()) return nullptr;
  return match(instruction, m_And(m_Value(), m_Constant(mask))) ? instruction : nullptr;
}

// Hides the constant, which LLVM makes the second operand.
void hide_mask(llvm::Instruction& masking) {
  auto* mask = llvm::dyn_cast<llvm::Constant>(masking.getOperand(1));
  if (mask == nullptr) return;  // already hidden
  llvm::IRBuilder<> ir(&masking);
  masking.setOperand(1, hidden_constant(ir, mask, "mask"));
}

}  // namespace

void hide_bit_selects(llvm::Function& function) {
  std::vector<llvm::Instruction*> masks;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    const unsigned opcode = instruction.getOpcode();
    if (opcode != llvm::Instruction::Or && opcode != llvm::Instruction::Xor) continue;
    llvm::Instruction* first = masked(instruction.getOperand(0));
    llvm::Instruction* second = masked(instruction.getOperand(1));
    // An exclusive or can also be a select: ((x ^ y) & C) ^ y.
    if (opcode == llvm::Instruction::Or && (first == nullptr || second == nullptr)) continue;
    for (llvm::Instruction* each : {first, second})
      if (each != nullptr) masks.push_back(each);
  }
  for (llvm::Instruction* each : masks) hide_mask(*each);
}

}  // namespace eugene::jit
