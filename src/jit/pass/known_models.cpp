#include "jit/pass/known_models.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "eu/batch.h"
#include "jit/frame.h"
#include "jit/pass/single_elements.h"

namespace eugene::jit {
namespace {

using namespace llvm::PatternMatch;

constexpr std::size_t in_batch(std::size_t offset) { return offsetof(Frame, batch) + offset; }

// In a batch with fewer groups, testing the models would take as long as it saves.
constexpr unsigned kMinGroups = 4;

// State of the tests, in the caller's i32.
enum : unsigned { kUntested, kHold, kFail };

using Conditions = llvm::MapVector<llvm::Instruction*, bool>;  // with the result that the copy assumes

class Models {
 public:
  explicit Models(llvm::Function& function) : function_(function), thread_(find_thread()) {}

  // Returns the conditions that only the models decide, on the likely paths of a thread.
  Conditions find_conditions() {
    Conditions found;
    if (thread_ == nullptr) return found;
    std::vector<llvm::BasicBlock*> open{thread_->getParent()};
    std::set<llvm::BasicBlock*> seen;
    while (!open.empty()) {
      llvm::BasicBlock* block = open.back();
      open.pop_back();
      auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
      if (branch == nullptr || !seen.insert(block).second) continue;
      const auto taken = find_likely(*branch);
      if (taken && branch->isConditional()) {
        add_conditions(branch->getCondition(), *taken, found);
        add_other_way(*branch->getSuccessor(*taken ? 1 : 0), found);
      }
      for (unsigned i = 0; i < branch->getNumSuccessors(); ++i)
        if (!taken || i == (*taken ? 0U : 1U)) open.push_back(branch->getSuccessor(i));
    }
    return found;
  }

  // Begins the function with a test of `conditions` for each thread of a group, which leads to `known`.
  void test_first(const Conditions& conditions, llvm::Function& known) {
    llvm::LLVMContext& context = function_.getContext();
    llvm::BasicBlock* unknown = &function_.getEntryBlock();
    const auto create = [&](const char* name) { return llvm::BasicBlock::Create(context, name, &function_, unknown); };
    auto *choose = create("choose"), *first = create("first"), *test = create("test"), *tested = create("tested"),
         *run_known = create("run_known");
    llvm::Value* const state = function_.getArg(1);

    llvm::IRBuilder<> ir(choose);
    llvm::Type* i32 = ir.getInt32Ty();
    const auto from_batch = [&](llvm::Type* type, std::size_t offset) {
      return ir.CreateLoad(type, ir.CreateConstInBoundsGEP1_32(ir.getInt8Ty(), function_.getArg(0),
                                                               static_cast<unsigned>(in_batch(offset))));
    };
    auto* known_state = ir.CreateSwitch(ir.CreateLoad(i32, state), unknown);
    known_state->addCase(ir.getInt32(kUntested), first);
    known_state->addCase(ir.getInt32(kHold), run_known);

    ir.SetInsertPoint(first);
    llvm::Value* groups =
        ir.CreateSub(from_batch(i32, offsetof(eu::Batch, group_count)), from_batch(i32, offsetof(eu::Batch, group)));
    llvm::Value* threads = from_batch(i32, offsetof(eu::Batch, threads_of_group));
    copies_.clear();
    llvm::Value* models = from_batch(ir.getPtrTy(), offsetof(eu::Batch, models));
    ir.CreateCondBr(ir.CreateICmpUGE(groups, ir.getInt32(kMinGroups)), test, unknown);

    ir.SetInsertPoint(test);
    llvm::PHINode* thread = ir.CreatePHI(i32, 2);
    llvm::PHINode* held = ir.CreatePHI(ir.getInt1Ty(), 2);
    for (llvm::Instruction& each : llvm::instructions(function_))
      if (is_models(each)) copies_[&each] = models;
    copies_[thread_] = thread;
    llvm::Value* all = held;
    for (const auto& [condition, assumed] : conditions) {
      llvm::Value* result = copy(condition, ir);
      all = ir.CreateAnd(all, assumed ? result : ir.CreateNot(result));
    }
    llvm::Value* next = ir.CreateAdd(thread, ir.getInt32(1));
    thread->addIncoming(ir.getInt32(0), first);
    thread->addIncoming(next, test);
    held->addIncoming(ir.getTrue(), first);
    held->addIncoming(all, test);
    ir.CreateCondBr(ir.CreateICmpULT(next, threads), test, tested);

    ir.SetInsertPoint(tested);
    ir.CreateStore(ir.CreateSelect(all, ir.getInt32(kHold), ir.getInt32(kFail)), state);
    ir.CreateCondBr(all, run_known, unknown);

    ir.SetInsertPoint(run_known);
    std::vector<llvm::Value*> arguments;
    for (llvm::Argument& each : function_.args()) arguments.push_back(&each);
    auto* call = ir.CreateCall(&known, arguments);
    call->setCallingConv(known.getCallingConv());
    call->setDoesNotThrow();
    ir.CreateRet(call);
  }

