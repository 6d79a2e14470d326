#include "jit/record/exits.h"

#include <llvm/IR/MDBuilder.h>

#include <algorithm>
#include <array>

#include "jit/record/channels.h"
#include "jit/record/digests.h"

namespace eugene::jit {
namespace {

// An exit of compiled code, and whether the thread's registers are read after it. Every exit needs ip and counts. With
// LiveOut::all, registers are read after every exit, to report or compare them when the thread has ended.
struct ExitKind {
  std::uint32_t why;
  bool reads_registers;
};

constexpr std::uint32_t to_number(eu::Stop stop) { return static_cast<std::uint32_t>(stop); }

constexpr std::array<ExitKind, 6> kExitKinds{{
    {to_number(eu::Stop::end_of_thread), false},
    {to_number(eu::Stop::fault), false},   // the report of a fault is in the Frame
    {to_number(eu::Stop::waiting), true},  // these: read by the thread itself, when it is resumed
    {to_number(eu::Stop::blocked), true},
    {to_number(eu::Stop::out_of_budget), true},  // preemption, a change of tiers, a slice of a debugger
    {kInterpret, true},
}};

bool reads_registers(std::uint32_t why) { return std::ranges::find(kExitKinds, why, &ExitKind::why)->reads_registers; }

// Records the end of the current block, which leaves the code.
void go_to_exit(Recording& r, std::uint32_t why, const eu::PreparedOp* op) {
  if (r.direct && why != to_number(eu::Stop::end_of_thread)) {
    r.ir.CreateBr(r.direct->give_up);
    return;
  }
  if (r.plan.assumptions.live_out == LiveOut::all || reads_registers(why)) r.registers.write_back_aside();
  const Counters::Counts now = r.counters.now();
  if (op != nullptr) r.function.store_state(offsetof(eu::Thread, ip), r.ir.getInt32(op->ip));
  llvm::BasicBlock* from = r.ir.GetInsertBlock();
  r.exit.why->addIncoming(r.ir.getInt32(why), from);
  r.exit.instructions->addIncoming(now.instructions, from);
  r.exit.lanes->addIncoming(now.lanes, from);
  llvm::BranchInst* out = r.ir.CreateBr(r.exit.block);
  mark_live_cells(*out, read_after(r, why, op));
}

}  // namespace

ReadAfter read_after(const Recording& r, std::uint32_t why, const eu::PreparedOp* op) {
  eu::Cells cells(eu::cell_count(r.plan.kernel.program()));
  const auto& live = r.plan.live[r.version];
  if (!live) return {cells.set()};
  if (!reads_registers(why)) return {cells, false};
  return {op != nullptr ? live->before(op->index) : cells.set()};
}

// Registers, flags and waiting channels are already in memory.
void record_exit(Recording& r) {
  const llvm::IRBuilderBase::InsertPointGuard guard(r.ir);
  r.exit.block = r.function.create_block("exit");
  r.ir.SetInsertPoint(r.exit.block);
  r.exit.why = r.ir.CreatePHI(r.ir.getInt32Ty(), 0);
  r.exit.instructions = r.ir.CreatePHI(r.ir.getInt64Ty(), 0);
  r.exit.lanes = r.ir.CreatePHI(r.ir.getInt64Ty(), 0);
  // In the full version, all channels run, so the mask is unchanged.
  if (r.plan.has(kPartial)) r.function.store_state(offsetof(eu::Thread, running), running(r));
  r.function.store_state(offsetof(eu::Thread, instructions_executed), r.exit.instructions);
  r.function.store_state(offsetof(eu::Thread, lane_operations), r.exit.lanes);
  store_digest(r);
  r.ir.CreateRet(r.exit.why);
}

void leave(Recording& r, std::uint32_t why, const eu::PreparedOp* op) {
  go_to_exit(r, why, op);
  r.counters.drop();
  r.registers.forget();
}

void leave_if(Recording& r, llvm::Value* condition, std::uint32_t why, const eu::PreparedOp* op) {
  auto* leaving = r.function.create_block("leaving");
  auto* on = r.function.create_block("on");
  r.ir.CreateCondBr(condition, leaving, on, llvm::MDBuilder(*r.function.unit.context).createBranchWeights(1, 2000));
  r.ir.SetInsertPoint(leaving);
  go_to_exit(r, why, op);
  r.ir.SetInsertPoint(on);
}

}  // namespace eugene::jit
