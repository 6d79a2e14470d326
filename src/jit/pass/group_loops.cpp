#include "jit/pass/group_loops.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "jit/pass/group_tests.h"
#include "jit/pass/known_models.h"
#include "jit/pass/linear_values.h"

namespace eugene::jit {
namespace {

using Counter = DirectLoop::Counter;

// Longer functions would take too long to compile a second time.
constexpr unsigned kMaxInstructions = 3000;

class GroupLoop {
 public:
  GroupLoop(llvm::Function& function, DirectLoop loop) : function_(function), loop_(std::move(loop)) {}

  bool add() {
    test_ = create_block("group");
    llvm::IRBuilder<> batch(function_.getEntryBlock().getTerminator()), in_group(test_);
    LinearValues values(*loop_.thread, *loop_.group, batch, in_group);
    tests_ = find_group_tests(loop_, values, *test_);
    if (tests_.known.empty()) {
      test_->eraseFromParent();
      return false;
    }
    for (llvm::BasicBlock* block : loop_.of_thread)
      for (llvm::Instruction& each : *block)
        if (llvm::Value* shared = values.find_shared(&each)) shared_.insert({&each, shared});
    test_group(values, verify_models(values));
    record_turns(values);
    return true;
  }

 private:
  llvm::BasicBlock* create_block(const char* name) {
    return llvm::BasicBlock::Create(function_.getContext(), name, &function_);
  }

  // Records a loop over the models of a group before the loop over threads, for the first call with these models.
  // Returns whether the group's test may be used.
  llvm::Value* verify_models(LinearValues& values) {
    llvm::BasicBlock* entry = &function_.getEntryBlock();
    llvm::BasicBlock *verify = create_block("verify"), *verified = create_block("verified"),
                     *ready = create_block("ready");
    llvm::IRBuilder<> ir(verify);
    llvm::PHINode* thread = ir.CreatePHI(ir.getInt32Ty(), 2);
    llvm::PHINode* held = ir.CreatePHI(ir.getInt1Ty(), 2);
    llvm::Value* all = ir.CreateAnd(held, values.verify(ir, thread));
    llvm::Value* next = ir.CreateAdd(thread, ir.getInt32(1));
    thread->addIncoming(ir.getInt32(0), entry);
    thread->addIncoming(next, verify);
    held->addIncoming(ir.getTrue(), entry);
    held->addIncoming(all, verify);
    ir.CreateCondBr(ir.CreateICmpULT(next, values.thread_count()), verify, verified);
    ir.SetInsertPoint(verified);
    all = ir.CreateAnd(all, ir.CreateICmpUGT(values.thread_count(), ir.getInt32(1)));
    ir.CreateStore(ir.CreateSelect(all, ir.getInt32(kLinear), ir.getInt32(kNotLinear)), function_.getArg(1));
    ir.CreateBr(ready);
    ir.SetInsertPoint(ready);
    llvm::PHINode* is_linear = ir.CreatePHI(ir.getInt1Ty(), 2);
    is_linear->addIncoming(all, verified);
    ir.CreateBr(loop_.head);
    loop_.head->replacePhiUsesWith(entry, ready);

    // values.verify() records code before the terminator of the first block, so the terminator is replaced last.
    llvm::Instruction* end = entry->getTerminator();
    ir.SetInsertPoint(end);
    llvm::Value* known = ir.CreateLoad(ir.getInt32Ty(), function_.getArg(1));
    is_linear->addIncoming(ir.CreateICmpEQ(known, ir.getInt32(kLinear)), entry);
    ir.CreateCondBr(ir.CreateICmpEQ(known, ir.getInt32(kHold)), verify, ready);
    end->eraseFromParent();
    return is_linear;
  }