 private:
  // Returns the index of the thread in its group: it counts up to the threads of a group, then starts again.
  llvm::PHINode* find_thread() const {
    for (llvm::Instruction& each : llvm::instructions(function_)) {
      auto* phi = llvm::dyn_cast<llvm::PHINode>(&each);
      if (phi == nullptr) continue;
      for (llvm::Value* incoming : phi->incoming_values()) {
        const auto next = m_Add(m_Specific(phi), m_One());
        if (match(incoming, m_Select(m_Value(), m_Zero(), next)) ||
            match(incoming, m_Select(m_Value(), next, m_Zero())))
          return phi;
      }
    }
    return nullptr;
  }

  static bool leaves(const llvm::BranchInst& branch, unsigned successor) {
    return llvm::isa<llvm::ReturnInst>(branch.getSuccessor(successor)->getTerminator());
  }

  // Returns whether a branch is likely to be taken; nothing if both ways are likely. A thread that leaves the loop is
  // not likely.
  static std::optional<bool> find_likely(const llvm::BranchInst& branch) {
    if (branch.isUnconditional()) return true;
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

  // Adds the parts of `condition` that must be true, or false, for it to have the result `assumed`.
  void add_conditions(llvm::Value* condition, bool assumed, Conditions& found) {
    llvm::Value* a = nullptr;
    llvm::Value* b = nullptr;
    if (match(condition, m_Not(m_Value(a)))) return add_conditions(a, !assumed, found);
    if (assumed ? match(condition, m_LogicalAnd(m_Value(a), m_Value(b)))
                : match(condition, m_LogicalOr(m_Value(a), m_Value(b)))) {
      add_conditions(a, assumed, found);
      return add_conditions(b, assumed, found);
    }
    auto* part = llvm::dyn_cast<llvm::Instruction>(condition);
    if (part != nullptr && is_of_model(*part)) found.insert({part, assumed});
  }

  // Adds a condition under which `block`, which is off the likely path, leaves the loop at once. For example,
  // contiguous elements outside of the window are not one element that all channels share.
  void add_other_way(llvm::BasicBlock& block, Conditions& found) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    if (branch == nullptr || branch->isUnconditional() || leaves(*branch, 0) == leaves(*branch, 1)) return;
    Conditions parts;
    add_conditions(branch->getCondition(), leaves(*branch, 1), parts);
    if (!parts.empty()) found.insert({parts.front().first, !parts.front().second});
  }

  bool is_models(const llvm::Instruction& instruction) const {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if (load == nullptr) return false;
    llvm::APInt offset(64, 0);
    const llvm::Value* base = load->getPointerOperand()->stripAndAccumulateConstantOffsets(
        function_.getParent()->getDataLayout(), offset, true);
    return base == function_.getArg(0) && offset == in_batch(offsetof(eu::Batch, models));
  }

  // Whether `value` depends only on the thread's index and model.
  bool is_of_model(const llvm::Value& value) {
    if (llvm::isa<llvm::Constant>(value) || &value == thread_) return true;
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (instruction == nullptr) return false;
    if (const auto known = is_of_model_.find(instruction); known != is_of_model_.end()) return known->second;
    const auto is_computed = [&] {
      if (is_models(*instruction)) return true;
      if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction))
        return load->hasMetadata(llvm::LLVMContext::MD_invariant_load) && is_of_model(*load->getPointerOperand());
      const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(instruction);
      if (operation != nullptr && operation->isIntDivRem()) return false;
      if (operation == nullptr &&
          !llvm::isa<llvm::CastInst, llvm::CmpInst, llvm::SelectInst, llvm::GetElementPtrInst, llvm::ShuffleVectorInst,
                     llvm::InsertElementInst, llvm::ExtractElementInst>(instruction))
        return false;
      return llvm::all_of(instruction->operands(), [&](const llvm::Use& use) { return is_of_model(*use.get()); });
    };
    return is_of_model_[instruction] = is_computed();
  }

  // Returns a copy of `value` at the place of `ir`.
  llvm::Value* copy(llvm::Value* value, llvm::IRBuilder<>& ir) {
    if (llvm::isa<llvm::Constant>(value)) return value;
    if (const auto known = copies_.find(value); known != copies_.end()) return known->second;
    llvm::Instruction* made = llvm::cast<llvm::Instruction>(value)->clone();
    made->dropPoisonGeneratingFlags();  // no branch guards the copy
    for (llvm::Use& operand : made->operands()) operand.set(copy(operand.get(), ir));
    ir.Insert(made);
    copies_[value] = made;
    return made;
  }

  llvm::Function& function_;
  llvm::PHINode* thread_;
  std::map<const llvm::Value*, bool> is_of_model_;
  std::map<llvm::Value*, llvm::Value*> copies_;
};

}  // namespace

llvm::Function* split_by_models(llvm::Function& function) {
  for (const llvm::Instruction& each : function.getEntryBlock())
    if (llvm::isa<llvm::AllocaInst>(each)) return nullptr;  // allocas belong in the first block
  Models models(function);
  const Conditions conditions = models.find_conditions();
  if (conditions.empty()) return nullptr;
  llvm::ValueToValueMapTy copies;
  llvm::Function* known = llvm::CloneFunction(&function, copies);
  known->setName(function.getName() + ".known");
  known->removeFnAttr(kRunsDirectThreads);
  for (const auto& [condition, assumed] : conditions)
    copies[condition]->replaceAllUsesWith(llvm::ConstantInt::getBool(function.getContext(), assumed));
  compute_single_elements(*known);
  models.test_first(conditions, *known);
  return known;
}

}  // namespace eugene::jit
