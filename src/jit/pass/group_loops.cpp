#include "jit/pass/group_loops.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <bit>
#include <map>
#include <optional>
#include <vector>

#include "jit/pass/direct_loop.h"
#include "jit/pass/linear_values.h"

namespace eugene::jit {
namespace {

using namespace llvm::PatternMatch;
using Linear = LinearValues::Linear;

// Longer functions would take too long to compile a second time.
constexpr unsigned kMaxInstructions = 3000;

constexpr std::uint64_t kCacheLine = 64;

// A sum over all threads.
struct Counter {
  llvm::PHINode* sum;                        // before a thread
  llvm::Value* next;                         // after it
  const llvm::ConstantInt* added = nullptr;  // what a thread adds; null: threads add different numbers
  llvm::PHINode* in_group = nullptr;         // the sum in the inner loop, for different numbers
};

class GroupLoop {
 public:
  explicit GroupLoop(llvm::Function& function) : function_(function) {}

  bool add() {
    if (function_.getInstructionCount() > kMaxInstructions || !find_loop()) return false;
    test_ = create_block("group");
    llvm::IRBuilder<> batch(function_.getEntryBlock().getTerminator()), in_group(test_);
    LinearValues values(*thread_, *group_, batch, in_group);
    find_conditions(values);
    if (known_.empty()) {
      test_->eraseFromParent();
      return false;
    }
    for (llvm::BasicBlock* block : region_)
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

  // Finds the parts of the loop. Returns false if it has another form than end_direct_threads() gives it.
  bool find_loop() {
    thread_ = find_thread(function_);
    if (thread_ == nullptr) return false;
    head_ = thread_->getParent();
    const auto* choice = llvm::dyn_cast<llvm::BranchInst>(head_->getTerminator());
    llvm::BasicBlock* entry = &function_.getEntryBlock();
    if (choice == nullptr || choice->isUnconditional() || leaves(*choice, 0) == leaves(*choice, 1)) return false;
    start_ = choice->getSuccessor(leaves(*choice, 0) ? 1 : 0);
    out_ = choice->getSuccessor(leaves(*choice, 0) ? 0 : 1);
    if (start_->getSinglePredecessor() == nullptr || llvm::isa<llvm::PHINode>(start_->front())) return false;
    const int from_entry = thread_->getBasicBlockIndex(entry);
    if (thread_->getNumIncomingValues() != 2 || from_entry < 0) return false;
    latch_ = thread_->getIncomingBlock(1U - static_cast<unsigned>(from_entry));
    if (entry->getSingleSuccessor() == nullptr || latch_->getSingleSuccessor() == nullptr) return false;
    for (llvm::BasicBlock& block : function_) {
      if (&block == entry || &block == head_ || &block == out_) continue;
      if (llvm::isa<llvm::ReturnInst>(block.getTerminator())) return false;
      region_.push_back(&block);
    }
    llvm::ICmpInst::Predicate predicate{};
    llvm::Value* instructions = nullptr;
    const auto compares = m_ICmp(predicate, m_Value(instructions), m_Value(limit_));
    for (const llvm::Use& part : llvm::cast<llvm::User>(choice->getCondition())->operands())
      if (match(part.get(), compares) && predicate == llvm::ICmpInst::ICMP_ULT) return find_counters(*instructions);
    return false;
  }

  bool find_counters(const llvm::Value& instructions) {
    for (llvm::PHINode& each : head_->phis()) {
      if (&each == thread_) continue;
      if (each.getType()->isIntegerTy(32)) {
        if (group_ != nullptr) return false;
        group_ = &each;
        continue;
      }
      llvm::Value* next = each.getIncomingValueForBlock(latch_);
      llvm::ConstantInt* added = nullptr;
      if (!match(next, m_Add(m_Specific(&each), m_ConstantInt(added)))) added = nullptr;
      if (&each == &instructions) limited_ = counters_.size();
      counters_.push_back({.sum = &each, .next = next, .added = added});
    }
    return group_ != nullptr && limited_ < counters_.size();
  }

  // Finds tests of windows that need only be done once for the group.
  void find_conditions(LinearValues& values) {
    visit_likely_branches(*start_, [&](llvm::BranchInst& branch, std::optional<bool> taken) {
      if (!taken || branch.getParent() == head_) return;
      visit_parts(branch.getCondition(), *taken, [&](llvm::Instruction& part, bool assumed) {
        if (auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&part)) find_condition(*comparison, assumed, values);
      });
    });
  }