  // Records the test of a group before its first thread.
  void test_group(LinearValues& values, llvm::Value* usable) {
    auto* choose = create_block("choose");
    loop_.head->getTerminator()->replaceSuccessorWith(loop_.start, choose);
    llvm::IRBuilder<> ir(choose);
    ir.CreateCondBr(ir.CreateAnd(usable, ir.CreateICmpEQ(loop_.thread, ir.getInt32(0))), test_, loop_.start);
    ir.SetInsertPoint(test_);
    llvm::Value* all = ir.getTrue();
    for (const auto* conditions : {&values.conditions(), &tests_.conditions})
      for (llvm::Value* each : *conditions) all = ir.CreateAnd(all, each);
    if (const Counter& limited = loop_.counters[loop_.limited]; limited.added != nullptr) {
      llvm::Value* before_last = ir.CreateZExt(ir.CreateSub(values.thread_count(), ir.getInt32(1)), ir.getInt64Ty());
      all = ir.CreateAnd(all, ir.CreateICmpULT(sum_after(ir, limited, before_last), loop_.limit));
    }
    begin_ = create_block("begin");
    turn_ = create_block("turn");
    ir.CreateCondBr(all, begin_, loop_.start);
    ir.SetInsertPoint(begin_);
    ir.CreateBr(turn_);
  }

  static llvm::Value* sum_after(llvm::IRBuilder<>& ir, const Counter& counter, llvm::Value* threads) {
    auto* added = llvm::ConstantInt::get(threads->getType(), counter.added->getValue());
    return ir.CreateAdd(counter.sum, ir.CreateMul(threads, added));
  }

  // Records the inner loop: a copy of the blocks of a thread.
  void record_turns(LinearValues& values) {
    auto* turned = create_block("turned");
    llvm::IRBuilder<> ir(turn_), after(turned);
    llvm::PHINode* thread = ir.CreatePHI(ir.getInt32Ty(), 2);
    std::map<llvm::Value*, llvm::PHINode*> moved;  // step -> the steps so far
    for (const auto& [offset, linear] : tests_.offsets) {
      if (linear.step == nullptr || moved.contains(linear.step)) continue;
      llvm::PHINode* sum = ir.CreatePHI(ir.getInt64Ty(), 2);
      sum->addIncoming(ir.getInt64(0), begin_);
      sum->addIncoming(after.CreateAdd(sum, linear.step), turned);
      moved[linear.step] = sum;
    }
    for (const Counter& each : loop_.counters) {
      if (each.added != nullptr) continue;
      in_group_[&each] = ir.CreatePHI(each.sum->getType(), 2);
      in_group_[&each]->addIncoming(each.sum, begin_);
    }
    llvm::ValueToValueMapTy copies;
    copies[loop_.thread] = thread;
    copies[loop_.head] = turned;
    llvm::Value* ended = ir.CreateZExt(thread, ir.getInt64Ty());
    for (const Counter& each : loop_.counters)
      copies[each.sum] = each.added == nullptr ? in_group_[&each] : sum_after(ir, each, ended);
    llvm::MapVector<llvm::Instruction*, llvm::Value*> replaced(tests_.known);
    for (const auto& [offset, linear] : tests_.offsets)
      replaced.insert({offset, linear.step == nullptr ? linear.first : ir.CreateAdd(linear.first, moved[linear.step])});
    for (const auto& each : shared_) replaced.insert(each);
    copy_blocks(copies, replaced);
    ir.CreateBr(llvm::cast<llvm::BasicBlock>(copies[loop_.start]));
    end_turn(after, values, *thread, copies);
  }

