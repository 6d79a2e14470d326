#include "jit/record/direct_threads.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <array>

#include "eu/interpreter.h"
#include "jit/record/channels.h"
#include "jit/record/thread_loop.h"
#include "jit/recording.h"

namespace eugene::jit {
namespace {

using Op = eu::PreparedOp;

// Members of the Batch that change from thread to thread.
struct Member {
  std::size_t offset;
  unsigned bits;
};
enum : std::uint8_t { kGroup, kThread, kInstructions, kLaneOperations };
constexpr std::array<Member, 4> kMembers{{{offsetof(eu::Batch, group), 32},
                                          {offsetof(eu::Batch, thread), 32},
                                          {offsetof(eu::Batch, instructions), 64},
                                          {offsetof(eu::Batch, lane_operations), 64}}};

llvm::Value* at(Recording& r, llvm::Value* base, std::size_t offset) {
  return r.ir.CreateConstInBoundsGEP1_32(r.ir.getInt8Ty(), base, static_cast<unsigned>(offset));
}
llvm::Value* in_batch(Recording& r, std::size_t offset) {
  return at(r, r.function.frame(), offsetof(Frame, batch) + offset);
}
llvm::Value* of_batch(Recording& r, llvm::Type* type, std::size_t offset) {
  return r.ir.CreateLoad(type, in_batch(r, offset));
}
llvm::Type* type_of(Recording& r, const Member& member) { return r.ir.getIntNTy(member.bits); }
llvm::Value* load(Recording& r, const DirectThreads& threads, unsigned member) {
  return r.ir.CreateLoad(type_of(r, kMembers[member]), threads.variables[member]);
}
llvm::Value* element(Recording& r, llvm::Value* base, llvm::Value* index, std::size_t bytes) {
  llvm::Value* offset = r.ir.CreateMul(r.ir.CreateZExt(index, r.ir.getInt64Ty()), r.ir.getInt64(bytes));
  return r.ir.CreateInBoundsGEP(r.ir.getInt8Ty(), base, offset);
}

// Loads memory that does not change while the function runs.
llvm::Value* load_constant(Recording& r, llvm::Type* type, llvm::Value* place, llvm::Align align) {
  auto* loaded = r.ir.CreateAlignedLoad(type, place, align);
  loaded->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(*r.function.unit.context, {}));
  return loaded;
}

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

// Returns r0 of the thread: the model's, with the group's IDs.
llvm::Value* header(Recording& r, const DirectThreads& threads) {
  const llvm::Align align(eu::kGrfBytes);
  llvm::Value* found =
      load_constant(r, llvm::FixedVectorType::get(r.ir.getInt32Ty(), eu::kGrfBytes / 4), threads.model, align);
  for (std::size_t i = 0; i < eu::kGroupDwords.size(); ++i) {
    llvm::Value* id = load_constant(r, r.ir.getInt32Ty(), at(r, threads.group, 4 * i), llvm::Align(4));
    found = r.ir.CreateInsertElement(found, id, eu::kGroupDwords[i]);
  }
  return found;
}

// Copies what the thread may load from its model to `thread`, a variable that becomes values.
void start_thread(Recording& r, const DirectThreads& threads, llvm::Value* thread, const std::vector<bool>& loaded) {
  const llvm::IRBuilderBase::InsertPointGuard guard(r.ir);
  r.ir.SetInsertPoint(threads.started);
  for (std::uint32_t begin = 0; begin < loaded.size(); begin += 4) {
    const bool is_cell = begin % eu::kGrfBytes == 0 && begin < offsetof(eu::Thread, flag);
    const std::uint32_t size = is_cell ? eu::kGrfBytes : 4;
    const auto first = loaded.begin() + begin;
    if (std::none_of(first, first + size, [](bool each) { return each; })) {
      begin += size - 4;
      continue;
    }
    llvm::Type* i32 = r.ir.getInt32Ty();
    llvm::Type* type = is_cell ? llvm::cast<llvm::Type>(llvm::FixedVectorType::get(i32, size / 4)) : i32;
    llvm::Value* value =
        begin == 0 ? header(r, threads) : load_constant(r, type, at(r, threads.model, begin), llvm::Align(size));
    r.ir.CreateAlignedStore(value, at(r, thread, begin), llvm::Align(size));
    begin += size - 4;
  }
}

// Replaces the arguments for Thread and waiting channels by variables.
bool replace_arguments(Recording& r, const DirectThreads& threads) {
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
  for (const unsigned argument : {1U, 2U})  // the caller passes null
    for (const auto attribute : {llvm::Attribute::Dereferenceable, llvm::Attribute::Alignment})
      function.removeParamAttr(argument, attribute);
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
    std::vector<llvm::Value*> arguments{r.function.frame(), value(each.host), r.ir.getInt32(0), value(each.channels)};
    for (llvm::Value* part : each.payload) arguments.push_back(value(part));
    auto* call = r.ir.CreateCall(each.store, arguments);
    call->setDoesNotThrow();
    r.messages.add_call(call, 1);
    r.ir.CreateBr(stored);
    r.ir.SetInsertPoint(stored);
  }
}