  void find_condition(llvm::ICmpInst& comparison, bool assumed, LinearValues& values) {
    const auto predicate = assumed ? comparison.getPredicate() : comparison.getInversePredicate();
    llvm::Value* offset = comparison.getOperand(0);
    if (predicate != llvm::ICmpInst::ICMP_ULT || !offset->getType()->isIntegerTy(64)) return;
    llvm::Value* count = values.find_shared(comparison.getOperand(1));
    if (count == nullptr) return;
    llvm::Value* base = nullptr;
    const llvm::APInt* beyond = nullptr;
    if (match(offset, m_Add(m_Value(base), m_APInt(beyond)))) offset = base;
    const std::optional<Linear> linear = values.find(offset);
    auto* computed = llvm::dyn_cast<llvm::Instruction>(offset);
    if (!linear || computed == nullptr) return;
    llvm::IRBuilder<> ir(test_);
    // If the first and the last thread's offsets are inside the window, those between them are too, because the steps
    // between them are too small to pass 2^63 bytes. Extended dwords are too small to pass zero.
    const bool is_dword = llvm::isa<llvm::ZExtInst>(offset);
    for (llvm::Value* end : {linear->first, values.last(*linear)}) {
      if (!is_dword || beyond == nullptr) conditions_.push_back(ir.CreateICmpULT(end, count));
      if (beyond == nullptr) continue;
      conditions_.push_back(
          ir.CreateICmpULT(ir.CreateAdd(end, llvm::ConstantInt::get(end->getType(), *beyond)), count));
    }
    if (linear->step != nullptr && !is_dword) {
      llvm::Value* low = ir.CreateTrunc(linear->step, ir.getInt32Ty());
      conditions_.push_back(ir.CreateICmpEQ(ir.CreateSExt(low, ir.getInt64Ty()), linear->step));
    }
    if (beyond != nullptr) find_repeated(*computed, std::bit_ceil(beyond->getLimitedValue() + 1));
    known_.insert({&comparison, llvm::ConstantInt::getBool(function_.getContext(), assumed)});
    offsets_.insert({computed, *linear});
  }

  // Finds repeated prefetches: messages of less than a cache line mostly access the same lines of a window, so that
  // only the first one of a line need prefetch. `bytes` are accessed from `offset` on.
  void find_repeated(const llvm::Instruction& offset, std::uint64_t bytes) {
    for (const llvm::User* place : offset.users()) {
      const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(place);
      if (address == nullptr || bytes >= kCacheLine) continue;
      std::uint64_t& before = prefetched_[address->getPointerOperand()];
      const bool is_first = before % kCacheLine == 0;
      before += bytes;
      if (is_first) continue;
      for (const llvm::User* ahead : address->users())
        for (const llvm::User* user : ahead->users())
          if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(user);
              call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::prefetch)
            repeated_.insert(const_cast<llvm::IntrinsicInst*>(call));
    }
  }

