// Instructions on lanes: eu/execute/execute_alu.cpp, recorded.
#include <algorithm>

#include "eu/execute/compute.h"
#include "jit/frame.h"
#include "jit/record/control_modes.h"
#include "jit/record/kernel_recorder.h"
#include "jit/record/record_lanes.h"
#include "sem/condition.h"

namespace eugene::jit {

using eu::Action;
using eu::DestinationPlan;
using eu::SourcePlan;

namespace {

// Places of the `count` elements of a source or destination that is reached directly.
template <class Plan>
std::vector<unsigned> places_of(const Plan& plan, unsigned count) {
  std::vector<unsigned> places;
  for (unsigned i = 0; i < count; ++i) {
    const int offset = plan.offsets != nullptr ? (*plan.offsets)[i] : plan.stride * static_cast<int>(i);
    places.push_back(static_cast<unsigned>(plan.offset + offset));
  }
  return places;
}

// Registers are taken as vectors of elements: of those that no element straddles.
bool all_aligned(const std::vector<unsigned>& places, unsigned bytes) {
  return std::ranges::all_of(places, [bytes](unsigned place) { return place % bytes == 0; });
}

// Places of the low dwords or of the guards of dword accumulator channels `first` and on.
std::vector<unsigned> accumulator_places(unsigned first, unsigned count, bool guard) {
  std::vector<unsigned> places;
  for (unsigned i = first; i < first + count; ++i) {
    const std::size_t within = guard ? offsetof(eu::Accumulator, guard) : 0;
    places.push_back(
        static_cast<unsigned>(offsetof(eu::Thread, acc) + i / 8 * sizeof(eu::Accumulator) + within + i % 8 * 4));
  }
  return places;
}
constexpr unsigned kDwordChannels = 16;  // in acc0 and acc1

std::optional<eu::Modifier> modifier_of(const SourcePlan& plan, eu::Exec exec) {
  using enum eu::Modifier;
  for (const eu::Modifier each : {negate, absolute, negate_absolute, invert}) {
    if (plan.modify == eu::modify_function(exec, each)) return each;
  }
  return std::nullopt;
}

llvm::Constant* constant_lanes(llvm::LLVMContext& context, const SourcePlan& plan, unsigned bytes) {
  std::vector<llvm::Constant*> lanes;
  for (unsigned i = 0; i < plan.lanes.count; ++i) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, plan.constant + i * bytes, bytes);
    lanes.push_back(llvm::ConstantInt::get(llvm::Type::getIntNTy(context, bytes * 8), bits));
  }
  return llvm::ConstantVector::get(lanes);
}

}  // namespace

llvm::Value* KernelRecorder::source(const Op& op, unsigned index) {
  const SourcePlan& plan = op.source[index];
  llvm::Value* lanes = nullptr;
  switch (plan.kind) {
    case SourcePlan::Kind::constant: return constant_lanes(*unit_.context, plan, eu::size_of(op.exec));
    case SourcePlan::Kind::direct:
    case SourcePlan::Kind::load: {
      const std::vector<unsigned> places = places_of(plan, plan.lanes.count);
      if (!all_aligned(places, plan.element_bytes)) return nullptr;
      isa::Type type = instruction(op).src[std::min<std::size_t>(index, 2)].type;
      const bool implicit = index >= instruction(op).row().sources;  // the accumulator, in the type of the lanes
      if (implicit) return nullptr;
      lanes = record_load(ir_, type, op.exec, registers_->gather(places, plan.element_bytes));
      break;
    }
    case SourcePlan::Kind::accumulator: {
      if (plan.element_bytes != 4 || plan.offsets != nullptr || plan.offset + plan.lanes.count > kDwordChannels)
        return nullptr;
      llvm::Type* wide = llvm::FixedVectorType::get(ir_.getInt64Ty(), plan.lanes.count);
      llvm::Value* low =
          ir_.CreateZExt(registers_->gather(accumulator_places(plan.offset, plan.lanes.count, false), 4), wide);
      llvm::Value* high =
          ir_.CreateZExt(registers_->gather(accumulator_places(plan.offset, plan.lanes.count, true), 4), wide);
      lanes = ir_.CreateOr(low, ir_.CreateShl(high, 32));
      break;
    }
    default: return nullptr;
  }
  if (plan.modify == nullptr) return lanes;
  const auto modifier = modifier_of(plan, op.exec);
  return modifier ? record_modifier(ir_, op.exec, *modifier, lanes) : nullptr;
}

