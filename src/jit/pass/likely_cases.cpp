#include "jit/pass/likely_cases.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <ranges>
#include <set>
#include <utility>
#include <vector>

#include "base/bits.h"
#include "jit/pass/contiguity.h"
#include "jit/pass/direct_loop.h"

namespace eugene::jit {
namespace {

using namespace llvm::PatternMatch;

// Maximum number of operations between IDs and a comparison.
constexpr unsigned kDepth = 16;

// The local IDs from which offsets are computed and which most often differ between neighbouring channels.
struct FastIds {
  std::int64_t place;        // where the IDs are in the payload, in bytes
  std::uint64_t factor = 0;  // the number by which offsets multiply the IDs, modulo 2^64; 0: not a constant

  FastIds times(std::uint64_t constant) const { return {.place = place, .factor = factor * constant}; }
};

std::optional<FastIds> find_ids(llvm::Value* value, unsigned depth = kDepth);

// Returns the IDs of the sum a + b * factor_of_b. If both have IDs, those that are first in the payload count: a
// payload begins with the IDs x, which differ between neighbouring channels, while the IDs y and z are mostly equal.
std::optional<FastIds> find_ids_of_sum(llvm::Value* a, llvm::Value* b, std::uint64_t factor_of_b, unsigned depth) {
  const std::optional<FastIds> of_a = find_ids(a, depth);
  std::optional<FastIds> of_b = find_ids(b, depth);
  if (of_b) of_b = of_b->times(factor_of_b);
  if (!of_a || !of_b) return of_a ? of_a : of_b;
  if (of_a->place != of_b->place) return of_a->place < of_b->place ? of_a : of_b;
  const bool are_constants = of_a->factor != 0 && of_b->factor != 0;
  return FastIds{.place = of_a->place, .factor = are_constants ? of_a->factor + of_b->factor : 0};
}

// Assumes that every vector that is loaded and then extended with zeros has IDs. Ignores masks, and right shifts that
// undo a left shift. A wrong result only costs speed, because the code still tests exactly whether a case holds.
std::optional<FastIds> find_ids(llvm::Value* value, unsigned depth) {
  llvm::Value* a = nullptr;
  llvm::Value* b = nullptr;
  const llvm::APInt* constant = nullptr;
  if (depth-- == 0) return std::nullopt;
  if (match(value, m_ZExt(m_Load(m_Value(a))))) {
    llvm::APInt place(64, 0);
    a->stripAndAccumulateConstantOffsets(llvm::cast<llvm::Instruction>(value)->getModule()->getDataLayout(), place,
                                         true);
    return FastIds{.place = place.getSExtValue(), .factor = 1};
  }
  if (match(value, m_AShr(m_Shl(m_Value(a), m_APInt(constant)), m_Constant()))) return find_ids(a, depth);
  if (match(value, m_And(m_Value(a), m_APInt(constant)))) return find_ids(a, depth);
  if (match(value, m_Shl(m_Value(a), m_APInt(constant)))) {
    const auto ids = find_ids(a, depth);
    if (!ids || !constant->ult(32)) return std::nullopt;
    return ids->times(std::uint64_t{1} << constant->getZExtValue());
  }
  if (match(value, m_Mul(m_Value(a), m_Value(b)))) {
    const bool is_constant = match(b, m_APInt(constant));
    std::optional<FastIds> ids = find_ids(a, depth);
    if (!ids) ids = find_ids(b, depth);
    return ids ? ids->times(is_constant ? static_cast<std::uint64_t>(constant->getSExtValue()) : 0) : ids;
  }
  if (match(value, m_Sub(m_Value(a), m_Value(b)))) {
    if (llvm::isSplatValue(b)) return find_ids(a, depth);
    return find_ids_of_sum(a, b, ~std::uint64_t{0}, depth);  // minus one
  }
  if (match(value, m_Add(m_Value(a), m_Value(b))) || match(value, m_Or(m_Value(a), m_Value(b))))
    return find_ids_of_sum(a, b, 1, depth);
  return std::nullopt;
}

// Returns the constant factor of the IDs, modulo 2^n for elements of n bits; 0 if there is none.
std::uint64_t find_factor(llvm::Value* differences) {
  const std::optional<FastIds> ids = find_ids(differences);
  const unsigned bits = differences->getType()->getScalarSizeInBits();
  return ids ? ids->factor & low_mask(bits) : 0;
}

// Whether the vector has multiples of the result of create_step().
bool has_multiples_of_step(llvm::Value* vector) {
  llvm::Value* all = nullptr;
  return match(vector, m_Mul(m_Value(all), m_Constant())) && is_step_call(llvm::getSplatValue(all));
}

// The test of a case.
struct Case {
  llvm::BranchInst* branch;           // to the case, or to the next test
  llvm::Value* differences;           // between the channels' offsets and the first one, which the test compares
  std::optional<std::uint64_t> step;  // between neighbouring channels, if the case holds; nothing: any step

