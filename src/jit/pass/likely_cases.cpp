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

#include "jit/pass/contiguity.h"
#include "jit/pass/direct_loop.h"

namespace eugene::jit {
namespace {

using namespace llvm::PatternMatch;

// Maximum number of operations between IDs and a comparison.
constexpr unsigned kDepth = 16;

// Returns the constant factor of a summand of the vector that is an ID; 0 if there is no such summand. Neighbouring
// channels mostly have consecutive IDs, so the factor is their distance.
std::uint64_t find_factor(llvm::Value* value, unsigned depth = kDepth) {
  llvm::Value* a = nullptr;
  llvm::Value* b = nullptr;
  const llvm::APInt* constant = nullptr;
  if (depth == 0) return 0;
  if (match(value, m_ZExt(m_Load(m_Value())))) return 1;
  if (match(value, m_Shl(m_Value(a), m_APInt(constant))))
    return constant->ult(64) ? find_factor(a, depth - 1) << constant->getZExtValue() : 0;
  if (match(value, m_Mul(m_Value(a), m_APInt(constant)))) return find_factor(a, depth - 1) * constant->getZExtValue();
  if (match(value, m_And(m_Value(a), m_APInt(constant)))) return find_factor(a, depth - 1);
  if (match(value, m_AShr(m_Shl(m_Value(a), m_APInt(constant)), m_Constant()))) return find_factor(a, depth - 1);
  if (match(value, m_Sub(m_Value(a), m_Shuffle(m_Value(), m_Value(), m_ZeroMask())))) return find_factor(a, depth - 1);
  if (!match(value, m_Add(m_Value(a), m_Value(b)))) return 0;
  const std::uint64_t of_a = find_factor(a, depth - 1);
  const std::uint64_t of_b = find_factor(b, depth - 1);
  return of_a == 0 || of_b == 0 ? std::max(of_a, of_b) : std::min(of_a, of_b);
}

// Whether the vector has multiples of the result of create_step().
bool has_multiples_of_step(llvm::Value* vector) {
  llvm::Value* all = nullptr;
  return match(vector, m_Mul(m_Value(all), m_Constant())) && is_step(llvm::getSplatValue(all));
}

// The test of a case.
struct Case {
  llvm::BranchInst* branch;           // to the case, or to the next test
  llvm::Value* differences;           // between the channels' offsets and the first one, which the test compares
  std::optional<std::uint64_t> step;  // between neighbouring channels, if the case holds; nothing: any step
};

std::optional<Case> find_case(llvm::BasicBlock& block) {
  auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (branch == nullptr || branch->isUnconditional()) return std::nullopt;
  if (branch->getSuccessor(0)->getSinglePredecessor() == nullptr) return std::nullopt;  // a phi would name the test
  std::optional<Case> found;
  visit_parts(branch->getCondition(), true, [&](llvm::Instruction& part, bool result) {
    llvm::ICmpInst::Predicate predicate{};
    llvm::ICmpInst::Predicate differs{};
    llvm::Value* differences = nullptr;
    llvm::Value* steps = nullptr;
    const auto are_different = m_ICmp(differs, m_Value(differences), m_Value(steps));
    if (!result || !match(&part, m_ICmp(predicate, m_BitCast(are_different), m_Zero()))) return;
    if (predicate != llvm::ICmpInst::ICMP_EQ || differs != llvm::ICmpInst::ICMP_NE) return;
    if (has_multiples_of_step(differences)) std::swap(differences, steps);
    if (has_multiples_of_step(steps)) {
      found = Case{.branch = branch, .differences = differences, .step = std::nullopt};
    } else if (const auto* all = llvm::dyn_cast<llvm::Constant>(steps)) {
      const auto* step = llvm::dyn_cast_or_null<llvm::ConstantInt>(all->getAggregateElement(1U));
      if (step != nullptr && step->getValue().getActiveBits() <= 64)
        found = Case{.branch = branch, .differences = differences, .step = step->getZExtValue()};
    }
  });
  return found;
}

// Returns the test that follows if the case of `test` does not hold.
std::optional<Case> find_next(const Case& test) {
  llvm::BasicBlock& block = *test.branch->getSuccessor(1);
  const auto is_test = [](llvm::Instruction& each) {
    return each.isTerminator() || is_step(&each) || computes_anywhere(each);
  };
  if (block.getSinglePredecessor() == nullptr || !llvm::all_of(block, is_test)) return std::nullopt;
  return find_case(block);
}

// Returns the cases to keep, in the order to test them.
std::vector<Case> choose(const std::vector<Case>& cases) {
  const std::uint64_t step = find_factor(cases.front().differences);
  if (step == 0) return cases;
  const auto is_strided = [](const Case& each) { return !each.step; };
  std::vector<Case> kept;
  const auto likely = std::ranges::find(cases, std::optional(step), &Case::step);
  if (likely != cases.end()) {
    kept.push_back(*likely);
    for (auto each = cases.begin(); each != cases.end(); ++each)
      if (each != likely && !is_strided(*each)) kept.push_back(*each);
    return kept;
  }
  if (std::ranges::none_of(cases, is_strided)) return cases;
  std::ranges::copy_if(cases, std::back_inserter(kept), is_strided);
  std::ranges::copy_if(cases, std::back_inserter(kept), [](const Case& each) { return each.step == 0U; });
  return kept;
}

// Changes the branches of `cases` so that only those of `kept` are tested, in this order.
void replace(const std::vector<Case>& cases, const std::vector<Case>& kept) {
  struct Target {
    llvm::Value* condition;
    llvm::BasicBlock* block;
  };
  std::vector<Target> targets;
  for (const Case& each : kept) targets.push_back({each.branch->getCondition(), each.branch->getSuccessor(0)});
  llvm::BranchInst& first = *cases.front().branch;
  for (const Case& each : cases | std::views::drop(1)) {
    llvm::BasicBlock& block = *each.branch->getParent();
    while (&block.front() != each.branch) block.front().moveBefore(&first);
  }
  llvm::BasicBlock* rest = cases.back().branch->getSuccessor(1);
  llvm::BranchInst& last = *cases[kept.size() - 1].branch;
  rest->replacePhiUsesWith(cases.back().branch->getParent(), last.getParent());
  last.setSuccessor(1, rest);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    cases[i].branch->setCondition(targets[i].condition);
    cases[i].branch->setSuccessor(0, targets[i].block);
  }
}

// Replaces calls of create_step() by the factor of the IDs, or by the difference of the second channel.
void replace_steps(llvm::Function& function) {
  for (llvm::Instruction& each : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (!is_step(&each)) continue;
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
    for (std::optional<Case> next = find_case(block); next; next = find_next(*next)) {
      cases.push_back(*next);
      later.insert(next->branch->getParent());
    }
    if (cases.empty()) continue;
    const std::vector<Case> kept = choose(cases);
    if (!std::ranges::equal(cases, kept, {}, &Case::branch, &Case::branch)) replace(cases, kept);
  }
  replace_steps(function);
  llvm::EliminateUnreachableBlocks(function);
}

}  // namespace eugene::jit
