// An instruction prepared once into how to execute it. Everything here is computed by prepare() and never changes.
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
// they compile to full vectors; what lies beyond the execution size is computed and thrown away.
struct alignas(64) LaneBuffer {
  std::array<std::byte, kMaxChannels * 8> bytes;
};

// How many lanes an instruction works on.
struct ActiveLanes {
  std::uint32_t count = 1;      // execution size
  std::uint32_t groups = 1;     // of eight lanes that cover it
  std::uint32_t enabled = ~0U;  // channels whose results count
  bool plain_floats = true;     // no denormal is flushed and no ALT mode: float loops are plain IEEE arithmetic

  static constexpr ActiveLanes of(unsigned count) { return {.count = count, .groups = (count + 7) / 8}; }
};

// Fills `lanes` from register bytes: element i is at base + stride * i, or at base + offsets[i].
using LoadFunction = void (*)(std::byte* lanes, const std::byte* base, const struct SourcePlan& plan,
                              const ActiveLanes& work);
// In place: (abs), then negation or bitwise not.
using ModifyFunction = void (*)(std::byte* lanes, const ActiveLanes& work);
// Lanes of the sources (absent ones are null) to lanes of the result.
using ComputeFunction = void (*)(std::byte* result, const std::byte* a, const std::byte* b, const std::byte* c,
                                 const ActiveLanes& work, const sem::Mode& mode);
// Lanes to elements of the destination's type, packed.
using ConvertFunction = void (*)(std::byte* elements, const std::byte* lanes, const ActiveLanes& work,
                                 const sem::Mode& mode);
// Bit i of the result: whether the condition holds for lane i of two operands, or of packed elements compared with
// zero.
using CompareFunction = std::uint32_t (*)(const std::byte* a, const std::byte* b, const ActiveLanes& work,
                                          const sem::Mode& mode);
using ConditionFunction = std::uint32_t (*)(const std::byte* elements, const ActiveLanes& work);
// Packed elements to register bytes of the enabled channels.
using StoreFunction = void (*)(std::byte* base, const std::byte* elements, const struct DestinationPlan& plan,
                               const ActiveLanes& work);

// Source modifiers; `invert` is what negation means in logic from Gen8 on.
enum class Modifier : std::uint8_t { negate, absolute, negate_absolute, invert };

struct SourcePlan {
  enum class Kind : std::uint8_t {
    absent,       // null
    direct,       // the register bytes are the lanes
    constant,     // an immediate, expanded
    load,         // `load` from the register bytes
    indirect,     // one address for the operand: a0.`address` + `address_offset`
    rows,         // one address a row
    accumulator,  // the accumulator's integers with their guard bits
  };
  Kind kind = Kind::absent;
  std::uint8_t address = 0;           // subregister of a0
  std::uint8_t rows_width = 1;        // rows: channels a row
  bool shares_register = false;       // rows of movi: the register of the first address, the byte of each
  std::uint8_t element_bytes = 4;     // of the register's elements
  std::uint32_t offset = 0;           // of the first element in the Thread; accumulator: index of its first channel
  std::int16_t stride = 0;            // bytes between elements, where load takes it
  std::int16_t address_offset = 0;    // bytes added to the address
  LoadFunction load = nullptr;        // load, indirect
  LoadFunction load_table = nullptr;  // rows, and where elements are not evenly spaced
  std::optional<Modifier> modifier;   // not of immediates, whose constant has it
  ModifyFunction modify = nullptr;    // what does it; null: none
  const std::byte* constant = nullptr;
  const ElementOffsets* offsets = nullptr;
  std::uint16_t reach = 0;  // bytes from the first element to the end of the last: indirect bounds
  ActiveLanes lanes;        // of this source; line and pln read other numbers than the execution size
};

struct DestinationPlan {
  enum class Kind : std::uint8_t { none, direct, indirect, accumulator };
  Kind kind = Kind::none;
  std::uint8_t address = 0;
  std::uint8_t element_bytes = 4;
  bool acts = false;  // a register whose change has consequences, or of which a part is not there
  std::uint32_t offset = 0;
  std::int16_t stride = 4;
  std::int16_t address_offset = 0;
  std::uint16_t reach = 0;        // bytes from the first element to the end of the last, for indirect bounds
  std::uint32_t file_bytes = 0;   // indirect: size of the register file
  std::uint32_t populated = ~0U;  // channels whose element is there: writes of the others are dropped (5.3.4.2)
  StoreFunction store = nullptr;
  const ElementOffsets* offsets = nullptr;  // accumulators of other than integers: channels are not evenly spaced
};

// n0 to n2. They are read-only (5.3.4.9), except for a system routine that restores a thread, which is interpreted.
// Kernels clear n0 before each barrier, which has no effect.
constexpr bool is_notification(const DestinationPlan& plan) {
  return plan.kind == DestinationPlan::Kind::direct && plan.offset >= offsetof(Thread, notification) &&
         plan.offset < offsetof(Thread, notification) + sizeof(Thread::notification);
}

