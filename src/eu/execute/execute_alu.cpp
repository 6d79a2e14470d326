// Instructions on lanes: fetch the sources, compute, convert, evaluate the condition, store.
#include <cstring>

#include "eu/execute/accumulator.h"
#include "eu/execute/compute.h"
#include "eu/execute/indirect.h"
#include "eu/execute/lanes.h"
#include "eu/execute/machine.h"
#include "isa/state_registers.h"

namespace eugene::eu {

namespace {

const std::byte* fetch_slowly(Machine& machine, const DecodedOp& op, const SourcePlan& plan, LaneBuffer& buffer,
                              std::uint32_t channels) {
  switch (plan.kind) {
    case SourcePlan::Kind::indirect:
    case SourcePlan::Kind::rows:
      if (!fetch_indirect(machine, op, plan, buffer, channels)) return nullptr;
      break;
    case SourcePlan::Kind::accumulator: load_accumulator(buffer.bytes.data(), machine.thread, plan); break;
    default: return nullptr;
  }
  if (plan.modify != nullptr) plan.modify(buffer.bytes.data(), plan.lanes);
  return buffer.bytes.data();
}

[[gnu::always_inline]] inline const std::byte* fetch_inline(Machine& machine, const DecodedOp& op,
                                                            const SourcePlan& plan, LaneBuffer& buffer,
                                                            std::uint32_t channels) {
  switch (plan.kind) {
    case SourcePlan::Kind::direct: return bytes_of(machine.thread) + plan.offset;
    case SourcePlan::Kind::constant: return plan.constant;
    case SourcePlan::Kind::load:
      plan.load(buffer.bytes.data(), bytes_of(machine.thread) + plan.offset, plan, plan.lanes);
      if (plan.modify != nullptr) plan.modify(buffer.bytes.data(), plan.lanes);
      return buffer.bytes.data();
    default: return fetch_slowly(machine, op, plan, buffer, channels);
  }
}

// A write to tdr clears the valid bit of the subregisters it reaches, and nothing else (5.3.4.11).
void clear_dependencies(Machine& machine, const DecodedOp& op, const Lanes& work) {
  LaneBuffer ones;
  ones.bytes.fill(std::byte{0xFF});
  std::array<std::uint16_t, std::tuple_size_v<decltype(Thread::dependency)>> reached{};
  const std::size_t first = op.destination.offset - offsetof(Thread, dependency);
  op.destination.store(reinterpret_cast<std::byte*>(reached.data()) + first, ones.bytes.data(), op.destination, work);
  for (std::size_t i = 0; i < reached.size(); ++i) {
    if (reached[i] != 0) machine.thread.dependency[i] &= static_cast<std::uint16_t>(~isa::tdr::kValid);
  }
}

// Registers whose change has consequences, or of which a part is not there. Returns the next instruction.
std::uint32_t write_special(Machine& machine, const DecodedOp& op, const std::byte* elements, Lanes work) {
  work.enabled &= op.destination.populated;
  Thread& thread = machine.thread;
  const std::size_t at = op.destination.offset;
  const auto within = [at](std::size_t begin, std::size_t bytes) { return at >= begin && at < begin + bytes; };
  if (within(offsetof(Thread, dependency), sizeof thread.dependency)) {
    clear_dependencies(machine, op, work);
    return op.index + 1;
  }
  op.destination.store(bytes_of(thread) + at, elements, op.destination, work);
  if (within(offsetof(Thread, control), sizeof thread.control)) {
    return after_control_write(machine, op);
  } else if (within(offsetof(Thread, address), sizeof thread.address)) {
    for (std::size_t i = 2; i < thread.address.size(); ++i) thread.address[i] &= 0xFFF;  // 5.3.4.4: 12 bits populated
  } else if (within(offsetof(Thread, ip_register), sizeof thread.ip_register)) {
    // The low three bits are dropped (5.3.4.10); where that is inside an instruction, the fourth as well (9.2.6).
    const std::uint32_t wanted = thread.ip_register[0];
    if (const auto target = machine.index_at((wanted & ~7U) - thread.ip_base)) return *target;
    if (const auto target = machine.index_at((wanted & ~15U) - thread.ip_base)) return *target;
    machine.raise(op, "ip was written with an address where no instruction begins", "SNB PRM vol4 part2 5.3.4.10");
  }
  return op.index + 1;
}

std::uint32_t store(Machine& machine, const DecodedOp& op, const std::byte* lanes, const std::byte* elements,
                    const Lanes& work) {
  switch (op.destination.kind) {
    case DestinationPlan::Kind::none: break;
    case DestinationPlan::Kind::direct:
      if (op.destination.acts) return write_special(machine, op, elements, work);
      op.destination.store(bytes_of(machine.thread) + op.destination.offset, elements, op.destination, work);
      break;
    case DestinationPlan::Kind::accumulator: write_accumulator(machine, op, lanes, elements, work); break;
    case DestinationPlan::Kind::indirect: store_indirect(machine, op, elements, work); break;
  }
  return op.index + 1;
}

// The flag of each channel as elements: all bits, or the lowest alone where the generation writes no more (8.3.8).
void spread_flags(const Machine& machine, const DecodedOp& op, std::uint32_t bits, LaneBuffer& elements) {
  const std::uint64_t set = machine.program.gen->compare_writes_all_bits ? ~std::uint64_t{0} : 1;
  const unsigned bytes = op.destination.element_bytes;
  for (unsigned i = 0; i < op.lanes.count; ++i) {
    const std::uint64_t value = ((bits >> i) & 1) != 0 ? set : 0;
    std::memcpy(elements.bytes.data() + i * bytes, &value, bytes);
  }
}

void compute(Machine& machine, const DecodedOp& op, ComputeFunction function, LaneBuffer& result,
             const std::byte* const (&sources)[3], const Lanes& work) {
  const bool changes_rounding = op.rounds_to_nearest && machine.mode.rounding != sem::Rounding::nearest_even;
  if (changes_rounding) Machine::set_host_rounding(sem::Rounding::nearest_even);
  function(result.bytes.data(), sources[0], sources[1], sources[2], work, machine.mode_for(op));
  if (changes_rounding) Machine::set_host_rounding(machine.mode.rounding);
}

// The remainder of an INT DIV, in the registers after the quotient's.
void store_second(Machine& machine, const DecodedOp& op, const LaneBuffer& lanes, const Lanes& work) {
  if (op.destination.kind != DestinationPlan::Kind::direct) return;
  const unsigned behind = (op.destination.reach + kGrfBytes - 1U) / kGrfBytes * kGrfBytes;
  std::byte* base = bytes_of(machine.thread) + op.destination.offset + behind;
  op.destination.store(base, lanes.bytes.data(), op.destination, work);
}

std::uint32_t finish_compare(Machine& machine, const DecodedOp& op, const std::byte* a, const std::byte* b,
                             const Lanes& work) {
  const std::uint32_t bits = op.compare(a, b, work, machine.mode);
  machine.write_flags(op, bits, work.enabled);
  if (op.destination.kind == DestinationPlan::Kind::none) return op.index + 1;
  LaneBuffer elements;
  spread_flags(machine, op, bits, elements);
  return store(machine, op, elements.bytes.data(), elements.bytes.data(), work);
}

}  // namespace

const std::byte* fetch(Machine& machine, const DecodedOp& op, const SourcePlan& plan, LaneBuffer& buffer,
                       std::uint32_t channels) {
  return fetch_inline(machine, op, plan, buffer, channels);
}

void refresh_registers(Machine& machine, const DecodedOp& op) {
  Thread& thread = machine.thread;
  thread.ip_register[0] = thread.ip_base + op.ip;
  thread.channel_enables[0] = thread.running;
  // A clock of the thread's own, so that runs repeat: one tick an instruction.
  thread.timestamp[0] = static_cast<std::uint32_t>(thread.instructions_executed);
  thread.timestamp[1] = static_cast<std::uint32_t>(thread.instructions_executed >> 32);
  thread.timestamp[2] = 0;
  thread.timestamp[4] = 0;  // a pause takes no time here
}

std::uint32_t execute_alu(Machine& machine, const DecodedOp& op) {
  Lanes work = op.lanes;
  work.plain_floats = machine.plain_floats;
  work.enabled = machine.eligible(op) & op.write_mask;
  std::uint32_t predicate = ~0U;
  if (op.predicated) {
    predicate = machine.predicate(op);
    if (op.action != Action::select) work.enabled &= predicate;
  }
  if (op.scatters) {
    LaneBuffer mask;
    const std::byte* lanes = fetch_inline(machine, op, op.source[1], mask, ~0U);
    if (lanes == nullptr) return op.index + 1;
    work.enabled &= lane_at<std::uint32_t>(lanes, 0);
  }
  machine.thread.lane_operations +=
      work.enabled == op.all ? work.count : static_cast<unsigned>(std::popcount(work.enabled));
  if (work.enabled == 0) return op.index + 1;
  if (op.refreshes) refresh_registers(machine, op);

  LaneBuffer buffers[3];
  const std::byte* sources[3] = {};
  const std::uint32_t read = op.neighbours == 1 ? work.enabled : sem::spread_any(work.enabled, op.neighbours);
  for (unsigned i = 0; i < op.sources; ++i) {
    sources[i] = fetch_inline(machine, op, op.source[i], buffers[i], read);
    if (sources[i] == nullptr) [[unlikely]]
      return op.index + 1;
  }

  if (op.stores_directly && work.enabled == op.all) {
    std::byte* destination = bytes_of(machine.thread) + op.destination.offset;
    op.compute(destination, sources[0], sources[1], sources[2], work, machine.mode_for(op));
    return op.index + 1;
  }

  LaneBuffer result;
  const std::byte* lanes = sources[0];
  switch (op.action) {
    case Action::compare: return finish_compare(machine, op, sources[0], sources[1], work);
    case Action::select: {
      const bool compares = op.compare != nullptr;
      const std::uint32_t bits = compares ? op.compare(sources[0], sources[1], work, machine.mode) : predicate;
      select_lanes(op.exec, compares, result.bytes.data(), sources[0], sources[1], bits, work, machine.mode);
      lanes = result.bytes.data();
      break;
    }
    case Action::select_compare: {
      LaneBuffer zeros{};
      const std::uint32_t bits = op.compare(sources[2], zeros.bytes.data(), work, machine.mode);
      select_lanes(op.exec, true, result.bytes.data(), sources[0], sources[1], bits, work, machine.mode);
      lanes = result.bytes.data();
      break;
    }
    default:
      if (op.compute != nullptr) {
        compute(machine, op, op.compute, result, sources, work);
        lanes = result.bytes.data();
      }
      break;
  }

  LaneBuffer converted;
  const std::byte* elements = lanes;
  if (op.convert != nullptr) {
    op.convert(converted.bytes.data(), lanes, work, machine.mode);
    elements = converted.bytes.data();
  }
  if (op.evaluate != nullptr) {
    machine.write_flags(op, op.evaluate(elements, work), work.enabled);
  } else if (op.overflow != nullptr) {
    machine.write_flags(op, op.overflow(lanes, sources[0], work, machine.mode), work.enabled);
  }
  if (op.accumulates) {
    if (op.accumulate != nullptr) {
      LaneBuffer second;
      op.accumulate(second.bytes.data(), sources[0], sources[1], sources[2], work, machine.mode_for(op));
      accumulate_second(machine, op, second.bytes.data(), work);
    } else {
      accumulate(machine, op, lanes, elements, work);
    }
  }
  if (op.early_out) machine.write_flags(op, ~0U, work.enabled);
  LaneBuffer remainder;
  if (op.second != nullptr) compute(machine, op, op.second, remainder, sources, work);
  const std::uint32_t next = store(machine, op, lanes, elements, work);
  if (op.second != nullptr) {
    if (op.convert != nullptr) op.convert(converted.bytes.data(), remainder.bytes.data(), work, machine.mode);
    store_second(machine, op, op.convert != nullptr ? converted : remainder, work);
  }
  return next;
}

}  // namespace eugene::eu