  void copy_blocks(llvm::ValueToValueMapTy& copies, const llvm::MapVector<llvm::Instruction*, llvm::Value*>& replaced) {
    std::vector<llvm::BasicBlock*> made;
    loop_.of_thread.push_back(loop_.out);
    for (llvm::BasicBlock* block : loop_.of_thread) {
      made.push_back(llvm::CloneBasicBlock(block, copies, ".turn", &function_));
      copies[block] = made.back();
    }
    for (llvm::PHINode& phi : llvm::make_early_inc_range(made.back()->phis()))
      if (phi.getBasicBlockIndex(loop_.head) >= 0) phi.removeIncomingValue(loop_.head);
    for (llvm::BasicBlock* block : made)
      for (llvm::Instruction& each : *block)
        llvm::RemapInstruction(&each, copies, llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
    for (const auto& [original, value] : replaced)
      if (llvm::Value* copy = copies.lookup(original)) copy->replaceAllUsesWith(value);
    // The inner loop has no prefetches: its accesses are so close together that the host prefetches better by itself.
    for (llvm::BasicBlock* block : made)
      for (llvm::Instruction& each : llvm::make_early_inc_range(*block))
        if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&each);
            call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::prefetch)
          each.eraseFromParent();
    // The group is stored once.
    for (llvm::Instruction& each : llvm::make_early_inc_range(*llvm::cast<llvm::BasicBlock>(copies[loop_.start]))) {
      auto* store = llvm::dyn_cast<llvm::StoreInst>(&each);
      if (store != nullptr && store->getValueOperand() == loop_.group) store->moveBefore(begin_->getTerminator());
    }
  }

  // Records what follows a thread: another thread of the group, or the loop over groups.
  void end_turn(llvm::IRBuilder<>& ir, LinearValues& values, llvm::PHINode& thread, llvm::ValueToValueMapTy& copies) {
    llvm::BasicBlock* turned = ir.GetInsertBlock();
    llvm::Value* next = ir.CreateAdd(&thread, ir.getInt32(1));
    llvm::Value* is_last = ir.CreateICmpEQ(next, values.thread_count());
    llvm::Value* ends = is_last;
    // If each thread adds the same number of instructions, test_group() has found that the group ends before the limit.
    // Then the loop only ends after the last thread, and the sums are known before the loop.
    const bool ends_early = loop_.counters[loop_.limited].added == nullptr;
    llvm::Value* ended = ir.CreateZExt(ends_early ? next : values.thread_count(), ir.getInt64Ty());
    for (const Counter& each : loop_.counters) {
      llvm::Value* sum = each.next;
      if (each.added != nullptr)
        sum = sum_after(ir, each, ended);
      else if (llvm::Value* copy = copies.lookup(each.next))
        sum = copy;
      each.sum->addIncoming(sum, turned);
      if (each.added != nullptr) continue;
      in_group_[&each]->addIncoming(sum, turned);
      if (&each == &loop_.counters[loop_.limited]) ends = ir.CreateOr(ends, ir.CreateICmpUGE(sum, loop_.limit));
    }
    thread.addIncoming(ir.getInt32(0), begin_);
    thread.addIncoming(next, turned);
    loop_.thread->addIncoming(ir.CreateSelect(is_last, ir.getInt32(0), next), turned);
    loop_.group->addIncoming(ir.CreateAdd(loop_.group, ir.CreateZExt(is_last, ir.getInt32Ty())), turned);
    ir.CreateCondBr(ends, loop_.head, turn_);
  }

  llvm::Function& function_;
  DirectLoop loop_;
  GroupTests tests_;
  llvm::MapVector<llvm::Instruction*, llvm::Value*> shared_;  // values that all threads of a group share
  std::map<const Counter*, llvm::PHINode*> in_group_;  // sums in the inner loop, if threads add different numbers
  // Blocks of the inner loop: the group's test, the start of the group, and the start of a thread.
  llvm::BasicBlock *test_ = nullptr, *begin_ = nullptr, *turn_ = nullptr;
};

}  // namespace

bool add_group_loop(llvm::Function& function) {
  if (function.getInstructionCount() > kMaxInstructions) return false;
  std::optional<DirectLoop> loop = find_direct_loop(function);
  return loop && GroupLoop(function, std::move(*loop)).add();
}

}  // namespace eugene::jit
