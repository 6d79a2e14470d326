#include "jit/record/record_alu.h"

#include "eu/execute/compute.h"
#include "eu/prepare/operand_plan.h"
#include "isa/state_registers.h"
#include "jit/record/accumulators.h"
#include "jit/record/channels.h"
#include "jit/record/control_modes.h"
#include "jit/record/exits.h"
#include "jit/record/indirect.h"
#include "jit/record/operands.h"
#include "jit/record/vector_ops.h"

namespace eugene::jit {
namespace {

using eu::Action;
using eu::DestinationPlan;
using Op = eu::PreparedOp;

// Records a constant change of cr0.0 (SNB PRM vol4 part2 5.3.4.8), which many kernels begin with. Only outside the
// system routine, where eu::after_control_write() just clears cr0.3. An ExecutionState reads its mode again
// (ExecutionState::follow_control). Only the interpreter sets the host's rounding mode.
bool record_control_write(Recording& r, const Op& op) {
  const isa::Instruction& inst = r.instruction(op);
  if (op.destination.kind != DestinationPlan::Kind::direct || op.destination.offset != offsetof(eu::Thread, control))
    return false;
  const std::uint32_t before = *r.plan.control[op.index];
  const auto after = control_after(inst, before);
  const auto rounding = [&](std::uint32_t control) { return sem::decode_mode(r.plan.gen(), control).rounding; };
  if (!after || inst.cond_mod != isa::CondMod::none || inst.acc_wr_en || ((before | *after) & isa::cr0::kMaster) != 0 ||
      rounding(before) != rounding(*after))
    return false;
  r.function.store_state(offsetof(eu::Thread, control), r.ir.getInt32(*after));
  r.function.store_state(offsetof(eu::Thread, control) + 3 * sizeof(std::uint32_t), r.ir.getInt32(0));
  count(r, op, enabled(r, op));
  return true;
}

// Returns false for rare cases that are left to the interpreter and can be recognised from the instruction.
bool is_recorded(const Recording& r, const Op& op, const sem::Mode& mode) {
  const isa::Instruction& inst = r.instruction(op);
  const bool has_floats = eu::is_float(op.exec) || isa::is_float(inst.dst.type);
  if (has_floats && mode.rounding != sem::Rounding::nearest_even) return false;
  if (op.alu.scatters || op.alu.refreshes || op.alu.overflow != nullptr || op.alu.second != nullptr) return false;
  return !op.alu.saturates_sum && is_destination_recorded(r, op);
}

// Selects by the predicate (sel) or by a comparison (sel with condition modifier, csel).
llvm::Value* record_selection(Recording& r, const Op& op, const sem::Mode& mode, llvm::Value* const (&sources)[3]) {
  const auto& [a, b, c] = sources;
  if (op.alu.compare != nullptr) return record_conditional_select(r.ir, mode, r.instruction(op), op.exec, a, b, c);
  llvm::Value* mask = channel_mask(r.ir, predicate(r, op), op.lanes.count);
  return mask == nullptr ? a : r.ir.CreateSelect(mask, as_integers(r.ir, a), as_integers(r.ir, b));
}

// Returns the result lanes of an instruction other than a comparison; no value if the JIT has no code for it.
Computed compute(Recording& r, const Op& op, const sem::Mode& mode, llvm::Value* const (&sources)[3]) {
  const isa::Instruction& inst = r.instruction(op);
  if (op.action == Action::select || op.action == Action::select_compare)
    return {record_selection(r, op, mode, sources), nullptr};
  if (op.alu.compute == nullptr) return {sources[0], nullptr};
  const Compute recorder =
      inst.row().format == isa::Format::math ? math_recorder(op.exec) : compute_recorder(inst.opcode, op.exec);
  return recorder != nullptr ? recorder(r.ir, mode, inst, sources[0], sources[1], sources[2]) : Computed{};
}

eu::AccumulatorChannels implicit_channels(const Op& op) { return {op.alu.accumulator, op.alu.accumulator_bytes}; }

// Whether the accumulator can receive a second result, or integers by AccWrEn unless cr0.0 disables AccWrEn.
bool can_accumulate(const Recording& r, const Op& op) {
  if (!op.alu.accumulates) return true;
  const bool is_disabled = (*r.plan.control[op.index] & isa::cr0::kAccumulatorDisable) != 0;
  return !isa::is_float(r.instruction(op).dst.type) && !(is_disabled && op.alu.accumulate == nullptr) &&
         is_accumulator_recorded(r, implicit_channels(op), op.lanes.count);
}

// Returns an integer result as i64 lanes, for an accumulator. A result that was computed in 64 bits and not saturated
// is used as it is. Otherwise the destination's elements are widened.
llvm::Value* integers(Recording& r, const Op& op, llvm::Value* lanes, llvm::Value* elements) {
  const isa::Instruction& inst = r.instruction(op);
  const bool is_wide = op.exec == eu::Exec::i64 || op.exec == eu::Exec::u64;
  if (is_wide && !inst.saturate) return lanes;
  return record_load(r.ir, inst.dst.type, eu::Exec::i64, as_integers(r.ir, elements));
}

// Writes the second result of mach, addc and subb to the accumulator, or the result by AccWrEn.
void accumulate(Recording& r, const Op& op, const Computed& result, llvm::Value* elements, llvm::Value* channels) {
  llvm::Value* lanes = result.accumulator != nullptr ? result.accumulator : integers(r, op, result.value, elements);
  store_accumulator(r, implicit_channels(op), lanes, channels);
}

// Writes the flag, and ones and zeros to the destination.
bool record_compare(Recording& r, const Op& op, const sem::Mode& mode, llvm::Value* const (&sources)[3]) {
  llvm::Value* comparison = record_comparison(r.ir, mode, r.instruction(op), op.exec, sources[0], sources[1]);
  if (op.destination.kind == DestinationPlan::Kind::accumulator || op.alu.accumulates) return false;
  // Scalars are compared once, so that LLVM sees that a branch by this flag is taken by all channels or by none.
  if (eu::has_equal_lanes(op.source[0], op.exec) && eu::has_equal_lanes(op.source[1], op.exec))
    comparison = r.ir.CreateVectorSplat(op.lanes.count, r.ir.CreateExtractElement(comparison, std::uint64_t{0}));
  llvm::Value* channels = written_channels(r, op);
  write_flags(r, op, comparison, channels);
  if (op.destination.kind != DestinationPlan::Kind::none) {
    llvm::Type* element = llvm::FixedVectorType::get(r.ir.getIntNTy(op.destination.element_bytes * 8U), op.lanes.count);
    const bool all_bits = r.plan.gen().compare_writes_all_bits;
    store_result(r, op, all_bits ? r.ir.CreateSExt(comparison, element) : r.ir.CreateZExt(comparison, element),
                 channels);
  }
  count(r, op, channels);
  return true;
}

// Returns false if the instruction is left to the interpreter.
bool record_specialised(Recording& r, const Op& op) {
  const isa::Instruction& inst = r.instruction(op);
  const sem::Mode mode = r.plan.mode(op);
  if (!is_recorded(r, op, mode)) return false;
  llvm::Value* sources[3] = {};
  for (unsigned i = 0; i < op.sources; ++i) {
    sources[i] = load_source(r, op, i);
    if (sources[i] == nullptr) return false;
  }
  if (op.destination.kind == DestinationPlan::Kind::indirect) check_indirect_destination(r, op);
  if (op.action == Action::compare) return record_compare(r, op, mode, sources);

  const Computed result = compute(r, op, mode, sources);
  if (result.value == nullptr || !can_accumulate(r, op)) return false;
  llvm::Value* channels = written_channels(r, op);
  llvm::Value* elements = result.value;
  if (op.alu.convert != nullptr)
    elements = record_conversion(r.ir, mode, op.exec, inst.dst.type, result.value, inst.saturate);
  if (op.alu.evaluate != nullptr)
    write_flags(r, op, record_condition(r.ir, inst.cond_mod, inst.dst.type, elements), channels);
  // LLVM sees that the flags are set, and removes the iteration that the program skips if all channels run.
  if (op.alu.early_out) write_flags(r, op, r.ir.CreateVectorSplat(op.lanes.count, r.ir.getTrue()), channels);
  if (op.alu.accumulates) accumulate(r, op, result, elements, channels);
  const bool to_accumulator = op.destination.kind == DestinationPlan::Kind::accumulator;
  store_result(r, op, to_accumulator ? integers(r, op, result.value, elements) : elements, channels);
  count(r, op, channels);
  return true;
}

// Records a call of the interpreter.
void interpret(Recording& r, const Op& op) {
  llvm::Value* done = call_runtime(r, kExecuteOne, r.ir.getInt32Ty(), op);
  const auto is = [&](Executed what) {
    return r.ir.CreateICmpEQ(done, r.ir.getInt32(static_cast<std::uint32_t>(what)));
  };
  leave_if(r, is(Executed::faulted), eu::Stop::fault, op);
  r.counters.add_instruction();
  if (op.destination.acts) leave_if(r, is(Executed::elsewhere), kInterpret, nullptr);
}

}  // namespace

void record_alu(Recording& r, const Op& op) {
  if (record_control_write(r, op)) return;
  // If recording is refused half-way, LLVM removes the dead code.
  if (!record_specialised(r, op)) interpret(r, op);
}

}  // namespace eugene::jit
