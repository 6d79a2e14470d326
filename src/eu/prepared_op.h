// An instruction as it was prepared for execution. prepare() computes everything here once; it never changes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "base/diagnostic.h"
#include "eu/analysis/channel_use.h"
#include "eu/analysis/initial_reads.h"
#include "eu/fused/fused_message.h"
#include "eu/fused/fused_op.h"
#include "eu/prepare/exec_type.h"
#include "isa/program.h"
#include "isa/region.h"
#include "sem/flow.h"
#include "sem/mode.h"

namespace eugene::eu {

using isa::ElementOffsets;

// The lanes of one operand, packed in the instruction's lane type. Loops work on whole groups of eight lanes, so that
// they compile to full vectors; lanes beyond the execution size are computed and dropped.
struct alignas(64) LaneBuffer {
  std::array<std::byte, kMaxChannels * 8> bytes;
};

// How many lanes an instruction works on.
struct ActiveLanes {
  std::uint32_t count = 1;      // execution size
  std::uint32_t groups = 1;     // groups of eight lanes that cover `count`
  std::uint32_t enabled = ~0U;  // channels whose results count
  bool plain_floats = true;     // no denormal is flushed and no ALT mode: float loops are plain IEEE arithmetic

  static constexpr ActiveLanes of(unsigned count) { return {.count = count, .groups = (count + 7) / 8}; }
};

// Fills `lanes` from register bytes. Element i is at base + stride * i, or at base + offsets[i].
using LoadFunction = void (*)(std::byte* lanes, const std::byte* base, const struct SourcePlan& plan,
                              const ActiveLanes& work);
// Modifies lanes in place: (abs), then negation or bitwise not.
using ModifyFunction = void (*)(std::byte* lanes, const ActiveLanes& work);
// Computes lanes of the result from lanes of the sources; absent sources are null.
using ComputeFunction = void (*)(std::byte* result, const std::byte* a, const std::byte* b, const std::byte* c,
                                 const ActiveLanes& work, const sem::Mode& mode);
// Converts lanes to packed elements of the destination's type.
using ConvertFunction = void (*)(std::byte* elements, const std::byte* lanes, const ActiveLanes& work,
                                 const sem::Mode& mode);
// Bit i of the result says whether the condition holds for lane i: of two operands, or of packed elements compared with
// zero.
using CompareFunction = std::uint32_t (*)(const std::byte* a, const std::byte* b, const ActiveLanes& work,
                                          const sem::Mode& mode);
using ConditionFunction = std::uint32_t (*)(const std::byte* elements, const ActiveLanes& work);
// Stores packed elements in register bytes, for the enabled channels.
using StoreFunction = void (*)(std::byte* base, const std::byte* elements, const struct DestinationPlan& plan,
                               const ActiveLanes& work);

// Source modifiers. `invert` is the meaning of negation in logic instructions from Gen8 on.
enum class Modifier : std::uint8_t { negate, absolute, negate_absolute, invert };

struct SourcePlan {
  enum class Kind : std::uint8_t {
    absent,       // null
    direct,       // the register bytes are the lanes
    constant,     // an immediate, expanded
    load,         // `load` from the register bytes
    indirect,     // one address for the operand: a0.`address` + `address_offset`
    rows,         // one address for each row
    accumulator,  // integers of the accumulator, with their guard bits
  };
  Kind kind = Kind::absent;
  std::uint8_t address = 0;           // subregister of a0
  std::uint8_t rows_width = 1;        // rows: channels in a row
  bool shares_register = false;       // rows of movi: the first address gives the register, each address its byte
  std::uint8_t element_bytes = 4;     // size of an element in registers
  std::uint32_t offset = 0;           // first element, in the Thread; for an accumulator, index of its first channel
  std::int16_t stride = 0;            // bytes between elements, for load
  std::int16_t address_offset = 0;    // bytes added to the address
  LoadFunction load = nullptr;        // load, indirect
  LoadFunction load_table = nullptr;  // rows, and elements that are not evenly spaced
  std::optional<Modifier> modifier;   // never for immediates: the constant includes it
  ModifyFunction modify = nullptr;    // applies the modifier; null: none
  const std::byte* constant = nullptr;
  const ElementOffsets* offsets = nullptr;
  std::uint16_t reach = 0;  // bytes from the first element's start to the last one's end, for indirect bounds
  ActiveLanes lanes;        // lanes of this source; line and pln read more or fewer than the execution size
};

struct DestinationPlan {
  enum class Kind : std::uint8_t { none, direct, indirect, accumulator };
  Kind kind = Kind::none;
  std::uint8_t address = 0;
  std::uint8_t element_bytes = 4;
  bool acts = false;  // writing has side effects, or part of the register does not exist
  std::uint32_t offset = 0;
  std::int16_t stride = 4;
  std::int16_t address_offset = 0;
  std::uint16_t reach = 0;        // bytes from the first element's start to the last one's end, for indirect bounds
  std::uint32_t file_bytes = 0;   // indirect: size of the register file
  std::uint32_t populated = ~0U;  // channels whose element exists: writes of others are dropped (5.3.4.2)
  StoreFunction store = nullptr;
  const ElementOffsets* offsets = nullptr;  // float accumulators, whose channels are not evenly spaced
};

// n0 to n2 are read-only (5.3.4.9), except for a system routine that restores a thread, which is interpreted. Kernels
// clear n0 before each barrier, which has no effect.
constexpr bool is_notification(const DestinationPlan& plan) {
  return plan.kind == DestinationPlan::Kind::direct && plan.offset >= offsetof(Thread, notification) &&
         plan.offset < offsetof(Thread, notification) + sizeof(Thread::notification);
}

// True if the write can change the next instruction: the members of Thread from ip_register on can.
constexpr bool moves_thread(const DestinationPlan& plan) {
  return plan.acts && plan.offset >= offsetof(Thread, ip_register);
}

using isa::Action;

// The computation of an instruction on lanes: alu, compare, select, select_compare.
struct AluPart {
  isa::CondMod condition = isa::CondMod::none;
  std::uint8_t group = 1;        // channels that a result depends on, a power of two; 32: all
  bool refreshes = false;        // reads a register whose value is made by the read: tm0, ip, ce0
  bool scatters = false;         // smov: source 1 is a mask of channels
  bool saturates_sum = false;    // compute is saturating_add, not the meaning of the opcode
  bool stores_directly = false;  // can compute directly into the destination's registers if all channels are enabled
  bool accumulates = false;      // {AccWrEn}, or implied
  std::uint8_t accumulator_bytes = 4;
  std::uint16_t accumulator = 0;  // index of the first implicit accumulator channel
  sem::InstructionMode mode;
  bool rounds_to_nearest = false;        // math rounds to nearest, whatever cr0 says
  bool early_out = false;                // math.invm, math.rsqtm: sets the flags of its channels
  ComputeFunction compute = nullptr;     // null: the lanes of source 0 are the result
  CompareFunction compare = nullptr;     // compare, select, select_compare
  ConvertFunction convert = nullptr;     // null: elements have the bits of the lanes
  ConditionFunction evaluate = nullptr;  // condition modifier over the elements
  CompareFunction overflow = nullptr;    // condition modifier .o
  ComputeFunction accumulate = nullptr;  // computes the value for the accumulator if it is not the result
  ComputeFunction second = nullptr;      // math idiv: computes the remainder, for the registers after the quotient's
};

// The targets of a jump or branch, as indices of instructions. The number of instructions means the end.
struct FlowPart {
  sem::FlowRule rule;                 // branch
  bool target_in_register = false;    // source 0 holds distances, or, for ret, the return address and call mask
  CompareFunction compare = nullptr;  // Gen6: compares sources 0 and 1 in place of a predicate
  std::uint32_t jip = 0;
  std::uint32_t uip = 0;
  bool may_part = true;  // a branch that some running channels can take and others not (analysis/uniform_branches.h)