// i64 lanes to the dword accumulator channels from `first` on.
void KernelRecorder::store_accumulator(unsigned first, llvm::Value* lanes, llvm::Value* channels) {
  const unsigned count = llvm::cast<llvm::FixedVectorType>(lanes->getType())->getNumElements();
  llvm::Value* mask = channel_mask(channels, count);
  llvm::Type* narrow = llvm::FixedVectorType::get(ir_.getInt32Ty(), count);
  for (const bool guard : {false, true}) {
    const std::vector<unsigned> places = accumulator_places(first, count, guard);
    llvm::Value* part = ir_.CreateTrunc(guard ? ir_.CreateLShr(lanes, 32) : lanes, narrow);
    if (mask != nullptr) part = ir_.CreateSelect(mask, part, registers_->gather(places, 4));
    registers_->scatter(places, 4, part);
  }
}

void KernelRecorder::store(const Op& op, llvm::Value* elements, llvm::Value* lanes, llvm::Value* channels) {
  if (op.destination.kind == DestinationPlan::Kind::none) return;
  if (op.destination.kind == DestinationPlan::Kind::accumulator)
    return store_accumulator(op.destination.offset, lanes, channels);
  const std::vector<unsigned> places = places_of(op.destination, op.lanes.count);
  llvm::Value* value = as_integers(ir_, elements);
  if (llvm::Value* mask = channel_mask(channels, op.lanes.count))
    value = ir_.CreateSelect(mask, value, registers_->gather(places, op.destination.element_bytes));
  registers_->scatter(places, op.destination.element_bytes, value);
}

void KernelRecorder::record_alu(const Op& op) {
  if (record_control_write(op)) return;
  // What is recorded in vain before a refusal is dead code, which LLVM drops.
  if (!record_specialised(op)) interpret(op);
}

// A known change of cr0.0 (SNB PRM vol4 part2 5.3.4.8), as in the first instructions of many kernels; outside the
// system routine, where eu::after_control_write() does no more than clear cr0.3. Whoever asks the Machine for its mode
// looks there again (Machine::follow_control); the host's rounding is set by the interpreter alone.
bool KernelRecorder::record_control_write(const Op& op) {
  const isa::Instruction& inst = instruction(op);
  if (op.destination.kind != DestinationPlan::Kind::direct || op.destination.offset != offsetof(eu::Thread, control))
    return false;
  const std::uint32_t before = *control_[op.index];
  const auto after = control_after(inst, before);
  const auto rounding = [&](std::uint32_t control) { return sem::mode_of(*kernel_.program().gen, control).rounding; };
  if (!after || inst.cond_mod != isa::CondMod::none || inst.acc_wr_en || ((before | *after) & isa::cr0::kMaster) != 0 ||
      rounding(before) != rounding(*after))
    return false;
  set_state(offsetof(eu::Thread, control), ir_.getInt32(*after));
  set_state(offsetof(eu::Thread, control) + 3 * sizeof(std::uint32_t), ir_.getInt32(0));
  count(op, enabled(op));
  return true;
}

