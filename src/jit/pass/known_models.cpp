#include "jit/pass/known_models.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "eu/batch.h"
#include "jit/frame.h"
#include "jit/pass/contiguity.h"
#include "jit/pass/direct_loop.h"
#include "jit/pass/single_elements.h"

namespace eugene::jit {
namespace {

// In a batch with fewer groups, testing the models would take as long as it saves.
constexpr unsigned kMinGroups = 4;

using Conditions = llvm::MapVector<llvm::Instruction*, bool>;  // with the result that the copy assumes

class Models {
 public:
  explicit Models(llvm::Function& function) : function_(function), thread_(find_thread(function)) {}

  // Returns the conditions that only the models decide, on the likely paths of a thread.
  Conditions find_conditions() {
    Conditions found;
    if (thread_ == nullptr) return found;
    visit_likely_branches(*thread_->getParent(), [&](llvm::BranchInst& branch, std::optional<bool> taken) {
      if (!taken) return;
      add_conditions(branch.getCondition(), *taken, found);
      add_other_way(*branch.getSuccessor(*taken ? 1 : 0), found);
    });
    return found;
  }

  // Returns the distances between rows (jit/pass/contiguity.h) that only the models decide, each with an instruction
  // that compares it with the usual one.
  llvm::MapVector<llvm::CallInst*, llvm::Instruction*> find_rows() {
    llvm::MapVector<llvm::CallInst*, llvm::Instruction*> found;
    for (llvm::Instruction& each : llvm::instructions(function_))
      if (is_row_call(&each) && !llvm::isa<llvm::Constant>(each.getOperand(0)) && is_of_model(each))
        found.insert({llvm::cast<llvm::CallInst>(&each), nullptr});
    for (auto& [row, comparison] : found) {
      llvm::IRBuilder<> ir(row);
      comparison = llvm::cast<llvm::Instruction>(ir.CreateICmpEQ(record_row(*row), usual_row(*row)));
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
      return load_batch_member(ir, function_, type, offset);
    };
    auto* known_state = ir.CreateSwitch(ir.CreateLoad(i32, state), unknown);
    known_state->addCase(ir.getInt32(kUntested), first);
    for (const ModelsState each : {kHold, kLinear, kNotLinear}) known_state->addCase(ir.getInt32(each), run_known);

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
  // Adds the parts of `condition` that only the models decide.
  void add_conditions(llvm::Value* condition, bool assumed, Conditions& found) {
    visit_parts(condition, assumed, [&](llvm::Instruction& part, bool result) {
      if (is_of_model(part)) found.insert({&part, result});
    });
  }

  // Adds a condition under which `block`, which is off the likely path, leaves the loop at once. For example,
  // contiguous elements outside of the window are not one element that all channels share.
  void add_other_way(llvm::BasicBlock& block, Conditions& found) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    if (branch == nullptr || branch->isUnconditional() || leaves(*branch, 0) == leaves(*branch, 1)) return;
    Conditions parts;
    add_conditions(branch->getCondition(), leaves(*branch, 1), parts);
    const std::pair<llvm::Instruction*, bool>* chosen = nullptr;
    for (const auto& each : parts) {
      const auto known = found.find(each.first);
      if (known != found.end() && known->second != each.second) return;  // it leaves the loop already
      // Prefers a test of all channels, because it is less likely to hold for other messages than the sign of a
      // distance.
      if (chosen == nullptr || llvm::isa<llvm::BitCastInst>(each.first->getOperand(0))) chosen = &each;
    }
    if (chosen != nullptr) found.insert({chosen->first, !chosen->second});
  }

  static bool is_models(const llvm::Instruction& instruction) {
    return is_batch_member(instruction, offsetof(eu::Batch, models));
  }

  // Whether `value` depends only on the thread's index and model.
  bool is_of_model(const llvm::Value& value) {
    if (llvm::isa<llvm::Constant>(value) || &value == thread_) return true;
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (instruction == nullptr) return false;
    if (const auto known = is_of_model_.find(instruction); known != is_of_model_.end()) return known->second;
    const auto is_computed = [&] {
      if (is_models(*instruction)) return true;
      if (is_row_call(instruction)) return is_of_model(*instruction->getOperand(0));
      if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction))
        return load->hasMetadata(llvm::LLVMContext::MD_invariant_load) && is_of_model(*load->getPointerOperand());
      if (!computes_anywhere(*instruction)) return false;
      return llvm::all_of(instruction->operands(), [&](const llvm::Use& use) { return is_of_model(*use.get()); });
    };
    return is_of_model_[instruction] = is_computed();
  }

  // Returns a copy of `value` at the place of `ir`.
  llvm::Value* copy(llvm::Value* value, llvm::IRBuilder<>& ir) {
    if (llvm::isa<llvm::Constant>(value)) return value;
    if (const auto known = copies_.find(value); known != copies_.end()) return known->second;
    const auto copy_operand = [&](llvm::Value* operand) { return copy(operand, ir); };
    return copies_[value] = copy_instruction(*llvm::cast<llvm::Instruction>(value), ir, copy_operand);
  }

  llvm::Function& function_;
  llvm::PHINode* thread_;
  std::map<const llvm::Value*, bool> is_of_model_;
  std::map<llvm::Value*, llvm::Value*> copies_;
};

}  // namespace

unsigned channels_of_threads(const llvm::Function& function) {
  unsigned channels = 0;
  function.getFnAttribute(kRunsDirectThreads).getValueAsString().getAsInteger(10, channels);
  return channels;
}

llvm::Function* split_by_models(llvm::Function& function) {
  for (const llvm::Instruction& each : function.getEntryBlock())
    if (llvm::isa<llvm::AllocaInst>(each)) return nullptr;  // allocas belong in the first block
  Models models(function);
  Conditions conditions = models.find_conditions();
  if (conditions.empty()) return nullptr;
  const auto rows = models.find_rows();
  for (const auto& [row, is_usual] : rows) conditions.insert({is_usual, true});
  llvm::ValueToValueMapTy copies;
  llvm::Function* known = llvm::CloneFunction(&function, copies);
  known->setName(function.getName() + ".known");
  known->removeFnAttr(kRunsDirectThreads);
  for (const auto& [condition, assumed] : conditions)
    copies[condition]->replaceAllUsesWith(llvm::ConstantInt::getBool(function.getContext(), assumed));
  for (const auto& [row, is_usual] : rows) copies[row]->replaceAllUsesWith(usual_row(*row));
  compute_single_elements(*known);
  models.test_first(conditions, *known);
  return known;
}

}  // namespace eugene::jit
