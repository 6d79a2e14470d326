#include "jit/record/direct_threads.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <bit>
#include <string>

#include "eu/interpreter.h"
#include "jit/pass/known_models.h"
#include "jit/record/channels.h"
#include "jit/record/thread_loop.h"
#include "jit/recording.h"

namespace eugene::jit {
namespace {

using Op = eu::PreparedOp;

// Marks the bytes of the Thread that `pointer`, which points `offset` bytes into it, is used to load. Returns false if
// a use is not understood.
bool find_loads(const llvm::Value& pointer, std::size_t offset, const llvm::DataLayout& layout,
                std::vector<bool>& loaded) {
  for (const llvm::User* user : pointer.users()) {
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
      const std::size_t size = layout.getTypeStoreSize(load->getType()).getFixedValue();
      if (offset + size > loaded.size()) return false;
      std::fill_n(loaded.begin() + static_cast<std::ptrdiff_t>(offset), size, true);
    } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      if (store->getValueOperand() == &pointer) return false;
    } else if (const auto* place = llvm::dyn_cast<llvm::GEPOperator>(user)) {
      llvm::APInt step(64, 0);
      if (!place->accumulateConstantOffset(layout, step) || step.isNegative()) return false;
      if (!find_loads(*place, offset + step.getZExtValue(), layout, loaded)) return false;
    } else {
      return false;
    }
  }
  return true;
}

// Copies what the thread may load from its model to `thread`, a variable that becomes values: whole registers, and
// dwords of the rest.
void start_thread(Recording& r, DirectThreads& threads, llvm::Value* thread, const std::vector<bool>& loaded) {
  const llvm::IRBuilderBase::InsertPointGuard guard(r.ir);
  r.ir.SetInsertPoint(threads.started);
  BatchCode& batch = threads.batch;
  llvm::Value* model = batch.model();
  llvm::Type* i32 = r.ir.getInt32Ty();
  llvm::Type* grf = llvm::FixedVectorType::get(i32, eu::kGrfBytes / 4);
  std::uint32_t size = 0;
  for (std::uint32_t begin = 0; begin < loaded.size(); begin += size) {
    const bool is_cell = begin < offsetof(eu::Thread, flag);
    size = is_cell ? eu::kGrfBytes : 4;
    const auto first = loaded.begin() + begin;
    if (std::none_of(first, first + size, [](bool each) { return each; })) continue;
    llvm::Value* value =
        begin == 0 ? batch.header() : batch.load_constant(is_cell ? grf : i32, batch.at(model, begin), size);
    r.ir.CreateAlignedStore(value, batch.at(thread, begin), llvm::Align(size));
  }
}

// Replaces the arguments for Thread and waiting channels by variables.
bool replace_arguments(Recording& r, DirectThreads& threads) {
  llvm::Function& function = *r.function.function;
  std::vector<bool> loaded(sizeof(eu::Thread));
  if (!find_loads(*r.function.thread(), 0, function.getParent()->getDataLayout(), loaded)) return false;
  Builder entry(&function.getEntryBlock(), function.getEntryBlock().begin());
  auto* thread = entry.CreateAlloca(llvm::ArrayType::get(entry.getInt8Ty(), sizeof(eu::Thread)));
  thread->setAlignment(llvm::Align(alignof(eu::Thread)));
  auto* waiting =
      entry.CreateAlloca(entry.getInt32Ty(), entry.getInt32(static_cast<unsigned>(r.plan.flow.joins().size() + 1)));
  start_thread(r, threads, thread, loaded);
  r.function.thread()->replaceAllUsesWith(thread);
  r.function.waiting()->replaceAllUsesWith(waiting);
  for (const unsigned argument : {1U, 2U})  // the caller passes no Thread
    for (const auto attribute : {llvm::Attribute::Dereferenceable, llvm::Attribute::Alignment})
      function.removeParamAttr(argument, attribute);
  const std::uint32_t used = r.plan.kernel.prepared().channel_use.used;
  function.addFnAttr(kRunsDirectThreads, std::to_string(std::bit_width(used)));
  return true;
}

// Records the thread's writes, in the block where it ends.
void record_stores(Recording& r) {
  for (const DelayedStore& each : r.direct->stores) {
    auto* store = r.function.create_block("store");
    auto* stored = r.function.create_block("stored");
    r.ir.CreateCondBr(r.ir.CreateLoad(r.ir.getInt1Ty(), each.is_set), store, stored);
    r.ir.SetInsertPoint(store);
    const auto value = [&](llvm::Value* variable) {
      return r.ir.CreateLoad(llvm::cast<llvm::AllocaInst>(variable)->getAllocatedType(), variable);
    };
    std::vector<llvm::Value*> arguments;
    for (llvm::Value* part : each.address) arguments.push_back(value(part));
    arguments.push_back(value(each.channels));
    for (llvm::Value* part : each.payload) arguments.push_back(value(part));
    auto* call = r.ir.CreateCall(each.store, arguments);
    call->setDoesNotThrow();
    r.messages.add_call(call, 1);
    r.ir.CreateBr(stored);
    r.ir.SetInsertPoint(stored);
  }
}

}  // namespace

