#include "jit/pass/single_elements.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <map>
#include <utility>
#include <vector>

namespace eugene::jit {
namespace {

unsigned length(const llvm::Value* vector) {
  return llvm::cast<llvm::FixedVectorType>(vector->getType())->getNumElements();
}

// Computes an element of a vector from elements of its operands, at the place of `ir`.
class SingleElement {
 public:
  explicit SingleElement(llvm::IRBuilder<>& ir) : ir_(ir) {}

  llvm::Value* of(llvm::Value* vector, unsigned index) {
    if (const auto known = known_.find({vector, index}); known != known_.end()) return known->second;
    llvm::Value* found = left_ == 0 ? nullptr : compute(vector, index);
    if (found == nullptr) found = ir_.CreateExtractElement(vector, index);
    return known_[{vector, index}] = found;
  }

 private:
  // Returns null if only an extraction can give the element.
  llvm::Value* compute(llvm::Value* vector, unsigned index) {
    --left_;
    if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(vector)) {
      llvm::Value* a = of(operation->getOperand(0), index);
      return ir_.CreateBinOp(operation->getOpcode(), a, of(operation->getOperand(1), index));
    }
    if (auto* conversion = llvm::dyn_cast<llvm::CastInst>(vector)) {
      const auto* from = llvm::dyn_cast<llvm::FixedVectorType>(conversion->getSrcTy());
      if (from == nullptr || from->getNumElements() != length(vector)) return nullptr;
      llvm::Value* element = of(conversion->getOperand(0), index);
      return ir_.CreateCast(conversion->getOpcode(), element, vector->getType()->getScalarType());
    }
    if (auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(vector)) {
      const int from = shuffle->getMaskValue(index);
      const auto first = static_cast<int>(length(shuffle->getOperand(0)));
      if (from < 0) return nullptr;
      return of(shuffle->getOperand(from < first ? 0 : 1), static_cast<unsigned>(from % first));
    }
    if (auto* insertion = llvm::dyn_cast<llvm::InsertElementInst>(vector)) {
      const auto* at = llvm::dyn_cast<llvm::ConstantInt>(insertion->getOperand(2));
      if (at == nullptr) return nullptr;
      return at->equalsInt(index) ? insertion->getOperand(1) : of(insertion->getOperand(0), index);
    }
    auto* load = llvm::dyn_cast<llvm::LoadInst>(vector);
    return load == nullptr ? nullptr : load_element(*load, index);
  }

  // Memory that does not change can be loaded at the place of the extraction.
  llvm::Value* load_element(const llvm::LoadInst& load, unsigned index) {
    llvm::Type* element = load.getType()->getScalarType();
    const unsigned bits = element->getScalarSizeInBits();
    if (!load.hasMetadata(llvm::LLVMContext::MD_invariant_load) || bits == 0 || bits % 8 != 0) return nullptr;
    auto* place = const_cast<llvm::Value*>(load.getPointerOperand());
    auto* scalar = ir_.CreateAlignedLoad(element, ir_.CreateConstInBoundsGEP1_32(element, place, index),
                                         llvm::commonAlignment(load.getAlign(), std::uint64_t{index} * bits / 8));
    scalar->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(ir_.getContext(), {}));
    return scalar;
  }

  llvm::IRBuilder<>& ir_;
  std::map<std::pair<llvm::Value*, unsigned>, llvm::Value*> known_;
  unsigned left_ = 64;  // limit on the operations followed
};

}  // namespace

void compute_single_elements(llvm::Function& function) {
  std::vector<llvm::ExtractElementInst*> extractions;
  for (llvm::Instruction& each : llvm::instructions(function))
    if (auto* extraction = llvm::dyn_cast<llvm::ExtractElementInst>(&each)) extractions.push_back(extraction);
  for (llvm::ExtractElementInst* each : extractions) {
    const auto* index = llvm::dyn_cast<llvm::ConstantInt>(each->getIndexOperand());
    if (index == nullptr || !each->getType()->isIntegerTy()) continue;
    llvm::IRBuilder<> ir(each);
    const auto at = static_cast<unsigned>(index->getZExtValue());
    each->replaceAllUsesWith(SingleElement(ir).of(each->getVectorOperand(), at));
  }
}

}  // namespace eugene::jit