  // Records a loop over the models of a group before the loop over threads. Returns whether the group's test may be
  // used.
  llvm::Value* verify_models(LinearValues& values) {
    llvm::BasicBlock* entry = &function_.getEntryBlock();
    llvm::BasicBlock *verify = create_block("verify"), *ready = create_block("ready");
    entry->getTerminator()->setSuccessor(0, verify);
    llvm::IRBuilder<> ir(verify);
    llvm::PHINode* thread = ir.CreatePHI(ir.getInt32Ty(), 2);
    llvm::PHINode* held = ir.CreatePHI(ir.getInt1Ty(), 2);
    llvm::Value* all = ir.CreateAnd(held, values.verify(ir, thread));
    llvm::Value* next = ir.CreateAdd(thread, ir.getInt32(1));
    thread->addIncoming(ir.getInt32(0), entry);
    thread->addIncoming(next, verify);
    held->addIncoming(ir.getTrue(), entry);
    held->addIncoming(all, verify);
    ir.CreateCondBr(ir.CreateICmpULT(next, values.thread_count()), verify, ready);
    ir.SetInsertPoint(ready);
    all = ir.CreateAnd(all, ir.CreateICmpUGT(values.thread_count(), ir.getInt32(1)));
    ir.CreateBr(head_);
    head_->replacePhiUsesWith(entry, ready);
    return all;
  }

  // Records the test of a group before its first thread.
  void test_group(LinearValues& values, llvm::Value* usable) {
    auto* choose = create_block("choose");
    head_->getTerminator()->replaceSuccessorWith(start_, choose);
    llvm::IRBuilder<> ir(choose);
    ir.CreateCondBr(ir.CreateAnd(usable, ir.CreateICmpEQ(thread_, ir.getInt32(0))), test_, start_);
    ir.SetInsertPoint(test_);
    llvm::Value* all = ir.getTrue();
    for (const auto* conditions : {&values.conditions(), &conditions_})
      for (llvm::Value* each : *conditions) all = ir.CreateAnd(all, each);
    if (const Counter& limited = counters_[limited_]; limited.added != nullptr) {
      llvm::Value* before_last = ir.CreateZExt(ir.CreateSub(values.thread_count(), ir.getInt32(1)), ir.getInt64Ty());
      all = ir.CreateAnd(all, ir.CreateICmpULT(sum_after(ir, limited, before_last), limit_));
    }
    begin_ = create_block("begin");
    turn_ = create_block("turn");
    ir.CreateCondBr(all, begin_, start_);
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
    for (const auto& [offset, linear] : offsets_) {
      if (linear.step == nullptr || moved.contains(linear.step)) continue;
      llvm::PHINode* sum = ir.CreatePHI(ir.getInt64Ty(), 2);
      sum->addIncoming(ir.getInt64(0), begin_);
      sum->addIncoming(after.CreateAdd(sum, linear.step), turned);
      moved[linear.step] = sum;
    }
    for (Counter& each : counters_) {
      if (each.added != nullptr) continue;
      each.in_group = ir.CreatePHI(each.sum->getType(), 2);
      each.in_group->addIncoming(each.sum, begin_);
    }
    llvm::ValueToValueMapTy copies;
    copies[thread_] = thread;
    copies[head_] = turned;
    llvm::Value* ended = ir.CreateZExt(thread, ir.getInt64Ty());
    for (const Counter& each : counters_)
      copies[each.sum] = each.in_group != nullptr ? each.in_group : sum_after(ir, each, ended);
    llvm::MapVector<llvm::Instruction*, llvm::Value*> replaced(known_);
    for (const auto& [offset, linear] : offsets_)
      replaced.insert({offset, linear.step == nullptr ? linear.first : ir.CreateAdd(linear.first, moved[linear.step])});
    for (const auto& each : shared_) replaced.insert(each);
    copy_blocks(copies, replaced);
    ir.CreateBr(llvm::cast<llvm::BasicBlock>(copies[start_]));
    end_turn(after, values, *thread, copies);
  }