bool KernelRecorder::record_specialised(const Op& op) {
  const isa::Instruction& inst = instruction(op);
  const sem::Mode now = mode(op);
  const bool plain_rounding = now.rounding == sem::Rounding::nearest_even;
  if (eu::is_float(op.exec) && !plain_rounding) return false;
  if (isa::is_float(inst.dst.type) && !plain_rounding) return false;
  if (op.scatters || op.refreshes || op.overflow != nullptr || op.second != nullptr || op.early_out) return false;
  if (op.saturates_sum || op.destination.acts || op.destination.kind == DestinationPlan::Kind::indirect) return false;

  if (op.destination.kind == DestinationPlan::Kind::direct &&
      !all_aligned(places_of(op.destination, op.lanes.count), op.destination.element_bytes))
    return false;

  llvm::Value* sources[3] = {};
  for (unsigned i = 0; i < op.sources; ++i) {
    sources[i] = source(op, i);
    if (sources[i] == nullptr) return false;
  }

  Computed result{sources[0], nullptr};
  llvm::Value* comparison = nullptr;
  switch (op.action) {
    case Action::compare: comparison = record_comparison(ir_, now, inst, op.exec, sources[0], sources[1]); break;
    case Action::select:
    case Action::select_compare: {
      result.value = record_selection(op, now, sources[0], sources[1], sources[2]);
      if (result.value == nullptr) return false;
      break;
    }
    default: {
      if (op.compute == nullptr) break;
      const Compute recorder =
          inst.opcode == isa::Opcode::math ? math_recorder(op.exec) : compute_recorder(inst.opcode, op.exec);
      if (recorder == nullptr) return false;
      result = recorder(ir_, now, inst, sources[0], sources[1], sources[2]);
    }
  }

  const bool to_accumulator = op.destination.kind == DestinationPlan::Kind::accumulator;
  const bool wide = op.exec == eu::Exec::i64 || op.exec == eu::Exec::u64;
  if (to_accumulator && (!wide || inst.saturate || op.destination.element_bytes != 4 || comparison != nullptr ||
                         op.destination.offsets != nullptr || op.destination.offset + op.lanes.count > kDwordChannels))
    return false;
  llvm::Value* extra = result.accumulator != nullptr ? result.accumulator : result.value;
  if (op.accumulates &&
      (comparison != nullptr || eu::is_float(op.exec) || isa::is_float(inst.dst.type) || op.accumulator_bytes != 4 ||
       (inst.saturate && result.accumulator == nullptr) || op.accumulator + op.lanes.count > kDwordChannels ||
       extra->getType()->getScalarSizeInBits() != 64))
    return false;

  llvm::Value* channels = enabled(op);
  if (op.write_mask != ~0U) channels = ir_.CreateAnd(channels, op.write_mask);
  if (comparison != nullptr) {
    write_flags(op, comparison, channels);
    if (op.destination.kind != DestinationPlan::Kind::none) {
      llvm::Type* element =
          llvm::FixedVectorType::get(ir_.getIntNTy(op.destination.element_bytes * 8U), op.lanes.count);
      const bool all_bits = kernel_.program().gen->compare_writes_all_bits;
      store(op, all_bits ? ir_.CreateSExt(comparison, element) : ir_.CreateZExt(comparison, element), nullptr,
            channels);
    }
    count(op, channels);
    return true;
  }
  llvm::Value* elements = result.value;
  if (op.convert != nullptr)
    elements = record_conversion(ir_, now, op.exec, inst.dst.type, result.value, inst.saturate);
  if (op.evaluate != nullptr) write_flags(op, record_condition(ir_, inst.cond_mod, inst.dst.type, elements), channels);
  if (op.accumulates) store_accumulator(op.accumulator, extra, channels);
  store(op, elements, result.value, channels);
  count(op, channels);
  return true;
}

// By the predicate (sel) or by a comparison (sel with condition modifier, csel).
llvm::Value* KernelRecorder::record_selection(const Op& op, const sem::Mode& now, llvm::Value* a, llvm::Value* b,
                                              llvm::Value* c) {
  const isa::Instruction& inst = instruction(op);
  if (op.compare != nullptr) return record_conditional_select(ir_, now, inst, op.exec, a, b, c);
  llvm::Value* mask = channel_mask(predicate(op), op.lanes.count);
  return mask == nullptr ? a : ir_.CreateSelect(mask, as_integers(ir_, a), as_integers(ir_, b));
}

// The interpreter does the work.
void KernelRecorder::interpret(const Op& op) {
  llvm::Value* done = call(kExecuteOne, ir_.getInt32Ty(), op);
  const auto is = [&](Executed what) { return ir_.CreateICmpEQ(done, ir_.getInt32(static_cast<std::uint32_t>(what))); };
  leave_if(is(Executed::faulted), eu::Stop::fault, op);
  ++pending_instructions_;
  if (op.destination.acts) leave_if(is(Executed::elsewhere), kInterpret, nullptr);
}

}  // namespace eugene::jit
