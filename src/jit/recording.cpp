#include "jit/recording.h"

#include <bit>

#include "jit/record/instruction_counts.h"

namespace eugene::jit {

llvm::BasicBlock* Recording::block(std::uint32_t index, Version which) {
  if (section != nullptr && which == kFull && index > section->branch->index && index <= section->end) {
    llvm::BasicBlock*& found = section->blocks[index];
    if (found == nullptr) found = function.create_block("masked" + llvm::Twine(index));
    return found;
  }
  const bool past_the_end = index >= plan.size();
  llvm::BasicBlock*& found = past_the_end ? blocks[kPartial].back() : blocks[which][index];
  if (found == nullptr) found = function.create_block((which == kFull ? "full" : "i") + llvm::Twine(index));
  return found;
}

void Recording::branch_to(std::uint32_t index) {
  flush();
  ir.CreateBr(block(index));
}

void count(Recording& r, const eu::PreparedOp& op, llvm::Value* channels) {
  const std::uint32_t lanes = op.all & op.write_mask;
  r.counters.add_instruction();
  count_instruction(r, op, counted_channels(r, op, channels));
  if (op.predicated && op.action != eu::Action::select) {
    r.counters.add_lane_count(channels);
  } else if (op.no_mask || r.is_full()) {
    r.counters.add_lanes(static_cast<unsigned>(std::popcount(lanes)));
  } else {
    r.counters.add_running_lanes(op.channel_offset, lanes);
  }
}

llvm::CallInst* call_runtime(Recording& r, const char* name, llvm::Type* result, const eu::PreparedOp& op,
                             llvm::ArrayRef<llvm::Value*> more) {
  if (r.direct) r.direct->is_possible = false;
  KernelFunction& function = r.function;
  r.flush();
  function.store_state(offsetof(eu::Thread, running), r.ir.CreateLoad(r.ir.getInt32Ty(), r.variables.running));
  function.store_state(offsetof(eu::Thread, lane_operations), r.counters.lanes());
  function.store_state(offsetof(eu::Thread, instructions_executed), r.counters.instructions());
  std::vector<llvm::Value*> arguments{function.frame(), function.thread(), r.ir.getInt32(op.index)};
  arguments.insert(arguments.end(), more.begin(), more.end());
  std::vector<llvm::Type*> types;
  for (const llvm::Value* each : arguments) types.push_back(each->getType());
  auto* type = llvm::FunctionType::get(result, types, false);
  auto* made = r.ir.CreateCall(function.unit.module->getOrInsertFunction(name, type), arguments);
  made->setDoesNotThrow();
  r.counters.set_lanes(function.load_state(r.ir.getInt64Ty(), offsetof(eu::Thread, lane_operations)));
  r.registers.forget();
  return made;
}

}  // namespace eugene::jit
