#include "jit/pass/direct_loop.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

#include <set>
#include <utility>
#include <vector>

#include "jit/frame.h"

namespace eugene::jit {
namespace {

using namespace llvm::PatternMatch;

// Returns whether a branch is likely to be taken; nothing if both ways are likely.
std::optional<bool> find_likely(const llvm::BranchInst& branch) {
  if (leaves(branch, 0) != leaves(branch, 1)) return leaves(branch, 1);
  const llvm::MDNode* weights = branch.getMetadata(llvm::LLVMContext::MD_prof);
  if (weights == nullptr || weights->getNumOperands() < 3) return std::nullopt;
  const auto weight = [&](unsigned from_end) {
    const auto* number =
        llvm::mdconst::dyn_extract<llvm::ConstantInt>(weights->getOperand(weights->getNumOperands() - from_end));
    return number == nullptr ? 0 : number->getZExtValue();
  };
  return weight(2) >= weight(1);
}

// Finds the variables of the loop, after its blocks. Returns whether the loop has all of them.
bool find_variables(DirectLoop& loop) {
  llvm::ICmpInst::Predicate predicate{};
  llvm::Value* instructions = nullptr;
  const auto* condition =
      llvm::dyn_cast<llvm::User>(llvm::cast<llvm::BranchInst>(loop.head->getTerminator())->getCondition());
  if (condition == nullptr) return false;
  for (const llvm::Use& part : condition->operands())
    if (match(part.get(), m_ICmp(predicate, m_Value(), m_Value())) && predicate == llvm::ICmpInst::ICMP_ULT)
      match(part.get(), m_ICmp(predicate, m_Value(instructions), m_Value(loop.limit)));
  for (llvm::PHINode& each : loop.head->phis()) {
    if (&each == loop.thread) continue;
    if (each.getType()->isIntegerTy(32)) {
      if (loop.group != nullptr) return false;
      loop.group = &each;
      continue;
    }
    llvm::Value* next = each.getIncomingValueForBlock(loop.latch);
    llvm::ConstantInt* added = nullptr;
    if (!match(next, m_Add(m_Specific(&each), m_ConstantInt(added)))) added = nullptr;
    if (&each == instructions) loop.limited = loop.counters.size();
    loop.counters.push_back({.sum = &each, .next = next, .added = added});
  }
  return loop.group != nullptr && loop.limited < loop.counters.size();
}

}  // namespace

std::optional<DirectLoop> find_direct_loop(llvm::Function& function) {
  DirectLoop loop{.thread = find_thread(function)};
  if (loop.thread == nullptr) return std::nullopt;
  loop.head = loop.thread->getParent();
  const auto* choice = llvm::dyn_cast<llvm::BranchInst>(loop.head->getTerminator());
  if (choice == nullptr || choice->isUnconditional() || leaves(*choice, 0) == leaves(*choice, 1)) return std::nullopt;
  loop.start = choice->getSuccessor(leaves(*choice, 0) ? 1 : 0);
  loop.out = choice->getSuccessor(leaves(*choice, 0) ? 0 : 1);
  if (loop.start->getSinglePredecessor() == nullptr || llvm::isa<llvm::PHINode>(loop.start->front()))
    return std::nullopt;
  // The inner loop has no copy of the head, so nothing else may be computed there.
  for (const llvm::Instruction& each : *loop.head) {
    const auto is_outside = [&](const llvm::User* user) {
      return llvm::cast<llvm::Instruction>(user)->getParent() != loop.head;
    };
    if (!llvm::isa<llvm::PHINode>(each) && llvm::any_of(each.users(), is_outside)) return std::nullopt;
  }
  llvm::BasicBlock* entry = &function.getEntryBlock();
  const int from_entry = loop.thread->getBasicBlockIndex(entry);
  if (loop.thread->getNumIncomingValues() != 2 || from_entry < 0) return std::nullopt;
  loop.latch = loop.thread->getIncomingBlock(1U - static_cast<unsigned>(from_entry));
  if (entry->getSingleSuccessor() == nullptr || loop.latch->getSingleSuccessor() == nullptr) return std::nullopt;
  for (llvm::BasicBlock& block : function) {
    if (&block == entry || &block == loop.head || &block == loop.out) continue;
    if (llvm::isa<llvm::ReturnInst>(block.getTerminator())) return std::nullopt;
    loop.of_thread.push_back(&block);
  }
  return find_variables(loop) ? std::optional(std::move(loop)) : std::nullopt;
}

llvm::PHINode* find_thread(const llvm::Function& function) {
  for (const llvm::Instruction& each : llvm::instructions(function)) {
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(&each);
    if (phi == nullptr) continue;
    for (llvm::Value* incoming : phi->incoming_values()) {
      const auto next = m_Add(m_Specific(phi), m_One());
      if (match(incoming, m_Select(m_Value(), m_Zero(), next)) || match(incoming, m_Select(m_Value(), next, m_Zero())))
        return const_cast<llvm::PHINode*>(phi);
    }
  }
  return nullptr;
}

bool is_batch_member(const llvm::Value& value, std::size_t offset) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&value);
  if (load == nullptr) return false;
  const llvm::Function& function = *load->getFunction();
  llvm::APInt found(64, 0);
  const llvm::Value* base =
      load->getPointerOperand()->stripAndAccumulateConstantOffsets(function.getParent()->getDataLayout(), found, true);
  return base == function.getArg(0) && found == offsetof(Frame, batch) + offset;
}

