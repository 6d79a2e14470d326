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
constexpr llvm::StringLiteral kRow = "eugene.row";
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

// Each element of a vector minus the first element of the vector. If there are rows (jit/message/message_rows.cpp),
// each element minus the first element of its row.
struct Compared {
  Distances below;
  llvm::SmallVector<int> rows;  // the first element of each element's row; empty: no rows
};

// Returns nothing if `value` has no such differences.
std::optional<Compared> find_compared(llvm::Value* value) {
  llvm::Value* vector = nullptr;
  llvm::Value* other = nullptr;
  if (!match(value, m_Sub(m_Value(vector), m_Value(other)))) return std::nullopt;
  const auto element = m_ExtractElt(m_Specific(vector), m_ZeroInt());
  if (match(other, m_Shuffle(m_InsertElt(m_Value(), element, m_ZeroInt()), m_Value(), m_ZeroMask())))
    return Compared{.below = distances_in(vector), .rows = {}};
  const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(other);
  if (shuffle == nullptr || shuffle->getOperand(0) != vector) return std::nullopt;
  std::optional<Compared> found = find_compared(vector);
  if (!found || !found->rows.empty()) return std::nullopt;
  found->rows.assign(shuffle->getShuffleMask().begin(), shuffle->getShuffleMask().end());
  return found;
}

// Returns the differences of `below.vector`. The original vector is shifted left by `below.shift`, which loses that
// many high bits, so only the other bits of the differences count.
llvm::Value* differences_of(const Compared& compared, llvm::IRBuilder<>& ir) {
  llvm::Value* found = Differences(ir).of(compared.below.vector);
  if (found == nullptr) return llvm::Constant::getNullValue(compared.below.vector->getType());
  return compared.rows.empty() ? found : ir.CreateSub(found, ir.CreateShuffleVector(found, compared.rows));
}

// Shares a comparison with a constant.
void share(llvm::ICmpInst& comparison, const Compared& compared, llvm::Constant& steps) {
  const Distances& below = compared.below;
  llvm::Constant* unshifted = shifted_back(steps, below.shift);
  if (unshifted == nullptr) return;
  llvm::IRBuilder<> ir(&comparison);
  llvm::Value* differences = differences_of(compared, ir);
  llvm::Type* type = differences->getType();
  const unsigned bits = type->getScalarSizeInBits();
  if (below.shift != 0) {
    const llvm::APInt low_bits = llvm::APInt::getLowBitsSet(bits, bits - below.shift);
    differences = ir.CreateAnd(differences, llvm::ConstantInt::get(type, low_bits));
  }
  comparison.replaceAllUsesWith(ir.CreateICmp(comparison.getPredicate(), differences, unshifted));
}

// Shares a comparison with multiples of `step`.
void share(llvm::ICmpInst& comparison, const Compared& compared, llvm::CallInst& step, llvm::Constant& factors) {
  const Distances& below = compared.below;
  llvm::IRBuilder<> ir(&step);
  llvm::Value* differences = differences_of(compared, ir);
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
  if (!comparison.isEquality() || !llvm::isa<llvm::FixedVectorType>(comparison.getOperand(0)->getType())) return;
  const std::optional<Compared> compared = find_compared(comparison.getOperand(0));
  if (!compared) return;
  llvm::Constant* constant = nullptr;
  if (llvm::CallInst* step = match_step(comparison.getOperand(1), constant))
    share(comparison, *compared, *step, *constant);
  else if (match(comparison.getOperand(1), m_Constant(constant)))
    share(comparison, *compared, *constant);
}

