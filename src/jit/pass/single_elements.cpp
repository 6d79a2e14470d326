#include "jit/pass/single_elements.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <vector>

namespace eugene::jit {
namespace {

// Returns element `index` of `vector`, computed from elements of its operands where possible.
llvm::Value* find_element(llvm::IRBuilder<>& ir, llvm::Value* vector, unsigned index, unsigned depth) {
  const auto element_of = [&](llvm::Value* operand, unsigned at) { return find_element(ir, operand, at, depth - 1); };
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(vector);
  if (depth == 0 || instruction == nullptr) return ir.CreateExtractElement(vector, index);
  const auto lanes = [](llvm::Value* of) { return llvm::cast<llvm::FixedVectorType>(of->getType())->getNumElements(); };
  if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(instruction))
    return ir.CreateBinOp(operation->getOpcode(), element_of(operation->getOperand(0), index),
                          element_of(operation->getOperand(1), index));
  if (auto* conversion = llvm::dyn_cast<llvm::CastInst>(instruction)) {
    auto* from = llvm::dyn_cast<llvm::FixedVectorType>(conversion->getSrcTy());
    if (from != nullptr && from->getNumElements() == lanes(vector))
      return ir.CreateCast(conversion->getOpcode(), element_of(conversion->getOperand(0), index),
                           vector->getType()->getScalarType());
  }
  if (auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(instruction)) {
    const int from = shuffle->getMaskValue(index);
    const auto first = static_cast<int>(lanes(shuffle->getOperand(0)));
    if (from >= 0) return element_of(shuffle->getOperand(from < first ? 0 : 1), static_cast<unsigned>(from % first));
  }
  if (auto* insertion = llvm::dyn_cast<llvm::InsertElementInst>(instruction)) {
    const auto* at = llvm::dyn_cast<llvm::ConstantInt>(insertion->getOperand(2));
    if (at != nullptr && at->equalsInt(index)) return insertion->getOperand(1);
    if (at != nullptr) return element_of(insertion->getOperand(0), index);
  }
  auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction);
  if (load != nullptr && load->hasMetadata(llvm::LLVMContext::MD_invariant_load)) {
    llvm::Type* element = vector->getType()->getScalarType();
    auto* scalar =
        ir.CreateAlignedLoad(element, ir.CreateConstInBoundsGEP1_32(element, load->getPointerOperand(), index),
                             llvm::Align(element->getScalarSizeInBits() / 8));
    scalar->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(ir.getContext(), {}));
    return scalar;
  }
  return ir.CreateExtractElement(vector, index);
}

}  // namespace

void compute_single_elements(llvm::Function& function) {
  constexpr unsigned kDepth = 16;
  std::vector<llvm::ExtractElementInst*> extractions;
  for (llvm::Instruction& each : llvm::instructions(function))
    if (auto* extraction = llvm::dyn_cast<llvm::ExtractElementInst>(&each)) extractions.push_back(extraction);
  for (llvm::ExtractElementInst* each : extractions) {
    const auto* index = llvm::dyn_cast<llvm::ConstantInt>(each->getIndexOperand());
    if (index == nullptr || !each->getType()->isIntegerTy()) continue;
    llvm::IRBuilder<> ir(each);
    each->replaceAllUsesWith(
        find_element(ir, each->getVectorOperand(), static_cast<unsigned>(index->getZExtValue()), kDepth));
  }
}

}  // namespace eugene::jit