  void copy_blocks(llvm::ValueToValueMapTy& copies, const llvm::MapVector<llvm::Instruction*, llvm::Value*>& replaced) {
    std::vector<llvm::BasicBlock*> made;
    region_.push_back(out_);
    for (llvm::BasicBlock* block : region_) {
      made.push_back(llvm::CloneBasicBlock(block, copies, ".turn", &function_));
      copies[block] = made.back();
    }
    for (llvm::PHINode& phi : llvm::make_early_inc_range(made.back()->phis()))
      if (phi.getBasicBlockIndex(head_) >= 0) phi.removeIncomingValue(head_);
    for (llvm::BasicBlock* block : made)
      for (llvm::Instruction& each : *block)
        llvm::RemapInstruction(&each, copies, llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
    for (const auto& [original, value] : replaced) copies[original]->replaceAllUsesWith(value);
    for (llvm::Instruction* each : repeated_) llvm::cast<llvm::Instruction>(copies[each])->eraseFromParent();
    // The group is stored once.
    for (llvm::Instruction& each : llvm::make_early_inc_range(*llvm::cast<llvm::BasicBlock>(copies[start_]))) {
      auto* store = llvm::dyn_cast<llvm::StoreInst>(&each);
      if (store != nullptr && store->getValueOperand() == group_) store->moveBefore(begin_->getTerminator());
    }
  }

  // Records what follows a thread: another thread of the group, or the loop over groups.
  void end_turn(llvm::IRBuilder<>& ir, LinearValues& values, llvm::PHINode& thread, llvm::ValueToValueMapTy& copies) {
    llvm::BasicBlock* turned = ir.GetInsertBlock();
    llvm::Value* next = ir.CreateAdd(&thread, ir.getInt32(1));
    llvm::Value* is_last = ir.CreateICmpEQ(next, values.thread_count());
    llvm::Value* ends = is_last;
    // If the limit cannot be reached in the group, sums after its last thread do not depend on the loop.
    const bool ends_early = counters_[limited_].added == nullptr;
    llvm::Value* ended = ir.CreateZExt(ends_early ? next : values.thread_count(), ir.getInt64Ty());
    for (const Counter& each : counters_) {
      llvm::Value* sum = each.next;
      if (each.added != nullptr)
        sum = sum_after(ir, each, ended);
      else if (llvm::Value* copy = copies.lookup(each.next))
        sum = copy;
      each.sum->addIncoming(sum, turned);
      if (each.in_group == nullptr) continue;
      each.in_group->addIncoming(sum, turned);
      if (&each == &counters_[limited_]) ends = ir.CreateOr(ends, ir.CreateICmpUGE(sum, limit_));
    }
    thread.addIncoming(ir.getInt32(0), begin_);
    thread.addIncoming(next, turned);
    thread_->addIncoming(ir.CreateSelect(is_last, ir.getInt32(0), next), turned);
    group_->addIncoming(ir.CreateAdd(group_, ir.CreateZExt(is_last, ir.getInt32Ty())), turned);
    ir.CreateCondBr(ends, head_, turn_);
  }

  llvm::Function& function_;
  // The loop over threads: its first and last block, the blocks of a thread, from `start_` to `latch_`, and its end.
  llvm::BasicBlock *head_ = nullptr, *latch_ = nullptr, *start_ = nullptr, *out_ = nullptr;
  std::vector<llvm::BasicBlock*> region_;
  llvm::PHINode *thread_ = nullptr, *group_ = nullptr;
  std::vector<Counter> counters_;
  std::size_t limited_ = ~std::size_t{0};  // index of the counter of instructions
  llvm::Value* limit_ = nullptr;           // of instructions

  // What holds for a group that passes its test.
  llvm::MapVector<llvm::Instruction*, llvm::Value*> known_, shared_;
  llvm::MapVector<llvm::Instruction*, Linear> offsets_;
  std::vector<llvm::Value*> conditions_;
  std::map<const llvm::Value*, std::uint64_t> prefetched_;  // window -> bytes of messages
  llvm::SetVector<llvm::Instruction*> repeated_;            // prefetches

  // Blocks of the inner loop: the group's test, the start of the group, and the start of a thread.
  llvm::BasicBlock *test_ = nullptr, *begin_ = nullptr, *turn_ = nullptr;
};

}  // namespace

bool add_group_loop(llvm::Function& function) { return GroupLoop(function).add(); }

}  // namespace eugene::jit