// Counts the thread and moves to the next one.
void count_thread(Recording& r, const DirectThreads& threads) {
  const auto add = [&](unsigned member, llvm::Value* count) {
    r.ir.CreateStore(r.ir.CreateAdd(load(r, threads, member), count), threads.variables[member]);
  };
  add(kInstructions, r.exit.instructions);
  add(kLaneOperations, r.exit.lanes);
  llvm::Value* next = r.ir.CreateAdd(load(r, threads, kThread), r.ir.getInt32(1));
  llvm::Value* is_last = r.ir.CreateICmpEQ(next, threads.threads_of_group);
  r.ir.CreateStore(r.ir.CreateSelect(is_last, r.ir.getInt32(0), next), threads.variables[kThread]);
  add(kGroup, r.ir.CreateZExt(is_last, r.ir.getInt32Ty()));
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
  DirectThreads threads{.head = r.function.create_block("thread"), .out = r.function.create_block("out")};
  for (const Member& each : kMembers) {
    threads.variables.push_back(r.ir.CreateAlloca(type_of(r, each)));
    r.ir.CreateStore(of_batch(r, type_of(r, each), each.offset), threads.variables.back());
  }
  threads.threads_of_group = of_batch(r, r.ir.getInt32Ty(), offsetof(eu::Batch, threads_of_group));
  llvm::Value* group_count = of_batch(r, r.ir.getInt32Ty(), offsetof(eu::Batch, group_count));
  llvm::Value* limit = of_batch(r, r.ir.getInt64Ty(), offsetof(eu::Batch, limit));
  llvm::Value* memory = of_batch(r, r.ir.getPtrTy(), offsetof(eu::Batch, threads));
  llvm::Value* models = of_batch(r, r.ir.getPtrTy(), offsetof(eu::Batch, models));
  llvm::Value* groups = of_batch(r, r.ir.getPtrTy(), offsetof(eu::Batch, groups));
  r.variables.running = r.ir.CreateAlloca(r.ir.getInt32Ty());
  r.variables.resume = r.ir.CreateAlloca(r.ir.getInt32Ty());
  llvm::Value* instructions = r.ir.CreateAlloca(r.ir.getInt64Ty());
  llvm::Value* lanes = r.ir.CreateAlloca(r.ir.getInt64Ty());
  r.counters.use(instructions, lanes, r.variables.running);
  r.variables.budget = r.function.load_from_frame(r.ir.getInt64Ty(), offsetof(Frame, budget));
  r.variables.windows = r.function.load_from_frame(r.ir.getPtrTy(), offsetof(Frame, windows));
  r.ir.CreateBr(threads.head);

  r.ir.SetInsertPoint(threads.head);
  llvm::Value* group = load(r, threads, kGroup);
  llvm::Value* may_start =
      r.ir.CreateAnd(r.ir.CreateICmpNE(group, group_count), r.ir.CreateICmpULT(load(r, threads, kInstructions), limit));
  auto* start = r.function.create_block("start");
  r.ir.CreateCondBr(may_start, start, threads.out);
  r.ir.SetInsertPoint(start);
  llvm::Value* index = load(r, threads, kThread);
  threads.model = element(r, models, index, sizeof(eu::Thread));
  threads.group = element(r, groups, group, sizeof(*eu::Batch::groups));
  // Says which thread runs if an access to memory faults.
  r.ir.CreateStore(element(r, memory, index, sizeof(eu::Thread)), at(r, r.function.frame(), offsetof(Frame, thread)));
  r.ir.CreateStore(group, in_batch(r, offsetof(eu::Batch, group)));
  r.ir.CreateStore(index, in_batch(r, offsetof(eu::Batch, thread)));
  r.ir.CreateStore(r.ir.getInt64(0), instructions);
  r.ir.CreateStore(r.ir.getInt64(0), lanes);
  r.direct->give_up = threads.out;
  // The channels are a constant, so the thread's must be just those that the kernel uses.
  const std::uint32_t used = r.plan.kernel.prepared().channel_use.used;
  llvm::Type* i32 = r.ir.getInt32Ty();
  llvm::Value* channels = load_constant(r, i32, at(r, threads.model, offsetof(eu::Thread, dispatched)), llvm::Align(4));
  llvm::Value* running = load_constant(r, i32, at(r, threads.model, offsetof(eu::Thread, running)), llvm::Align(4));
  llvm::Value* as_used =
      r.ir.CreateAnd(r.ir.CreateICmpEQ(channels, r.ir.getInt32(used)), r.ir.CreateICmpEQ(running, r.ir.getInt32(used)));
  auto* first = r.function.create_block("first");
  threads.started = r.ir.CreateCondBr(as_used, first, threads.out);
  r.ir.SetInsertPoint(first);
  set_running(r, r.ir.getInt32(used));
  return threads;
}

bool end_direct_threads(Recording& r, const DirectThreads& threads) {
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
  count_thread(r, threads);
  r.ir.CreateBr(threads.head);

  r.ir.SetInsertPoint(threads.out);
  for (std::size_t i = 0; i < kMembers.size(); ++i)
    r.ir.CreateStore(load(r, threads, static_cast<unsigned>(i)), in_batch(r, kMembers[i].offset));
  r.ir.CreateRet(r.ir.getInt32(0));
  if (!replace_arguments(r, threads)) return remove();
  r.messages.inline_calls();
  return true;
}

}  // namespace eugene::jit
