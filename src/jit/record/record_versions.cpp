#include "jit/record/record_versions.h"

#include "jit/record/channels.h"

namespace eugene::jit {

// Also means that no channel waits: a waiting channel is not running.
llvm::Value* all_run(Recording& r) {
  llvm::Value* dispatched = r.function.load_state(r.ir.getInt32Ty(), offsetof(eu::Thread, dispatched));
  llvm::Value* now = r.ir.CreateLoad(r.ir.getInt32Ty(), r.variables.running);
  llvm::Value* all = r.ir.CreateICmpEQ(now, dispatched);
  if (r.plan.is_alone()) return r.ir.CreateAnd(all, r.ir.CreateICmpEQ(now, r.ir.getInt32(1)));
  llvm::Value* used = r.ir.getInt32(r.plan.kernel.prepared().channel_use.used);
  llvm::Value* enough = r.ir.CreateICmpEQ(r.ir.CreateAnd(dispatched, used), used);
  return r.ir.CreateAnd(all, enough);
}

// Continues as if the thread were resumed there: through the heads of the enclosing loops.
void continue_in_partial(Recording& r, std::uint32_t index) {
  if (r.direct) {
    r.ir.CreateBr(r.direct->give_up);
    return;
  }
  r.ir.CreateStore(r.ir.getInt32(index), r.variables.resume);
  r.ir.CreateBr(r.block(r.plan.flow.first_step_to(index, 0), kPartial));
}

void return_to_full(Recording& r, const eu::PreparedOp& op) {
  auto* on = r.function.create_block("on");
  r.ir.CreateCondBr(all_run(r), r.block(op.index, kFull), on);
  r.ir.SetInsertPoint(on);
}

}  // namespace eugene::jit