llvm::Value* load_batch_member(llvm::IRBuilder<>& ir, const llvm::Function& function, llvm::Type* type,
                               std::size_t offset) {
  const auto in_frame = static_cast<unsigned>(offsetof(Frame, batch) + offset);
  return ir.CreateLoad(type, ir.CreateConstInBoundsGEP1_32(ir.getInt8Ty(), function.getArg(0), in_frame));
}

bool computes_anywhere(const llvm::Instruction& instruction) {
  if (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) return !operation->isIntDivRem();
  return llvm::isa<llvm::CastInst, llvm::CmpInst, llvm::SelectInst, llvm::GetElementPtrInst, llvm::ShuffleVectorInst,
                   llvm::InsertElementInst, llvm::ExtractElementInst>(instruction);
}

llvm::Instruction* copy_instruction(const llvm::Instruction& instruction, llvm::IRBuilder<>& ir,
                                    llvm::function_ref<llvm::Value*(llvm::Value*)> copy) {
  llvm::Instruction* made = instruction.clone();
  made->dropPoisonGeneratingFlags();  // no branch guards the copy
  for (llvm::Use& operand : made->operands()) operand.set(copy(operand.get()));
  ir.Insert(made);
  return made;
}

bool leaves(const llvm::BranchInst& branch, unsigned successor) {
  return llvm::isa<llvm::ReturnInst>(branch.getSuccessor(successor)->getTerminator());
}

void visit_likely_branches(llvm::BasicBlock& first,
                           llvm::function_ref<void(llvm::BranchInst&, std::optional<bool>)> visit) {
  std::vector<llvm::BasicBlock*> open{&first};
  std::set<llvm::BasicBlock*> seen;
  while (!open.empty()) {
    llvm::BasicBlock* block = open.back();
    open.pop_back();
    if (!seen.insert(block).second) continue;
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    std::optional<bool> taken;
    if (branch != nullptr && branch->isConditional()) {
      taken = find_likely(*branch);
      visit(*branch, taken);
    }
    for (llvm::BasicBlock* successor : llvm::successors(block))
      if (!taken || successor == branch->getSuccessor(*taken ? 0 : 1)) open.push_back(successor);
  }
}

void visit_parts(llvm::Value* condition, bool assumed, llvm::function_ref<void(llvm::Instruction&, bool)> visit) {
  llvm::Value* a = nullptr;
  llvm::Value* b = nullptr;
  if (match(condition, m_Not(m_Value(a)))) return visit_parts(a, !assumed, visit);
  if (assumed ? match(condition, m_LogicalAnd(m_Value(a), m_Value(b)))
              : match(condition, m_LogicalOr(m_Value(a), m_Value(b)))) {
    visit_parts(a, assumed, visit);
    return visit_parts(b, assumed, visit);
  }
  if (auto* part = llvm::dyn_cast<llvm::Instruction>(condition)) visit(*part, assumed);
}

}  // namespace eugene::jit
