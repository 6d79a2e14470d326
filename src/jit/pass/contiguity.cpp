#include "jit/pass/contiguity.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace eugene::jit {
namespace {

using namespace llvm::PatternMatch;

constexpr llvm::StringLiteral kStep = "eugene.step";
constexpr llvm::StringLiteral kCase = "eugene.case";  // a kind of metadata

// Maximum number of definitions to follow: unreachable code may have cyclic definitions.
constexpr unsigned kDepth = 32;

// A vector whose differences between lanes, shifted left by `shift`, are those of the original vector, modulo 2^n.
struct Distances {
  llvm::Value* vector;
  unsigned shift = 0;
};

// If one operand of `value` is uniform, returns the other one, which has the same differences between lanes; otherwise
// null.
llvm::Value* without_uniform_addend(llvm::Value* value) {
  llvm::Value* a = nullptr;
  llvm::Value* b = nullptr;
  if (match(value, m_Add(m_Value(a), m_Value(b)))) {
    if (llvm::isSplatValue(b)) return a;
    if (llvm::isSplatValue(a)) return b;
  }
  if (match(value, m_Sub(m_Value(a), m_Value(b))) && llvm::isSplatValue(b)) return a;
  return nullptr;
}

// Returns the initial value of a loop variable, if the loop only adds uniform values to it.
llvm::Value* find_start(llvm::PHINode& phi) {
  llvm::Value* start = nullptr;
  for (llvm::Value* incoming : phi.incoming_values()) {
    llvm::Value* below = incoming;
    for (unsigned i = 0; i < kDepth && below != nullptr && below != &phi; ++i) below = without_uniform_addend(below);
    if (below == &phi) continue;
    if (start != nullptr && start != incoming) return nullptr;
    start = incoming;
  }
  return start;
}

Distances distances_in(llvm::Value* value) {
  Distances found{value};
  for (unsigned i = 0; i < kDepth; ++i) {
    const llvm::APInt* count = nullptr;
    llvm::Value* below = without_uniform_addend(found.vector);
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(found.vector); phi != nullptr) below = find_start(*phi);
    if (below == nullptr && match(found.vector, m_Shl(m_Value(below), m_APInt(count)))) {
      const unsigned bits = found.vector->getType()->getScalarSizeInBits();
      if (found.shift + count->getLimitedValue(bits) >= bits) return found;
      found.shift += static_cast<unsigned>(count->getZExtValue());
    }
    if (below == nullptr) return found;
    found.vector = below;
  }
  return found;
}

// Computes the differences between a vector's elements and its first element, modulo 2^n, from the differences of its
// operands. Uniform addends are left out wherever they are: ((z + 1) * n + y) * n + x has the same differences without
// the 1.
class Differences {
 public:
  explicit Differences(llvm::IRBuilder<>& ir) : ir_(ir) {}

  // Returns null if all differences are zero, because `value` is uniform.
  llvm::Value* of(llvm::Value* value) {
    if (llvm::isSplatValue(value)) return nullptr;
    llvm::Value* a = nullptr;
    llvm::Value* b = nullptr;
    if (left_ == 0) return of_elements(value);
    --left_;
    if (match(value, m_Add(m_Value(a), m_Value(b)))) return sum(of(a), of(b));
    if (match(value, m_Sub(m_Value(a), m_Value(b)))) {
      llvm::Value* subtracted = of(b);
      return sum(of(a), subtracted == nullptr ? nullptr : ir_.CreateNeg(subtracted));
    }
    const auto is_uniform = [](llvm::Value* factor) { return llvm::isSplatValue(factor); };
    if (match(value, m_Shl(m_Value(a), m_Value(b))) && is_uniform(b)) {
      llvm::Value* shifted = of(a);
      return shifted == nullptr ? nullptr : ir_.CreateShl(shifted, b);
    }
    if (match(value, m_Mul(m_Value(a), m_Value(b))) && (is_uniform(a) || is_uniform(b))) {
      if (!is_uniform(b)) std::swap(a, b);
      llvm::Value* multiplied = of(a);
      return multiplied == nullptr ? nullptr : ir_.CreateMul(multiplied, b);
    }
    return of_elements(value);
  }

 private:
  llvm::Value* sum(llvm::Value* a, llvm::Value* b) {
    if (a == nullptr || b == nullptr) return a == nullptr ? b : a;
    return ir_.CreateAdd(a, b);
  }
  llvm::Value* of_elements(llvm::Value* value) {
    const unsigned lanes = llvm::cast<llvm::FixedVectorType>(value->getType())->getNumElements();
    return ir_.CreateSub(value, ir_.CreateShuffleVector(value, llvm::SmallVector<int>(lanes, 0)));
  }

  llvm::IRBuilder<>& ir_;
  unsigned left_ = 16;  // limit on the operations followed: a shared operand is followed each time it occurs
};

// Undoes a left shift of `steps`; null if they are not the result of one.
llvm::Constant* shifted_back(llvm::Constant& steps, unsigned shift) {
  std::vector<llvm::Constant*> found;
  const unsigned lanes = llvm::cast<llvm::FixedVectorType>(steps.getType())->getNumElements();
  for (unsigned i = 0; i < lanes; ++i) {
    auto* step = llvm::dyn_cast_or_null<llvm::ConstantInt>(steps.getAggregateElement(i));
    if (step == nullptr || step->getValue().countTrailingZeros() < shift) return nullptr;
    found.push_back(llvm::ConstantInt::get(step->getType(), step->getValue().lshr(shift)));
  }
  return llvm::ConstantVector::get(found);
}

