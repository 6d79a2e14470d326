// An accumulator holds more bits of an integer than its type has: 64 for a dword, 33 for a word. The Thread keeps the
// type's bits where a register would have them, so floats and raw copies need no special case. The bits above are in a
// separate array (eu::Accumulator). Lanes are i64, so a sum with the accumulator is an ordinary sum.
#include "eu/execute/accumulator.h"

#include <cstring>

#include "eu/accumulator_channels.h"
#include "eu/execute/lanes.h"
#include "eu/execute/load.h"
#include "isa/state_registers.h"

namespace eugene::eu {
namespace {

// Reads one integer: 64 bits of a dword channel; for a word channel 33 bits, its 16 and the 17 above them.
std::uint64_t read(const Thread& thread, const AccumulatorChannels& channels, unsigned i) {
  const Accumulator& acc = thread.acc[channels.number(i)];
  const unsigned slot = channels.slot(i);
  const std::byte* low = acc.low.bytes.data();
  const std::uint64_t high = static_cast<std::uint64_t>(static_cast<std::int64_t>(acc.guard[slot]));
  return channels.element_bytes == 4 ? (high << 32) | lane_at<std::uint32_t>(low, slot)
                                     : (high << 16) | lane_at<std::uint16_t>(low, slot);
}

// The accumulators from number `plain` on are for the macros.
void write(Thread& thread, const AccumulatorChannels& channels, unsigned i, unsigned plain, std::uint64_t value) {
  constexpr std::uint64_t kMacroBits = 3;  // all that accumulators for the macros keep of a dword
  const unsigned number = channels.number(i);
  Accumulator& acc = thread.acc[number];
  const unsigned slot = channels.slot(i);
  std::byte* low = acc.low.bytes.data();
  if (number >= plain) value &= kMacroBits;
  if (channels.element_bytes == 4) {
    set_lane<std::uint32_t>(low, slot, static_cast<std::uint32_t>(value));
    acc.guard[slot] = static_cast<std::int32_t>(value >> 32);
  } else {
    set_lane<std::uint16_t>(low, slot, static_cast<std::uint16_t>(value));
    acc.guard[slot] = static_cast<std::int32_t>(sign_extend(value >> 16, 17));
  }
}

// True if `count` channels are packed dwords that fill whole accumulators before number `end`.
bool are_whole(const AccumulatorChannels& channels, unsigned count, unsigned end) {
  return channels.offsets == nullptr && channels.element_bytes == 4 && channels.first % kGroup == 0 &&
         count % kGroup == 0 && channels.first + count <= end * kGroup;
}

EUGENE_VECTOR_LOOPS void read_whole(std::byte* lanes, const Accumulator* acc, unsigned count) {
  for (std::size_t first = 0; first < count; first += kGroup, ++acc) {
#pragma GCC ivdep
#pragma GCC unroll 1  // unrolled, it would no longer be vectorised
    for (std::size_t i = 0; i < kGroup; ++i) {
      const auto high = static_cast<std::uint64_t>(std::int64_t{acc->guard[i]});
      set_lane<std::uint64_t>(lanes, first + i, (high << 32) | lane_at<std::uint32_t>(acc->low.bytes.data(), i));
    }
  }
}
EUGENE_VECTOR_LOOPS void write_whole(Accumulator* acc, const std::byte* lanes, unsigned count) {
  for (std::size_t first = 0; first < count; first += kGroup, ++acc) {
#pragma GCC ivdep
#pragma GCC unroll 1  // unrolled, it would no longer be vectorised
    for (std::size_t i = 0; i < kGroup; ++i) {
      const auto value = lane_at<std::uint64_t>(lanes, first + i);
      set_lane<std::uint32_t>(acc->low.bytes.data(), i, static_cast<std::uint32_t>(value));
      acc->guard[i] = static_cast<std::int32_t>(value >> 32);
    }
  }
}

void store_integers(ExecutionState& state, const AccumulatorChannels& channels, const std::byte* lanes,
                    const ActiveLanes& work) {
  Thread& thread = state.thread;
  const unsigned plain = state.program.gen->files.plain_accumulators;
  if (are_whole(channels, work.count, plain) && work.enabled == low_mask(work.count))
    return write_whole(&thread.acc[channels.first / kGroup], lanes, work.count);
  for (std::uint32_t rest = work.enabled; rest != 0; rest &= rest - 1) {
    const unsigned i = static_cast<unsigned>(std::countr_zero(rest));
    write(thread, channels, i, plain, lane_at<std::uint64_t>(lanes, i));
  }
}

// Floats are stored as in a register, but `spacing` bytes apart.
void store_floats(Thread& thread, unsigned first, unsigned spacing, unsigned bytes, const std::byte* elements,
                  const ActiveLanes& work) {
  for (std::uint32_t rest = work.enabled; rest != 0; rest &= rest - 1) {
    const unsigned i = static_cast<unsigned>(std::countr_zero(rest));
    const unsigned at = (first + i) * spacing;
    Accumulator& acc = thread.acc[at / kGrfBytes % kAccumulatorCount];
    std::memcpy(acc.low.bytes.data() + at % kGrfBytes, elements + i * bytes, bytes);
  }
}

// Returns an integer result as i64 lanes. A result that was computed in 64 bits and not saturated is used as it is.
// Otherwise the destination's elements are widened. (Comparisons never compute in 64 bits.)
const std::byte* integers(const ExecutionState& state, const PreparedOp& op, const std::byte* lanes,
                          const std::byte* elements, const ActiveLanes& work, LaneBuffer& widened) {
  const isa::Instruction& instruction = state.program.instructions[op.index];
  const bool wide = (op.exec == Exec::i64 || op.exec == Exec::u64) && op.action != Action::compare;
  if (wide && !instruction.saturate) return lanes;
  load_function(instruction.dst.type, Exec::i64, Spacing::packed)(widened.bytes.data(), elements, {}, work);
  return widened.bytes.data();
}

}  // namespace

void load_accumulator(std::byte* lanes, const Thread& thread, const SourcePlan& plan) {
  const AccumulatorChannels channels = accumulator_channels(plan);
  if (are_whole(channels, plan.lanes.count, kAccumulatorCount))
    return read_whole(lanes, &thread.acc[channels.first / kGroup], plan.lanes.count);
  for (std::uint32_t i = 0; i < plan.lanes.count; ++i) set_lane<std::uint64_t>(lanes, i, read(thread, channels, i));
}

void write_accumulator(ExecutionState& state, const PreparedOp& op, const std::byte* lanes, const std::byte* elements,
                       const ActiveLanes& work) {
  LaneBuffer widened;
  store_integers(state, accumulator_channels(op.destination), integers(state, op, lanes, elements, work, widened),
                 work);
}

void accumulate(ExecutionState& state, const PreparedOp& op, const std::byte* lanes, const std::byte* elements,
                const ActiveLanes& work) {
  if ((state.thread.control[0] & isa::cr0::kAccumulatorDisable) != 0) return;
  const isa::Type type = state.program.instructions[op.index].dst.type;
  if (isa::is_float(type))
    return store_floats(state.thread, op.alu.accumulator, op.alu.accumulator_bytes, isa::byte_size(type), elements,
                        work);
  LaneBuffer widened;
  store_integers(state, {op.alu.accumulator, op.alu.accumulator_bytes},
                 integers(state, op, lanes, elements, work, widened), work);
}

void accumulate_second(ExecutionState& state, const PreparedOp& op, const std::byte* lanes, const ActiveLanes& work) {
  store_integers(state, {op.alu.accumulator, op.alu.accumulator_bytes}, lanes, work);
}

}  // namespace eugene::eu
