// An accumulator holds more bits of an integer than its type has: 64 for a dword, 33 for a word. The Thread keeps the
// type's bits where a register would have them, so floats and raw copies need no special case. The bits above are in a
// separate array (eu::Accumulator). Lanes are i64, so a sum with the accumulator is an ordinary sum.
#include "eu/execute/accumulator.h"

#include <cstring>

#include "eu/execute/lanes.h"
#include "eu/execute/load.h"
#include "isa/state_registers.h"

namespace eugene::eu {
namespace {

// Accumulator channels of `element_bytes` (2 or 4), from `first` on. With `offsets`, these are byte offsets from there.
struct Channels {
  unsigned first = 0;
  unsigned element_bytes = 4;
  const ElementOffsets* offsets = nullptr;
  unsigned plain = kAccumulatorCount;  // writes: those from here on are for the macros

  unsigned operator[](unsigned i) const { return first + (offsets != nullptr ? (*offsets)[i] / element_bytes : i); }
};

// Reads one integer: 64 bits of a dword channel; for a word channel 33 bits, its 16 and the 17 above them.
std::uint64_t read(const Thread& thread, unsigned channel, unsigned bytes) {
  const unsigned per_register = kGrfBytes / bytes;
  const Accumulator& acc = thread.acc[channel / per_register % kAccumulatorCount];
  const unsigned slot = channel % per_register;
  const std::byte* low = acc.low.bytes.data();
  const std::uint64_t high = static_cast<std::uint64_t>(static_cast<std::int64_t>(acc.guard[slot]));
  return bytes == 4 ? (high << 32) | lane_at<std::uint32_t>(low, slot)
                    : (high << 16) | lane_at<std::uint16_t>(low, slot);
}

void write(Thread& thread, unsigned channel, unsigned bytes, unsigned plain, std::uint64_t value) {
  constexpr std::uint64_t kMacroBits = 3;  // all that accumulators for the macros keep of a dword
  const unsigned per_register = kGrfBytes / bytes;
  const unsigned number = channel / per_register % kAccumulatorCount;
  Accumulator& acc = thread.acc[number];
  const unsigned slot = channel % per_register;
  std::byte* low = acc.low.bytes.data();
  if (number >= plain) value &= kMacroBits;
  if (bytes == 4) {
    set_lane<std::uint32_t>(low, slot, static_cast<std::uint32_t>(value));
    acc.guard[slot] = static_cast<std::int32_t>(value >> 32);
  } else {
    set_lane<std::uint16_t>(low, slot, static_cast<std::uint16_t>(value));
    acc.guard[slot] = static_cast<std::int32_t>(sign_extend(value >> 16, 17));
  }
}

unsigned plain_accumulators(const ExecutionState& state) { return state.program.gen->files.plain_accumulators; }

// True if `count` channels are packed dwords that fill whole accumulators, which all have 64 bits.
bool are_whole(const Channels& channels, unsigned count) {
  return channels.offsets == nullptr && channels.element_bytes == 4 && channels.first % kGroup == 0 &&
         count % kGroup == 0 && channels.first + count <= channels.plain * kGroup;
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

void store_integers(Thread& thread, const Channels& channels, const std::byte* lanes, const ActiveLanes& work) {
  if (are_whole(channels, work.count) && work.enabled == low_mask(work.count))
    return write_whole(&thread.acc[channels.first / kGroup], lanes, work.count);
  for (std::uint32_t rest = work.enabled; rest != 0; rest &= rest - 1) {
    const unsigned i = static_cast<unsigned>(std::countr_zero(rest));
    write(thread, channels[i], channels.element_bytes, channels.plain, lane_at<std::uint64_t>(lanes, i));
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
  const Channels channels{plan.offset, plan.element_bytes, plan.offsets};
  if (are_whole(channels, plan.lanes.count))
    return read_whole(lanes, &thread.acc[channels.first / kGroup], plan.lanes.count);
  for (std::uint32_t i = 0; i < plan.lanes.count; ++i)
    set_lane<std::uint64_t>(lanes, i, read(thread, channels[i], plan.element_bytes));
}

void write_accumulator(ExecutionState& state, const PreparedOp& op, const std::byte* lanes, const std::byte* elements,
                       const ActiveLanes& work) {
  LaneBuffer widened;
  const DestinationPlan& plan = op.destination;
  store_integers(state.thread, {plan.offset, plan.element_bytes, plan.offsets, plain_accumulators(state)},
                 integers(state, op, lanes, elements, work, widened), work);
}

void accumulate(ExecutionState& state, const PreparedOp& op, const std::byte* lanes, const std::byte* elements,
                const ActiveLanes& work) {
  if ((state.thread.control[0] & isa::cr0::kAccumulatorDisable) != 0) return;
  const isa::Type type = state.program.instructions[op.index].dst.type;
  if (isa::is_float(type))
    return store_floats(state.thread, op.alu.accumulator, op.alu.accumulator_bytes, isa::byte_size(type), elements,
                        work);
  LaneBuffer widened;
  store_integers(state.thread, {op.alu.accumulator, op.alu.accumulator_bytes, nullptr, plain_accumulators(state)},
                 integers(state, op, lanes, elements, work, widened), work);
}

void accumulate_second(ExecutionState& state, const PreparedOp& op, const std::byte* lanes, const ActiveLanes& work) {
  store_integers(state.thread, {op.alu.accumulator, op.alu.accumulator_bytes, nullptr, plain_accumulators(state)},
                 lanes, work);
}

}  // namespace eugene::eu