// Whether the write can change the next instruction: the registers from ip on in a Thread do.
constexpr bool moves_thread(const DestinationPlan& plan) {
  return plan.acts && plan.offset >= offsetof(Thread, ip_register);
}

using isa::Action;

// The computation of an instruction on lanes: alu, compare, select, select_compare.
struct AluPart {
  isa::CondMod condition = isa::CondMod::none;
  std::uint8_t group = 1;        // channels whose sources each of them depends on, a power of two; 32: all
  bool refreshes = false;        // reads a register whose value is made when it is read: tm0, ip, ce0
  bool scatters = false;         // smov: source 1 is a mask of channels
  bool saturates_sum = false;    // compute is saturating_add, not the meaning of the opcode
  bool stores_directly = false;  // may compute into the destination's registers, where all channels are enabled
  bool accumulates = false;      // {AccWrEn}, or implied
  std::uint8_t accumulator_bytes = 4;
  std::uint16_t accumulator = 0;  // index of the first implicit accumulator channel
  std::uint8_t shift_count_mask = 31;
  bool multiplies_low_word = false;
  bool rounds_to_nearest = false;        // whatever cr0 says: math
  bool early_out = false;                // math.invm, math.rsqtm: sets the flags of its channels
  ComputeFunction compute = nullptr;     // null: the lanes of source 0 are the result
  CompareFunction compare = nullptr;     // compare, select, select_compare
  ConvertFunction convert = nullptr;     // null: elements are the lanes
  ConditionFunction evaluate = nullptr;  // condition modifier over the elements
  CompareFunction overflow = nullptr;    // condition modifier .o
  ComputeFunction accumulate = nullptr;  // what goes to the accumulator where that is not the result
  ComputeFunction second = nullptr;      // math idiv: the remainder, to the registers after the quotient's
};

// Where a jump or branch goes. Targets are indices of instructions; program size is one past the end.
struct FlowPart {
  sem::FlowRule rule;                 // branch
  bool target_in_register = false;    // source 0 holds distances, or for ret the return address and call mask
  CompareFunction compare = nullptr;  // Gen6: compares sources 0 and 1 in place of a predicate
  std::uint32_t jip = 0;
  std::uint32_t uip = 0;

  std::uint32_t target() const { return rule.to_uip ? uip : jip; }
};

struct PreparedOp {
  Action action = Action::fault;
  Exec exec = Exec::i32;
  std::uint8_t sources = 0;
  bool rejoins = false;         // some branch may send channels here
  bool has_breakpoint = false;  // {Breakpoint}
  std::uint32_t index = 0;      // in the program
  std::uint32_t ip = 0;         // byte offset

  // Which channels take part.
  bool no_mask = false;
  bool predicated = false;
  bool pred_inverse = false;
  isa::PredControl pred_control = isa::PredControl::none;
  std::uint8_t channel_offset = 0;
  std::uint8_t flag_nr = 0;
  std::uint8_t flag_shift = 0;     // flag bit of this instruction's first channel
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
  std::vector<FusedOp> fused;           // of each instruction, and one without handler after the last
  std::vector<MessagePlan> messages;    // of FusedOp::message
  std::vector<std::uint32_t> index_of;  // by byte offset / 8: index of the instruction there, or kNoInstruction
  bool joins_anywhere = false;          // some target is known only at run time
  InitialReads initial_reads;
  ChannelUse channel_use;
  // Stable storage that the plans point into.
  std::deque<LaneBuffer> constants;
  std::deque<ElementOffsets> offsets;
  std::deque<Diagnostic> faults;

  static constexpr std::uint32_t kNoInstruction = ~0U;
  static constexpr std::uint32_t kGranule = isa::kCompactedBytes;  // every instruction begins at a multiple of it

  // Byte offset of what follows the last instruction.
  std::uint32_t end() const {
    return index_of.empty() ? 0 : static_cast<std::uint32_t>(index_of.size() - 1) * kGranule;
  }
  // Byte offset of instruction `index`; end() of the one after the last.
  std::uint32_t offset_of(std::uint32_t index) const { return index < ops.size() ? ops[index].ip : end(); }
  // The index of the instruction that begins at byte `ip`, the number of instructions at end(), nothing elsewhere.
  std::optional<std::uint32_t> index_at(std::int64_t ip) const {
    const auto granule = static_cast<std::uint64_t>(ip) / kGranule;
    if (ip < 0 || ip % kGranule != 0 || granule >= index_of.size()) return std::nullopt;
    const std::uint32_t index = index_of[granule];
    return index == kNoInstruction ? std::nullopt : std::optional(index);
  }
};

}  // namespace eugene::eu