  std::uint32_t target() const { return rule.to_uip ? uip : jip; }
};

struct PreparedOp {
  Action action = Action::fault;
  Exec exec = Exec::i32;
  std::uint8_t sources = 0;
  bool rejoins = false;         // branches may send waiting channels here
  bool has_breakpoint = false;  // {Breakpoint}
  std::uint32_t index = 0;      // in the program
  std::uint32_t ip = 0;         // byte offset

  // The channels that take part.
  bool no_mask = false;
  bool predicated = false;
  bool pred_inverse = false;
  isa::PredControl pred_control = isa::PredControl::none;
  std::uint8_t channel_offset = 0;
  std::uint8_t flag_nr = 0;
  std::uint8_t flag_shift = 0;     // flag bit of the instruction's first channel
  std::uint32_t all = 0;           // a bit for each channel of the execution size
  std::uint32_t write_mask = ~0U;  // Align16 write mask, over the channels
  ActiveLanes lanes;

  std::array<SourcePlan, 3> source;
  DestinationPlan destination;
  AluPart alu;
  FlowPart flow;
  std::uint8_t notification = 0;      // wait: which of n0..n2
  const Diagnostic* fault = nullptr;  // Action::fault: why
};

struct PreparedProgram {
  std::vector<PreparedOp> ops;
  std::vector<FusedOp> fused;         // for each instruction, then one without a handler
  std::vector<MessagePlan> messages;  // for FusedOp::message
  std::vector<std::uint32_t>
      instruction_indices;      // by byte offset / 8: the instruction that begins there, or kNoInstruction
  bool joins_anywhere = false;  // a target is known only at run time
  InitialReads initial_reads;
  ChannelUse channel_use;
  // Stable storage that the plans point into.
  std::deque<LaneBuffer> constants;
  std::deque<ElementOffsets> offsets;
  std::deque<Diagnostic> faults;

  static constexpr std::uint32_t kNoInstruction = ~0U;
  static constexpr std::uint32_t kGranule = isa::kCompactedBytes;  // every instruction begins at a multiple of this

  // Byte offset of the end of the last instruction.
  std::uint32_t end() const {
    return instruction_indices.empty() ? 0 : static_cast<std::uint32_t>(instruction_indices.size() - 1) * kGranule;
  }
  // Byte offset of instruction `index`, or end() for the index past the last.
  std::uint32_t offset_at(std::uint32_t index) const { return index < ops.size() ? ops[index].ip : end(); }
  // Returns the index of the instruction that begins at byte `ip`, the number of instructions for end(), else nothing.
  std::optional<std::uint32_t> index_at(std::int64_t ip) const {
    const auto granule = static_cast<std::uint64_t>(ip) / kGranule;
    if (ip < 0 || ip % kGranule != 0 || granule >= instruction_indices.size()) return std::nullopt;
    const std::uint32_t index = instruction_indices[granule];
    return index == kNoInstruction ? std::nullopt : std::optional(index);
  }
};

}  // namespace eugene::eu