  llvm::BasicBlock* test() const { return branch->getParent(); }
  // The step and the factor have the unit of `differences`: bytes, or 2^n bytes if offsets are shifted left by n.
  bool is_likely() const { return step && *step != 0 && *step == find_factor(differences); }
};

std::optional<Case> find_case(llvm::BasicBlock& block) {
  auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (branch == nullptr || branch->isUnconditional() || !is_case(*branch)) return std::nullopt;
  // Only the test leads to the case.
  if (branch->getSuccessor(0)->getSinglePredecessor() == nullptr) return std::nullopt;
  std::optional<Case> found;
  unsigned comparisons = 0;
  visit_parts(branch->getCondition(), true, [&](llvm::Instruction& part, bool result) {
    llvm::ICmpInst::Predicate predicate{};
    llvm::ICmpInst::Predicate differs{};
    llvm::Value* differences = nullptr;
    llvm::Value* steps = nullptr;
    const auto are_different = m_ICmp(differs, m_Value(differences), m_Value(steps));
    if (!result || !match(&part, m_ICmp(predicate, m_BitCast(are_different), m_Zero()))) return;
    if (predicate != llvm::ICmpInst::ICMP_EQ || differs != llvm::ICmpInst::ICMP_NE) return;
    ++comparisons;
    if (has_multiples_of_step(differences)) std::swap(differences, steps);
    if (has_multiples_of_step(steps)) {
      found = Case{.branch = branch, .differences = differences, .step = std::nullopt};
    } else if (const auto* all = llvm::dyn_cast<llvm::Constant>(steps)) {
      const auto* step = llvm::dyn_cast_or_null<llvm::ConstantInt>(all->getAggregateElement(1U));
      if (step != nullptr && step->getValue().getActiveBits() <= 64)
        found = Case{.branch = branch, .differences = differences, .step = step->getZExtValue()};
    }
  });
  return comparisons == 1 ? found : std::nullopt;
}

// Returns the test that follows if the case of `test` does not hold.
std::optional<Case> find_next(const Case& test) {
  llvm::BasicBlock& block = *test.branch->getSuccessor(1);
  const auto is_test = [](llvm::Instruction& each) {
    return each.isTerminator() || is_step_call(&each) || computes_anywhere(each);
  };
  if (block.getSinglePredecessor() == nullptr || !llvm::all_of(block, is_test)) return std::nullopt;
  return find_case(block);
}

// Returns the cases to keep, in the order in which the code tests them. A thread for which only another case holds
// gives up (jit/record/direct_threads.h). If the factor of the IDs is not a constant, no case is more likely than the
// others, so all cases are kept.
std::vector<Case> choose(const std::vector<Case>& cases) {
  const auto is_strided = [](const Case& each) { return !each.step; };
  std::vector<Case> kept;
  const auto likely = std::ranges::find_if(cases, &Case::is_likely);
  if (likely != cases.end()) {
    kept.push_back(*likely);
    // The code for `strided` is long.
    for (auto each = cases.begin(); each != cases.end(); ++each)
      if (each != likely && !is_strided(*each)) kept.push_back(*each);
    return kept;
  }
  const auto strided = std::ranges::find_if(cases, is_strided);
  if (strided == cases.end() || find_factor(strided->differences) == 0) return cases;
  kept.push_back(*strided);
  // Channels may have equal IDs, so the case of one element is kept too. Channels rarely have IDs whose distance makes
  // elements contiguous or overlapping, so these cases are not kept.
  std::ranges::copy_if(cases, std::back_inserter(kept), [](const Case& each) { return each.step == 0U; });
  return kept;
}

// Changes the branches of `cases`: they test the cases in `kept`, in this order, and no others.
void replace(const std::vector<Case>& cases, const std::vector<Case>& kept) {
  // All conditions are computed before the first branch, so that any order is possible.
  llvm::BranchInst& first = *cases.front().branch;
  for (const Case& each : cases | std::views::drop(1)) {
    while (&each.test()->front() != each.branch) {
      llvm::Instruction& computed = each.test()->front();
      computed.dropPoisonGeneratingFlags();  // no branch guards it any more
      computed.moveBefore(&first);
    }
  }
  struct Target {
    llvm::Value* condition;
    llvm::BasicBlock* block;
  };
  std::vector<Target> targets;
  for (const Case& each : kept) targets.push_back({each.branch->getCondition(), each.branch->getSuccessor(0)});
  llvm::BasicBlock* if_none_holds = cases.back().branch->getSuccessor(1);
  if_none_holds->replacePhiUsesWith(cases.back().test(), cases[kept.size() - 1].test());
  for (std::size_t i = 0; i < kept.size(); ++i) targets[i].block->replacePhiUsesWith(kept[i].test(), cases[i].test());
  for (std::size_t i = 0; i < kept.size(); ++i) {
    cases[i].branch->setCondition(targets[i].condition);
    cases[i].branch->setSuccessor(0, targets[i].block);
  }
  cases[kept.size() - 1].branch->setSuccessor(1, if_none_holds);
  // Nothing leads to the other tests.
  for (const Case& each : cases | std::views::drop(kept.size())) {
    new llvm::UnreachableInst(each.branch->getContext(), each.test());
    each.branch->eraseFromParent();
  }
}

// Replaces each call of create_step(): by the factor of the IDs if the factor is a constant, otherwise by the
// difference between channels 1 and 0.
void replace_steps(llvm::Function& function) {
  for (llvm::Instruction& each : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (!is_step_call(&each)) continue;
    llvm::Value* differences = each.getOperand(0);
    llvm::IRBuilder<> ir(&each);
    const std::uint64_t factor = find_factor(differences);
    each.replaceAllUsesWith(factor != 0 ? llvm::ConstantInt::get(each.getType(), factor)
                                        : ir.CreateExtractElement(differences, 1));
    each.eraseFromParent();
  }
}

}  // namespace

void choose_likely_cases(llvm::Function& function) {
  std::set<const llvm::BasicBlock*> later;  // tests that are not the first of their message
  for (llvm::BasicBlock& block : function) {
    if (later.contains(&block)) continue;
    std::vector<Case> cases;
    for (std::optional<Case> next = find_case(block); next && later.insert(next->test()).second;
         next = find_next(*next))
      cases.push_back(*next);
    if (cases.empty()) continue;
    const std::vector<Case> kept = choose(cases);
    if (!std::ranges::equal(cases, kept, {}, &Case::branch, &Case::branch)) replace(cases, kept);
  }
  replace_steps(function);
  llvm::EliminateUnreachableBlocks(function);
}

}  // namespace eugene::jit
