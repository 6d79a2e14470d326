// Executes instructions on lanes: choose the channels, fetch the sources, compute, convert, evaluate flags, update the
// accumulator, store. Each step works on whole groups of eight lanes and leaves them packed in a buffer for the next
// step, so that the loops are vector code for all regions. Disabled channels are computed too; the store drops them. A
// step that an instruction does not need is a null function or an unset flag of AluPart.
//
// One fused loop for each combination of types and steps would be too many loops. Common combinations have one
// (fused/fused_op.h); tests compare it with these steps. jit/record/record_alu.cpp records the same steps in the same
// order.
#include <cstring>

#include "eu/execute/accumulator.h"
#include "eu/execute/compute.h"
#include "eu/execute/execution_state.h"
#include "eu/execute/indirect.h"
#include "eu/execute/lanes.h"
#include "eu/saved_flow.h"
#include "isa/state_registers.h"

namespace eugene::eu {

namespace {

const std::byte* fetch_slowly(ExecutionState& state, const PreparedOp& op, const SourcePlan& plan, LaneBuffer& buffer,
                              std::uint32_t channels) {
  switch (plan.kind) {
    case SourcePlan::Kind::indirect:
    case SourcePlan::Kind::rows:
      if (!fetch_indirect(state, op, plan, buffer, channels)) return nullptr;
      break;
    case SourcePlan::Kind::accumulator: load_accumulator(buffer.bytes.data(), state.thread, plan); break;
    default: return nullptr;
  }
  if (plan.modify != nullptr) plan.modify(buffer.bytes.data(), plan.lanes);
  return buffer.bytes.data();
}

[[gnu::always_inline]] inline const std::byte* fetch_inline(ExecutionState& state, const PreparedOp& op,
                                                            const SourcePlan& plan, LaneBuffer& buffer,
                                                            std::uint32_t channels) {
  switch (plan.kind) {
    case SourcePlan::Kind::direct: return raw_bytes(state.thread) + plan.offset;
    case SourcePlan::Kind::constant: return plan.constant;
    case SourcePlan::Kind::load:
      plan.load(buffer.bytes.data(), raw_bytes(state.thread) + plan.offset, plan, plan.lanes);
      if (plan.modify != nullptr) plan.modify(buffer.bytes.data(), plan.lanes);
      return buffer.bytes.data();
    default: return fetch_slowly(state, op, plan, buffer, channels);
  }
}

// A write to tdr clears the valid bits of the subregisters that it reaches, and has no other effect (5.3.4.11).
void clear_dependencies(ExecutionState& state, const PreparedOp& op, const ActiveLanes& work) {
  LaneBuffer ones;
  ones.bytes.fill(std::byte{0xFF});
  std::array<std::uint16_t, std::tuple_size_v<decltype(Thread::dependency)>> reached{};
  const std::size_t first = op.destination.offset - offsetof(Thread, dependency);
  op.destination.store(reinterpret_cast<std::byte*>(reached.data()) + first, ones.bytes.data(), op.destination, work);
  for (std::size_t i = 0; i < reached.size(); ++i) {
    if (reached[i] != 0) state.thread.dependency[i] &= static_cast<std::uint16_t>(~isa::tdr::kValid);
  }
}

// Writes registers that have side effects or missing parts. Returns the index of the next instruction.
std::uint32_t write_special(ExecutionState& state, const PreparedOp& op, const std::byte* elements, ActiveLanes work) {
  work.enabled &= op.destination.populated;
  Thread& thread = state.thread;
  const std::size_t at = op.destination.offset;
  const auto within = [at](std::size_t begin, std::size_t bytes) { return at >= begin && at < begin + bytes; };
  if (within(offsetof(Thread, dependency), sizeof thread.dependency)) {
    clear_dependencies(state, op, work);
    return op.index + 1;
  }
  if (is_notification(op.destination) && !state.routine_is_apart) return op.index + 1;
  op.destination.store(raw_bytes(thread) + at, elements, op.destination, work);
  if (within(offsetof(Thread, control), sizeof thread.control)) {
    return after_control_write(state, op);
  } else if (within(offsetof(Thread, flow_control), sizeof thread.flow_control)) {
    std::uint32_t* entry = flow_entry(thread, state.program.instructions[op.index].dst);
    if (entry != nullptr && state.routine_is_apart) *entry = thread.flow_control[0];
  } else if (within(offsetof(Thread, address), sizeof thread.address)) {
    for (std::size_t i = 2; i < thread.address.size(); ++i) thread.address[i] &= 0xFFF;  // only 12 bits exist: 5.3.4.4
  } else if (within(offsetof(Thread, ip_register), sizeof thread.ip_register)) {
    // Drops the low three bits (5.3.4.10), and the fourth as well if the address is inside an instruction (9.2.6).
    const std::uint32_t wanted = thread.ip_register[0];
    if (const auto target = state.prepared.index_at((wanted & ~7U) - thread.ip_base)) return *target;
    if (const auto target = state.prepared.index_at((wanted & ~15U) - thread.ip_base)) return *target;
    state.raise(op, "ip was written with an address where no instruction begins", "SNB PRM vol4 part2 5.3.4.10");
  }
  return op.index + 1;
}

std::uint32_t store(ExecutionState& state, const PreparedOp& op, const std::byte* lanes, const std::byte* elements,
                    const ActiveLanes& work) {
  switch (op.destination.kind) {
    case DestinationPlan::Kind::none: break;
    case DestinationPlan::Kind::direct:
      if (op.destination.acts) return write_special(state, op, elements, work);
      op.destination.store(raw_bytes(state.thread) + op.destination.offset, elements, op.destination, work);
      break;
    case DestinationPlan::Kind::accumulator: write_accumulator(state, op, lanes, elements, work); break;
    case DestinationPlan::Kind::indirect: store_indirect(state, op, elements, work); break;
  }
  return op.index + 1;
}

// Writes the flag of each channel to its element: all bits, or only the lowest bit if the generation does so (8.3.8).
void spread_flags(const ExecutionState& state, const PreparedOp& op, std::uint32_t bits, LaneBuffer& elements) {
  const std::uint64_t set = state.program.gen->compare_writes_all_bits ? ~std::uint64_t{0} : 1;
  const unsigned bytes = op.destination.element_bytes;
  for (unsigned i = 0; i < op.lanes.count; ++i) {
    const std::uint64_t value = ((bits >> i) & 1) != 0 ? set : 0;
    std::memcpy(elements.bytes.data() + i * bytes, &value, bytes);
  }
}

// ---- The steps, in order. ----

// The lanes of the sources, in `buffers` or in place.
struct Sources {
  LaneBuffer buffers[3];
  const std::byte* lanes[3] = {};
};

// Returns the channels whose results count. Sets `predicate`, which sel uses to choose.
[[gnu::always_inline]] inline std::uint32_t choose_channels(ExecutionState& state, const PreparedOp& op,
                                                            std::uint32_t& predicate) {
  std::uint32_t enabled = state.eligible(op) & op.write_mask;
  if (op.predicated) {
    predicate = state.predicate(op);
    if (op.action != Action::select) enabled &= predicate;
  }
  if (op.alu.scatters) [[unlikely]] {
    LaneBuffer mask;
    const std::byte* lanes = fetch_inline(state, op, op.source[1], mask, ~0U);
    enabled &= lanes == nullptr ? 0 : lane_at<std::uint32_t>(lanes, 0);
  }
  return enabled;
}

// Returns false after a fault.
[[gnu::always_inline]] inline bool fetch_sources(ExecutionState& state, const PreparedOp& op, Sources& sources,
                                                 const ActiveLanes& work) {
  const std::uint32_t read = op.alu.group == 1 ? work.enabled : sem::spread_any(work.enabled, op.alu.group);
  for (unsigned i = 0; i < op.sources; ++i) {
    sources.lanes[i] = fetch_inline(state, op, op.source[i], sources.buffers[i], read);
    if (sources.lanes[i] == nullptr) [[unlikely]]
      return false;
  }
  return true;
}

void call(ExecutionState& state, const PreparedOp& op, ComputeFunction function, LaneBuffer& result,
          const Sources& sources, const ActiveLanes& work) {
  const bool changes_rounding = op.alu.rounds_to_nearest && state.mode.rounding != sem::Rounding::nearest_even;
  if (changes_rounding) ExecutionState::set_host_rounding(sem::Rounding::nearest_even);
  const auto& [a, b, c] = sources.lanes;
  function(result.bytes.data(), a, b, c, work, state.mode_for(op));
  if (changes_rounding) ExecutionState::set_host_rounding(state.mode.rounding);
}

// Returns the lanes of the result: `result`, or source 0's lanes if there is nothing to compute.
const std::byte* compute(ExecutionState& state, const PreparedOp& op, const Sources& sources, std::uint32_t predicate,
                         LaneBuffer& result, const ActiveLanes& work) {
  const auto& [a, b, c] = sources.lanes;
  if (op.action == Action::alu) {
    if (op.alu.compute == nullptr) return a;
    call(state, op, op.alu.compute, result, sources, work);
    return result.bytes.data();
  }
  const bool compares = op.alu.compare != nullptr;
  std::uint32_t takes_first = predicate;
  if (compares && op.action == Action::select_compare) {
    LaneBuffer zeros{};
    takes_first = op.alu.compare(c, zeros.bytes.data(), work, state.mode);
  } else if (compares) {
    takes_first = op.alu.compare(a, b, work, state.mode);
  }
  select_lanes(op.exec, compares, result.bytes.data(), a, b, takes_first, work, state.mode);
  return result.bytes.data();
}

// Returns the destination's elements: `converted`, or `lanes` if they already have the right form.
[[gnu::always_inline]] inline const std::byte* convert(const ExecutionState& state, const PreparedOp& op,
                                                       const std::byte* lanes, LaneBuffer& converted,
                                                       const ActiveLanes& work) {
  if (op.alu.convert == nullptr) return lanes;
  op.alu.convert(converted.bytes.data(), lanes, work, state.mode);
  return converted.bytes.data();
}

[[gnu::always_inline]] inline void evaluate_flags(ExecutionState& state, const PreparedOp& op, const std::byte* lanes,
                                                  const std::byte* elements, const Sources& sources,
                                                  const ActiveLanes& work) {
  if (op.alu.evaluate != nullptr) {
    state.write_flags(op, op.alu.evaluate(elements, work), work.enabled);
  } else if (op.alu.overflow != nullptr) {
    state.write_flags(op, op.alu.overflow(lanes, sources.lanes[0], work, state.mode), work.enabled);
  }
  if (op.alu.early_out) state.write_flags(op, ~0U, work.enabled);
}

void leave_in_accumulator(ExecutionState& state, const PreparedOp& op, const std::byte* lanes,
                          const std::byte* elements, const Sources& sources, const ActiveLanes& work) {
  if (op.alu.accumulate == nullptr) return accumulate(state, op, lanes, elements, work);
  LaneBuffer second;
  const auto& [a, b, c] = sources.lanes;
  op.alu.accumulate(second.bytes.data(), a, b, c, work, state.mode_for(op));
  accumulate_second(state, op, second.bytes.data(), work);
}

// Stores the remainder of an INT DIV in the registers after the quotient's.
void store_second(ExecutionState& state, const PreparedOp& op, const std::byte* elements, const ActiveLanes& work) {
  if (op.destination.kind != DestinationPlan::Kind::direct) return;
  const unsigned after = (op.destination.reach + kGrfBytes - 1U) / kGrfBytes * kGrfBytes;
  std::byte* base = raw_bytes(state.thread) + op.destination.offset + after;
  op.destination.store(base, elements, op.destination, work);
}

// cmp, cmpn: the comparison gives the flags and the result. No other step follows.
std::uint32_t compare(ExecutionState& state, const PreparedOp& op, const Sources& sources, const ActiveLanes& work) {
  const std::uint32_t bits = op.alu.compare(sources.lanes[0], sources.lanes[1], work, state.mode);
  state.write_flags(op, bits, work.enabled);
  if (op.destination.kind == DestinationPlan::Kind::none) return op.index + 1;
  LaneBuffer elements;
  spread_flags(state, op, bits, elements);
  return store(state, op, elements.bytes.data(), elements.bytes.data(), work);
}

}  // namespace

const std::byte* fetch(ExecutionState& state, const PreparedOp& op, const SourcePlan& plan, LaneBuffer& buffer,
                       std::uint32_t channels) {
  return fetch_inline(state, op, plan, buffer, channels);
}

void refresh_registers(ExecutionState& state, const PreparedOp& op) {
  Thread& thread = state.thread;
  for (const isa::Operand& source : state.program.instructions[op.index].src) {
    if (!source.is_arf(isa::Arf::fc) || !state.program.gen->has_writable_state) continue;
    const std::uint32_t* entry = flow_entry(thread, source);
    thread.flow_control.fill(entry == nullptr ? 0 : *entry);
  }
  thread.ip_register[0] = thread.ip_base + op.ip;
  thread.channel_enables[0] = thread.running;
  // A clock of the thread's own makes runs repeatable: one tick for each instruction.
  thread.timestamp[0] = static_cast<std::uint32_t>(thread.instructions_executed);
  thread.timestamp[1] = static_cast<std::uint32_t>(thread.instructions_executed >> 32);
  thread.timestamp[2] = 0;
  thread.timestamp[4] = 0;  // pauses take no time
}

std::uint32_t execute_alu(ExecutionState& state, const PreparedOp& op) {
  ActiveLanes work = op.lanes;
  work.plain_floats = state.plain_floats;
  std::uint32_t predicate = ~0U;
  work.enabled = choose_channels(state, op, predicate);
  state.thread.lane_operations +=
      work.enabled == op.all ? work.count : static_cast<unsigned>(std::popcount(work.enabled));
  if (work.enabled == 0) return op.index + 1;
  if (op.alu.refreshes) refresh_registers(state, op);

  Sources sources;
  if (!fetch_sources(state, op, sources, work)) return op.index + 1;
  if (op.alu.stores_directly && work.enabled == op.all) {
    const auto& [a, b, c] = sources.lanes;
    op.alu.compute(raw_bytes(state.thread) + op.destination.offset, a, b, c, work, state.mode_for(op));
    return op.index + 1;
  }
  if (op.action == Action::compare) return compare(state, op, sources, work);

  LaneBuffer result, converted, remainder;
  const std::byte* lanes = compute(state, op, sources, predicate, result, work);
  const std::byte* elements = convert(state, op, lanes, converted, work);
  evaluate_flags(state, op, lanes, elements, sources, work);
  if (op.alu.accumulates) leave_in_accumulator(state, op, lanes, elements, sources, work);
  if (op.alu.second != nullptr) call(state, op, op.alu.second, remainder, sources, work);
  const std::uint32_t next = store(state, op, lanes, elements, work);
  if (op.alu.second != nullptr)
    store_second(state, op, convert(state, op, remainder.bytes.data(), converted, work), work);
  return next;
}

}  // namespace eugene::eu
