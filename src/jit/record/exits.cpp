#include "jit/record/exits.h"

#include <llvm/IR/MDBuilder.h>

#include "jit/pass/promote_loops.h"
#include "jit/record/channels.h"

namespace eugene::jit {
namespace {

// From the current block, which is on its way out.
void go_to_exit(Recording& r, std::uint32_t why, const eu::PreparedOp* op) {
  const bool reads = reads_registers(r, why);
  if (reads) r.registers.write_back_aside();
  const Counters::Counts now = r.counters.now();
  if (op != nullptr) r.function.store_state(offsetof(eu::Thread, ip), r.ir.getInt32(op->ip));
  llvm::BasicBlock* from = r.ir.GetInsertBlock();
  r.exit.why->addIncoming(r.ir.getInt32(why), from);
  r.exit.instructions->addIncoming(now.instructions, from);
  r.exit.lanes->addIncoming(now.lanes, from);
  llvm::BranchInst* out = r.ir.CreateBr(r.exit.block);
  if (!reads) mark_registers_unread(*out);
}

}  // namespace

bool reads_registers(const Recording& r, std::uint32_t why) {
  if (r.plan.assumptions.live_out == LiveOut::all) return true;
  return why != static_cast<std::uint32_t>(eu::Stop::end_of_thread) &&
         why != static_cast<std::uint32_t>(eu::Stop::fault);
}

// Registers, flags and parked channels are in memory already.
void record_exit(Recording& r) {
  const llvm::IRBuilderBase::InsertPointGuard guard(r.ir);
  r.exit.block = r.function.create_block("exit");
  r.ir.SetInsertPoint(r.exit.block);
  r.exit.why = r.ir.CreatePHI(r.ir.getInt32Ty(), 0);
  r.exit.instructions = r.ir.CreatePHI(r.ir.getInt64Ty(), 0);
  r.exit.lanes = r.ir.CreatePHI(r.ir.getInt64Ty(), 0);
  // In the full version all channels run, as before.
  if (r.plan.has(kPartial)) r.function.store_state(offsetof(eu::Thread, running), running(r));
  r.function.store_state(offsetof(eu::Thread, instructions_executed), r.exit.instructions);
  r.function.store_state(offsetof(eu::Thread, lane_operations), r.exit.lanes);
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