// Returns a call of a function without a definition. Its name begins with `name`.
llvm::CallInst* create_call(llvm::IRBuilderBase& ir, llvm::StringRef name, llvm::ArrayRef<llvm::Value*> arguments) {
  llvm::Module& module = *ir.GetInsertBlock()->getModule();
  auto* vector = llvm::cast<llvm::FixedVectorType>(arguments.front()->getType());
  std::vector<llvm::Type*> types;
  for (const llvm::Value* each : arguments) types.push_back(each->getType());
  auto* type = llvm::FunctionType::get(vector->getElementType(), types, false);
  const std::string whole =
      (name + llvm::Twine(vector->getNumElements()) + "x" + llvm::Twine(vector->getScalarSizeInBits())).str();
  auto* function = llvm::cast<llvm::Function>(module.getOrInsertFunction(whole, type).getCallee());
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->setWillReturn();
  function->setSpeculatable();
  return ir.CreateCall(function, arguments);
}

bool is_call(const llvm::Value* value, llvm::StringRef name) {
  const auto* call = llvm::dyn_cast_or_null<llvm::CallInst>(value);
  return call != nullptr && call->getCalledFunction() != nullptr &&
         std::string_view(call->getCalledFunction()->getName()).starts_with(std::string_view(name));
}

// Changes a call of create_row(), so that messages share it.
void share(llvm::CallInst& row) {
  const auto compared = find_compared(row.getArgOperand(0));
  const std::uint64_t usual = llvm::cast<llvm::ConstantInt>(usual_row(row))->getZExtValue();
  if (!compared || usual % (std::uint64_t{1} << compared->below.shift) != 0) return;
  llvm::IRBuilder<> ir(&row);
  llvm::Value* differences = differences_of(*compared, ir);
  llvm::Value* unshifted = nullptr;
  if (const auto* known = llvm::dyn_cast<llvm::Constant>(differences))
    unshifted = known->getAggregateElement(kRowLanes);
  else
    unshifted = create_row(ir, differences, usual >> compared->below.shift);
  row.replaceAllUsesWith(ir.CreateShl(unshifted, compared->below.shift));
  row.eraseFromParent();
}

}  // namespace

llvm::CallInst* create_step(llvm::IRBuilderBase& ir, llvm::Value* differences) {
  return create_call(ir, kStep, {differences});
}
bool is_step_call(const llvm::Value* value) { return is_call(value, kStep); }

llvm::CallInst* create_row(llvm::IRBuilderBase& ir, llvm::Value* differences, std::uint64_t usual) {
  return create_call(ir, kRow, {differences, llvm::ConstantInt::get(differences->getType()->getScalarType(), usual)});
}
bool is_row_call(const llvm::Value* value) { return is_call(value, kRow); }
llvm::Constant* usual_row(const llvm::CallInst& row) { return llvm::cast<llvm::Constant>(row.getArgOperand(1)); }

llvm::Value* record_row(llvm::CallInst& row) {
  llvm::IRBuilder<> ir(&row);
  return ir.CreateExtractElement(row.getArgOperand(0), kRowLanes);
}

void expand_rows(llvm::Module& module) {
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (!std::string_view(function.getName()).starts_with(std::string_view(kRow))) continue;
    for (llvm::User* user : llvm::make_early_inc_range(function.users())) {
      auto* row = llvm::cast<llvm::CallInst>(user);
      row->replaceAllUsesWith(record_row(*row));
      row->eraseFromParent();
    }
    function.eraseFromParent();
  }
}

void mark_case(llvm::BranchInst& branch) { branch.setMetadata(kCase, llvm::MDNode::get(branch.getContext(), {})); }

bool is_case(const llvm::BranchInst& branch) { return branch.getMetadata(kCase) != nullptr; }

void share_contiguity_checks(llvm::Function& function) {
  std::vector<llvm::ICmpInst*> comparisons;
  std::vector<llvm::CallInst*> rows;
  for (llvm::Instruction& each : llvm::instructions(function)) {
    if (auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&each)) comparisons.push_back(comparison);
    if (is_row_call(&each)) rows.push_back(llvm::cast<llvm::CallInst>(&each));
  }
  for (llvm::ICmpInst* each : comparisons) share(*each);
  for (llvm::CallInst* each : rows) share(*each);
}

}  // namespace eugene::jit
