#include "jit/record/operands.h"

#include <algorithm>
#include <cstring>

#include "eu/execute/load.h"
#include "eu/prepare/raw_bits.h"
#include "jit/record/accumulators.h"
#include "jit/record/channels.h"
#include "jit/record/indirect.h"
#include "jit/record/vector_ops.h"

namespace eugene::jit {
namespace {

using eu::DestinationPlan;
using eu::SourcePlan;

// Returns the offsets in the Thread of the `count` elements of a direct operand.
template <class Plan>
std::vector<unsigned> element_places(const Plan& plan, unsigned count) {
  std::vector<unsigned> places;
  for (unsigned i = 0; i < count; ++i) {
    const int offset = plan.offsets != nullptr ? (*plan.offsets)[i] : plan.stride * static_cast<int>(i);
    places.push_back(static_cast<unsigned>(plan.offset + offset));
  }
  return places;
}

// Registers are accessed as vectors of elements, so no element may be misaligned.
bool all_aligned(const std::vector<unsigned>& places, unsigned bytes) {
  return std::ranges::all_of(places, [bytes](unsigned place) { return place % bytes == 0; });
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

llvm::Value* load_by_address(Recording& r, const eu::PreparedOp& op, unsigned index) {
  const SourcePlan& plan = op.source[index];
  const isa::Instruction inst = eu::with_raw_bits(r.instruction(op));
  if (index >= inst.row().sources || !is_indirect_source_recorded(r, op, plan)) return nullptr;
  return record_load(r.ir, inst.src[index].type, op.exec, load_indirect(r, op, plan, written_channels(r, op)));
}

llvm::Value* load_registers(Recording& r, const eu::PreparedOp& op, unsigned index) {
  const SourcePlan& plan = op.source[index];
  const isa::Instruction inst = eu::with_raw_bits(r.instruction(op));
  const std::vector<unsigned> places = element_places(plan, plan.lanes.count);
  // Sources beyond an opcode's own are the accumulator, with the type of the lanes. Only dwords are recorded.
  const bool is_implicit = index >= inst.row().sources;
  const bool is_dword = op.exec == eu::Exec::i32 || op.exec == eu::Exec::u32;
  if (!all_aligned(places, plan.element_bytes) || (is_implicit && !is_dword)) return nullptr;
  const isa::Type type = is_implicit ? isa::Type::d : inst.src[std::min<std::size_t>(index, 2)].type;
  return record_load(r.ir, type, op.exec, r.registers.gather(places, plan.element_bytes));
}

llvm::Value* load_integers(Recording& r, const SourcePlan& plan) {
  const eu::AccumulatorChannels channels = accumulator_channels(plan);
  return is_accumulator_recorded(r, channels, plan.lanes.count) ? load_accumulator(r, channels, plan.lanes.count)
                                                                : nullptr;
}

llvm::Value* load_unmodified(Recording& r, const eu::PreparedOp& op, unsigned index) {
  switch (op.source[index].kind) {
    case SourcePlan::Kind::constant: return constant_lanes(r.ir.getContext(), op.source[index], eu::byte_size(op.exec));
    case SourcePlan::Kind::direct:
    case SourcePlan::Kind::load: return load_registers(r, op, index);
    case SourcePlan::Kind::accumulator: return load_integers(r, op.source[index]);
    case SourcePlan::Kind::indirect:
    case SourcePlan::Kind::rows: return load_by_address(r, op, index);
    default: return nullptr;
  }
}

}  // namespace

llvm::Value* load_source(Recording& r, const eu::PreparedOp& op, unsigned index) {
  const SourcePlan& plan = op.source[index];
  llvm::Value* lanes = load_unmodified(r, op, index);
  // The modifiers of constants are already applied.
  if (lanes == nullptr || plan.modify == nullptr || plan.kind == SourcePlan::Kind::constant) return lanes;
  return record_modifier(r.ir, op.exec, *plan.modifier, lanes);
}

bool is_destination_recorded(const Recording& r, const eu::PreparedOp& op) {
  const DestinationPlan& plan = op.destination;
  if (eu::is_notification(plan)) return true;
  if (plan.acts) return false;
  if (plan.kind == DestinationPlan::Kind::indirect) return is_indirect_destination_recorded(r, op);
  if (plan.kind == DestinationPlan::Kind::accumulator)
    return is_accumulator_recorded(r, accumulator_channels(plan), op.lanes.count);
  return plan.kind != DestinationPlan::Kind::direct ||
         all_aligned(element_places(plan, op.lanes.count), plan.element_bytes);
}

void store_result(Recording& r, const eu::PreparedOp& op, llvm::Value* elements, llvm::Value* channels) {
  const DestinationPlan& plan = op.destination;
  if (plan.kind == DestinationPlan::Kind::none || eu::is_notification(plan) || is_none(channels)) return;
  if (plan.kind == DestinationPlan::Kind::accumulator)
    return store_accumulator(r, accumulator_channels(plan), elements, channels);
  if (plan.kind == DestinationPlan::Kind::indirect) return store_indirect(r, op, as_integers(r.ir, elements), channels);
  const std::vector<unsigned> places = element_places(plan, op.lanes.count);
  llvm::Value* value = as_integers(r.ir, elements);
  if (llvm::Value* mask = channel_mask(r.ir, channels, op.lanes.count))
    value = r.ir.CreateSelect(mask, value, r.registers.gather(places, plan.element_bytes));
  r.registers.scatter(places, plan.element_bytes, value);
}

}  // namespace eugene::jit