// Returns the call of create_step() if the vector has multiples of its result; `factors` are the factors.
llvm::CallInst* match_step(llvm::Value* multiples, llvm::Constant*& factors) {
  llvm::Value* all = nullptr;
  if (!match(multiples, m_Mul(m_Value(all), m_Constant(factors)))) return nullptr;
  llvm::Value* step = llvm::getSplatValue(all);
  return is_step_call(step) ? llvm::cast<llvm::CallInst>(step) : nullptr;
}

// Returns each element of `below.vector` minus the first element. The original vector is shifted left by `below.shift`,
// which loses that many high bits, so only the other bits of the differences count.
llvm::Value* differences_of(const Distances& below, llvm::IRBuilder<>& ir) {
  llvm::Value* found = Differences(ir).of(below.vector);
  return found != nullptr ? found : llvm::Constant::getNullValue(below.vector->getType());
}

// Shares a comparison with a constant.
void share(llvm::ICmpInst& comparison, const Distances& below, llvm::Constant& steps) {
  llvm::Constant* unshifted = shifted_back(steps, below.shift);
  if (unshifted == nullptr) return;
  llvm::IRBuilder<> ir(&comparison);
  llvm::Value* differences = differences_of(below, ir);
  llvm::Type* type = differences->getType();
  const unsigned bits = type->getScalarSizeInBits();
  if (below.shift != 0) {
    const llvm::APInt low_bits = llvm::APInt::getLowBitsSet(bits, bits - below.shift);
    differences = ir.CreateAnd(differences, llvm::ConstantInt::get(type, low_bits));
  }
  comparison.replaceAllUsesWith(ir.CreateICmp(comparison.getPredicate(), differences, unshifted));
}

// Shares a comparison with multiples of `step`.
void share(llvm::ICmpInst& comparison, const Distances& below, llvm::CallInst& step, llvm::Constant& factors) {
  llvm::IRBuilder<> ir(&step);
  llvm::Value* differences = differences_of(below, ir);
  // The sign of the low bits is extended, so that negative steps are small numbers.
  if (below.shift != 0) differences = ir.CreateAShr(ir.CreateShl(differences, below.shift), below.shift);
  llvm::CallInst* unshifted = create_step(ir, differences);
  step.replaceAllUsesWith(ir.CreateShl(unshifted, below.shift));
  ir.SetInsertPoint(&comparison);
  const auto lanes = llvm::cast<llvm::FixedVectorType>(differences->getType())->getElementCount();
  llvm::Value* multiples = ir.CreateMul(ir.CreateVectorSplat(lanes, unshifted), &factors);
  comparison.replaceAllUsesWith(ir.CreateICmp(comparison.getPredicate(), differences, multiples));
}

void share(llvm::ICmpInst& comparison) {
  llvm::Value* vector = nullptr;
  llvm::Value* first = nullptr;
  if (!comparison.isEquality() || !llvm::isa<llvm::FixedVectorType>(comparison.getOperand(0)->getType())) return;
  if (!match(comparison.getOperand(0), m_Sub(m_Value(vector), m_Value(first)))) return;
  const auto element = m_ExtractElt(m_Specific(vector), m_ZeroInt());
  if (!match(first, m_Shuffle(m_InsertElt(m_Value(), element, m_ZeroInt()), m_Value(), m_ZeroMask()))) return;
  llvm::Constant* constant = nullptr;
  if (llvm::CallInst* step = match_step(comparison.getOperand(1), constant))
    share(comparison, distances_in(vector), *step, *constant);
  else if (match(comparison.getOperand(1), m_Constant(constant)))
    share(comparison, distances_in(vector), *constant);
}

}  // namespace

llvm::CallInst* create_step(llvm::IRBuilderBase& ir, llvm::Value* differences) {
  llvm::Module& module = *ir.GetInsertBlock()->getModule();
  auto* vector = llvm::cast<llvm::FixedVectorType>(differences->getType());
  auto* type = llvm::FunctionType::get(vector->getElementType(), {vector}, false);
  const std::string name = (kStep + llvm::Twine(vector->getNumElements())).str();
  auto* function = llvm::cast<llvm::Function>(module.getOrInsertFunction(name, type).getCallee());
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->setWillReturn();
  function->setSpeculatable();
  return ir.CreateCall(function, differences);
}

bool is_step_call(const llvm::Value* value) {
  const auto* call = llvm::dyn_cast_or_null<llvm::CallInst>(value);
  if (call == nullptr || call->getCalledFunction() == nullptr) return false;
  return std::string_view(call->getCalledFunction()->getName()).starts_with(std::string_view(kStep));
}

void mark_case(llvm::BranchInst& branch) { branch.setMetadata(kCase, llvm::MDNode::get(branch.getContext(), {})); }

bool is_case(const llvm::BranchInst& branch) { return branch.getMetadata(kCase) != nullptr; }

void share_contiguity_checks(llvm::Function& function) {
  std::vector<llvm::ICmpInst*> comparisons;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) comparisons.push_back(comparison);
  for (llvm::ICmpInst* each : comparisons) share(*each);
}

}  // namespace eugene::jit