bool may_be_direct(const KernelPlan& plan) {
  const Assumptions& assumptions = plan.assumptions;
  const bool is_usual = assumptions.live_out == LiveOut::needed && !assumptions.observed.any() &&
                        assumptions.only == nullptr && !plan.is_alone() && plan.has(kFull);
  if (!is_usual || plan.kernel.program().variable_registers != 0 || !is_short(plan.kernel)) return false;
  return std::ranges::none_of(plan.ops(), [&](const Op& op) {
    const bool calls = op.action == eu::Action::branch &&
                       (op.flow.rule.kind == sem::Flow::call || op.flow.rule.kind == sem::Flow::ret);
    return calls || plan.flow.is_interpreted(op.index);
  });
}

DirectThreads begin_direct_threads(Recording& r) {
  DirectThreads threads{.batch = BatchCode(r.ir, r.function.frame(), false),
                        .head = r.function.create_block("thread"),
                        .out = r.function.create_block("out")};
  BatchCode& batch = threads.batch;
  r.variables.running = r.ir.CreateAlloca(r.ir.getInt32Ty());
  r.variables.resume = r.ir.CreateAlloca(r.ir.getInt32Ty());
  llvm::Value* instructions = r.ir.CreateAlloca(r.ir.getInt64Ty());
  llvm::Value* lanes = r.ir.CreateAlloca(r.ir.getInt64Ty());
  r.counters.use(instructions, lanes, r.variables.running);
  r.variables.budget = r.function.load_from_frame(r.ir.getInt64Ty(), offsetof(Frame, budget));
  r.variables.windows = r.function.load_from_frame(r.ir.getPtrTy(), offsetof(Frame, windows));
  r.ir.CreateBr(threads.head);

  r.ir.SetInsertPoint(threads.head);
  auto* start = r.function.create_block("start");
  r.ir.CreateCondBr(batch.can_start(), start, threads.out);
  r.ir.SetInsertPoint(start);
  // Say which thread of which group runs if an access to memory faults.
  r.ir.CreateStore(batch.element(batch.threads, batch.load(batch.thread), sizeof(eu::Thread)),
                   batch.in_frame(offsetof(Frame, thread)));
  batch.store_member(batch.group);
  r.ir.CreateStore(r.ir.getInt64(0), instructions);
  r.ir.CreateStore(r.ir.getInt64(0), lanes);
  r.direct->give_up = threads.out;
  // The channels are a constant, so the thread's must be just those that the kernel uses.
  const std::uint32_t used = r.plan.kernel.prepared().channel_use.used;
  llvm::Type* i32 = r.ir.getInt32Ty();
  llvm::Value* model = batch.model();
  llvm::Value* channels = batch.load_constant(i32, batch.at(model, offsetof(eu::Thread, dispatched)), 4);
  llvm::Value* running = batch.load_constant(i32, batch.at(model, offsetof(eu::Thread, running)), 4);
  llvm::Value* as_used =
      r.ir.CreateAnd(r.ir.CreateICmpEQ(channels, r.ir.getInt32(used)), r.ir.CreateICmpEQ(running, r.ir.getInt32(used)));
  auto* first = r.function.create_block("first");
  threads.started = r.ir.CreateCondBr(as_used, first, threads.out);
  r.ir.SetInsertPoint(first);
  set_running(r, r.ir.getInt32(used));
  return threads;
}

bool end_direct_threads(Recording& r, DirectThreads& threads) {
  const auto remove = [&] {
    r.function.function->eraseFromParent();
    r.messages.remove();
    return false;
  };
  if (!r.direct->is_possible || r.direct->stores.empty()) return remove();
  Builder start(threads.started);
  for (const DelayedStore& each : r.direct->stores) start.CreateStore(start.getFalse(), each.is_set);
  llvm::BasicBlock* exit = r.exit.block;
  exit->getTerminator()->eraseFromParent();
  r.ir.SetInsertPoint(exit);
  record_stores(r);
  threads.batch.add(threads.batch.instructions, r.exit.instructions);
  threads.batch.add(threads.batch.lane_operations, r.exit.lanes);
  threads.batch.move_to_next();
  r.ir.CreateBr(threads.head);

  r.ir.SetInsertPoint(threads.out);
  threads.batch.store_members();
  r.ir.CreateRet(r.ir.getInt32(0));
  if (!replace_arguments(r, threads)) return remove();
  r.messages.inline_calls();
  return true;
}

}  // namespace eugene::jit
