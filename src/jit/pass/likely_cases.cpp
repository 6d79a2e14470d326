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
#include <limits>
#include <optional>
#include <ranges>
#include <set>
#include <utility>
#include <vector>

#include "base/bits.h"
#include "jit/pass/contiguity.h"
#include "jit/pass/direct_loop.h"
#include "jit/pass/known_models.h"

namespace eugene::jit {
namespace {

using namespace llvm::PatternMatch;

// Maximum number of operations between IDs and a comparison.
constexpr unsigned kDepth = 16;

// Local IDs in the computation of offsets: x, y or z. If there are several, the IDs that most often differ between
// neighbouring channels.
struct LocalIds {
  std::int64_t place;        // where the IDs are in the payload, in bytes
  std::uint64_t factor = 0;  // the number by which offsets multiply the IDs, modulo 2^64; 0: not a constant

  LocalIds times(std::uint64_t constant) const { return {.place = place, .factor = factor * constant}; }
};

std::optional<LocalIds> find_ids(llvm::Value* value, unsigned depth = kDepth);

// Returns the IDs of the sum a + b * factor_of_b. If both have IDs, those that are first in the payload count: a
// payload begins with the IDs x, which differ between neighbouring channels, while the IDs y and z are mostly equal.
std::optional<LocalIds> find_ids_of_sum(llvm::Value* a, llvm::Value* b, std::uint64_t factor_of_b, unsigned depth) {
  const std::optional<LocalIds> of_a = find_ids(a, depth);
  std::optional<LocalIds> of_b = find_ids(b, depth);
  if (of_b) of_b = of_b->times(factor_of_b);
  if (!of_a || !of_b) return of_a ? of_a : of_b;
  if (of_a->place != of_b->place) return of_a->place < of_b->place ? of_a : of_b;
  const bool are_constants = of_a->factor != 0 && of_b->factor != 0;
  return LocalIds{.place = of_a->place, .factor = are_constants ? of_a->factor + of_b->factor : 0};
}

// Assumes that every vector that is loaded and then extended with zeros has IDs. Ignores masks, conversions, and right
// shifts that undo a left shift. A wrong result only costs speed, because the code still tests exactly whether a case
// holds.
std::optional<LocalIds> find_ids(llvm::Value* value, unsigned depth) {
  llvm::Value* a = nullptr;
  llvm::Value* b = nullptr;
  const llvm::APInt* constant = nullptr;
  if (depth-- == 0) return std::nullopt;
  if (match(value, m_ZExt(m_Load(m_Value(a))))) {
    llvm::APInt place(64, 0);
    a->stripAndAccumulateConstantOffsets(llvm::cast<llvm::Instruction>(value)->getModule()->getDataLayout(), place,
                                         true);
    return LocalIds{.place = place.getSExtValue(), .factor = 1};
  }
  if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(value); cast != nullptr && cast->isIntegerCast())
    return find_ids(cast->getOperand(0), depth);
  // A vector of several, joined. Its first channels show the IDs.
  if (const auto* joined = llvm::dyn_cast<llvm::ShuffleVectorInst>(value)) {
    const llvm::ArrayRef<int> mask = joined->getShuffleMask();
    const bool is_in_order = mask.size() > 1 && mask[0] >= 0 && mask[1] == mask[0] + 1;
    const auto count = llvm::cast<llvm::FixedVectorType>(joined->getOperand(0)->getType())->getNumElements();
    if (!is_in_order) return std::nullopt;
    return find_ids(joined->getOperand(static_cast<unsigned>(mask[0]) < count ? 0 : 1), depth);
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
    std::optional<LocalIds> ids = find_ids(a, depth);
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

// Returns the constant factor of `ids`, modulo 2^n for differences of n bits; 0 if there is none.
std::uint64_t factor_of(const std::optional<LocalIds>& ids, const llvm::Value& differences) {
  return ids ? ids->factor & low_mask(differences.getType()->getScalarSizeInBits()) : 0;
}

// Where a thread's local IDs x are in the payload, in bytes. The IDs y and z follow.
struct IdsX {
  std::int64_t first = std::numeric_limits<std::int64_t>::max();
  std::int64_t bytes = 0;  // 0: not known; has() is then true for all IDs

  bool has(const LocalIds& ids) const { return bytes == 0 || ids.place < first + bytes; }
};

// Returns the likely distance between neighbouring channels; nothing if none is likely.
std::optional<std::uint64_t> find_likely_step(llvm::Value* differences, const IdsX& ids_x) {
  const std::optional<LocalIds> ids = find_ids(differences);
  if (ids && !ids_x.has(*ids)) return 0;  // neighbouring channels mostly have equal IDs y and z
  const std::uint64_t factor = factor_of(ids, *differences);
  return factor != 0 ? std::optional(factor) : std::nullopt;
}

// Whether the vector has multiples of the result of create_step().
bool has_multiples_of_step(llvm::Value* vector) {
  llvm::Value* all = nullptr;
  return match(vector, m_Mul(m_Value(all), m_Constant())) && is_step_call(llvm::getSplatValue(all));
}

// The test of a case.
struct Case {
  llvm::BranchInst* branch;  // to the case, or to the next test
  llvm::Value* differences;  // between the channels' offsets and the first one, which the test compares
  // Between neighbouring channels, if the case holds; nothing: any step. The unit is that of `differences`: bytes, or
  // 2^n bytes if offsets are shifted left by n.
  std::optional<std::uint64_t> step;

  llvm::BasicBlock* test() const { return branch->getParent(); }
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

// Returns the cases to keep if `step` is likely, in the order in which the code tests them. A thread for which only
// another case holds gives up (jit/record/direct_threads.h).
std::vector<Case> choose(const std::vector<Case>& cases, std::uint64_t step) {
  const auto is_strided = [](const Case& each) { return !each.step; };
  std::vector<Case> kept;
  const auto likely = std::ranges::find_if(cases, [&](const Case& each) { return each.step == step; });
  if (likely != cases.end()) {
    kept.push_back(*likely);
    // The code for `strided` is long.
    for (auto each = cases.begin(); each != cases.end(); ++each)
      if (each != likely && !is_strided(*each)) kept.push_back(*each);
    return kept;
  }
  const auto strided = std::ranges::find_if(cases, is_strided);
  if (strided == cases.end() || step == 0) return cases;
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

// Looks for a call of create_row() among the instructions that compute `value`. Returns null if there is none.
llvm::CallInst* find_row(llvm::Value* value, unsigned depth = kDepth) {
  if (is_row_call(value)) return llvm::cast<llvm::CallInst>(value);
  const auto* computed = llvm::dyn_cast<llvm::Instruction>(value);
  if (computed == nullptr || depth == 0 || value->getType()->isVectorTy() || !computes_anywhere(*computed))
    return nullptr;
  for (llvm::Value* each : computed->operands())
    if (llvm::CallInst* row = find_row(each, depth - 1)) return row;
  return nullptr;
}

// Replaces each call of create_step(): by the factor of the IDs if the factor is a constant, otherwise by the
// difference between channels 1 and 0.
void replace_steps(llvm::Function& function) {
  for (llvm::Instruction& each : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (!is_step_call(&each)) continue;
    llvm::Value* differences = each.getOperand(0);
    llvm::IRBuilder<> ir(&each);
    const std::uint64_t factor = factor_of(find_ids(differences), *differences);
    each.replaceAllUsesWith(factor != 0 ? llvm::ConstantInt::get(each.getType(), factor)
                                        : ir.CreateExtractElement(differences, 1));
    each.eraseFromParent();
  }
}

}  // namespace

void choose_likely_cases(llvm::Function& function) {
  std::set<const llvm::BasicBlock*> later;  // tests that are not the first of their message
  std::vector<std::vector<Case>> messages;
  IdsX ids_x{.bytes = std::int64_t{channels_of_threads(function)} * 2};  // IDs are words
  for (llvm::BasicBlock& block : function) {
    if (later.contains(&block)) continue;
    std::vector<Case> cases;
    for (std::optional<Case> next = find_case(block); next && later.insert(next->test()).second;
         next = find_next(*next))
      cases.push_back(*next);
    if (cases.empty()) continue;
    if (const auto ids = find_ids(cases.front().differences)) ids_x.first = std::min(ids_x.first, ids->place);
    messages.push_back(std::move(cases));
  }
  for (const std::vector<Case>& cases : messages) {
    const std::optional<std::uint64_t> step = find_likely_step(cases.front().differences, ids_x);
    // If no step is likely, no case is more likely than the others, so all cases are kept.
    if (!step) continue;
    const std::vector<Case> kept = choose(cases, *step);
    if (llvm::CallInst* row = find_row(kept.front().branch->getCondition()))
      row->setArgOperand(1, llvm::ConstantInt::get(row->getType(),
                                                   *step * kRowLanes & low_mask(row->getType()->getIntegerBitWidth())));
    if (!std::ranges::equal(cases, kept, {}, &Case::branch, &Case::branch)) replace(cases, kept);
  }
  replace_steps(function);
  llvm::EliminateUnreachableBlocks(function);
}

}  // namespace eugene::jit
