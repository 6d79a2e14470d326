// An instruction as a value. Decoder and parser produce it; encoder, printer, rules, the interpreter and the JIT start
// from it (docs/how/architecture.md "One idea").
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "isa/encoding/encoded_instruction.h"
#include "isa/opcode.h"
#include "isa/operand.h"
#include "isa/precision.h"

namespace eugene::isa {

enum class AccessMode : std::uint8_t { align1, align16 };

// Predicate control (SNB PRM vol4 part2 5.4.3). Align1: how flag bits combine over groups of channels; Align16:
// replicated components. `none` means no predicate, `normal` one flag bit for each channel.
enum class PredControl : std::uint8_t {
  none,
  normal,
  anyv,
  allv,
  any2h,
  all2h,
  any4h,
  all4h,
  any8h,
  all8h,
  any16h,
  all16h,
  any32h,
  all32h,
  rep_x,
  rep_y,
  rep_z,
  rep_w,
  any4h_a16,
  all4h_a16,
};

// Condition modifiers (5.4.6), by their encoding.
enum class CondMod : std::uint8_t { none = 0, z = 1, nz = 2, g = 3, ge = 4, l = 5, le = 6, o = 8, u = 9 };

enum class ThreadControl : std::uint8_t { normal = 0, atomic = 1, switch_ = 2, reserved = 3 };

// Shared functions that a send addresses, by their Gen9 numbers. The message tables have Gen6's numbers where they
// differ.
enum class Sfid : std::uint8_t {
  null = 0,
  sampler = 2,
  gateway = 3,
  dp_sampler_or_dc2 = 4,
  dp_render = 5,
  urb = 6,
  spawner = 7,
  vme = 8,
  dp_constant = 9,
  dp_data0 = 10,
  pixel_interpolator = 11,
  dp_data1 = 12,
  cre = 13,
  // The load/store cache of machines after Gen9, which have no data ports. Values are the numbers on those machines
  // plus 16. Here only vISA sends to it (isa/message/lsc.h).
  ugml = 16 + 1,
  tgm = 16 + 13,
  slm = 16 + 14,
  ugm = 16 + 15,
};

// Function of `math` (8.3 math), by its encoding.
enum class MathFunction : std::uint8_t {
  none = 0,
  inv = 1,
  log = 2,
  exp = 3,
  sqt = 4,
  rsq = 5,
  sin = 6,
  cos = 7,
  sincos = 8,
  fdiv = 9,
  pow = 10,
  idiv = 11,
  iqot = 12,
  irem = 13,
  invm = 14,
  rsqtm = 15,
};

// True for the parts of the macros for IEEE division and square root. Their operands name accumulators acc2 to acc9,
// and their flag says which channels are done (BDW PRM vol7, math).
constexpr bool is_macro(MathFunction function) {
  return function == MathFunction::invm || function == MathFunction::rsqtm;
}

// True for INT DIV, which gives the quotient, the remainder or both, of dwords.
constexpr bool divides_integers(MathFunction function) {
  return function == MathFunction::idiv || function == MathFunction::iqot || function == MathFunction::irem;
}

// Whether the function has a second source.
constexpr bool takes_two_sources(MathFunction function) {
  if (divides_integers(function)) return true;
  return function == MathFunction::fdiv || function == MathFunction::pow || function == MathFunction::invm;
}

// Function of `sync`, by its encoding: IGA's ModelXe.
enum class SyncFunction : std::uint8_t { nop = 0, allrd = 2, allwr = 3, bar = 14, host = 15 };

// Lengths of a message's payloads and of its response, in registers of 32 bytes.
struct MessageRegisters {
  unsigned payload = 0;
  unsigned extended_payload = 0;  // extended payload length of a split send
  unsigned response = 0;
  bool operator==(const MessageRegisters&) const = default;
};

// The parts of a send that are not operands. src[0] is the first payload, src[1] the second payload of split sends.
// `descriptor` is the 32-bit message descriptor unless it is in a0.
struct SendFields {
  Sfid sfid = Sfid::null;
  bool eot = false;
  bool descriptor_in_a0 = false;           // descriptor is a0.0
  bool extended_descriptor_in_a0 = false;  // split sends: extended descriptor is a0.`extended_a0_subnr`
  std::uint8_t extended_a0_subnr = 0;      // 16-bit subregister number
  bool function_is_fixed = false;          // an extended descriptor in a0 does not replace `sfid`
  bool index_in_a0 = false;                // lowered vISA only: a0.0 replaces the index_bits() of `descriptor`
  std::uint32_t descriptor = 0;
  std::uint32_t extended_descriptor = 0;  // bits 31:6 as encoded; SFID and EOT are the fields above
  // Replaces the lengths in the descriptors. Set only for messages of lowered vISA to the load/store cache, which may
  // be longer than a descriptor can say.
  std::optional<MessageRegisters> registers;
  bool operator==(const SendFields&) const = default;

  // Mask of the descriptor's binding table index and, for the sampler, of the adjacent sampler index.
  constexpr std::uint32_t index_bits() const { return sfid == Sfid::sampler ? 0xFFF : 0xFF; }
  constexpr std::uint32_t descriptor_with(std::uint32_t index) const {
    return (descriptor & ~index_bits()) | (index & index_bits());
  }

  // Message descriptor fields common to all shared functions.
  constexpr unsigned message_length() const { return (descriptor >> 25) & 0xF; }
  constexpr unsigned response_length() const { return (descriptor >> 20) & 0x1F; }
  constexpr bool header_present() const { return ((descriptor >> 19) & 1) != 0; }
  constexpr std::uint32_t function_control() const { return descriptor & 0x7FFFF; }
  // Registers of the second payload of a split send.
  constexpr unsigned extended_message_length() const { return (extended_descriptor >> 6) & 0xF; }
  // Whether bits 3:0 of the extended descriptor in a0 choose the shared function and `sfid` is ignored (SKL PRM vol2a
  // sends: ExDesc). Gen12 and messages of lowered vISA always use `sfid`.
  constexpr bool function_in_a0() const { return extended_descriptor_in_a0 && !registers && !function_is_fixed; }
};

// Fields of instructions that exist only in lowered vISA.
struct VisaFields {
  Conversion conversion = Conversion::none;  // fcvt, srnd
  Systolic systolic;                         // dpas, dpasw
  bool operator==(const VisaFields&) const = default;
};

// The instruction's part in dependency checks, and whether the thread may be switched after it.
struct DependencyControl {
  bool no_dd_clr = false;       // {NoDDClr}
  bool no_dd_chk = false;       // {NoDDChk}
  std::uint8_t scoreboard = 0;  // the byte of the software scoreboard, which scoreboard.h explains
  ThreadControl thread_control = ThreadControl::normal;
  bool operator==(const DependencyControl&) const = default;
};

// Bits of the machine word that no field represents, kept so that encoding gives the same bytes back.
struct KeptBits {
  bool malformed = false;  // `illegal` stands for a legal opcode whose fields are not legal
  // Bits of the 128-bit form without a meaning: reserved bits, and fields that the documents call ignored. Hardware
  // ignores them.
  EncodedInstruction reserved;
  bool operator==(const KeptBits&) const = default;
};

struct Instruction : DependencyControl {
  Opcode opcode = Opcode::illegal;
  std::uint8_t exec_size = 1;       // channels: 1, 2, 4, 8, 16, 32
  std::uint8_t channel_offset = 0;  // first channel, a multiple of 4 (quarter and nibble control)
  AccessMode access_mode = AccessMode::align1;

  PredControl pred_control = PredControl::none;
  bool pred_inverse = false;
  std::uint8_t flag_nr = 0;     // f0, f1
  std::uint8_t flag_subnr = 0;  // .0, .1 (16 bits each)
  CondMod cond_mod = CondMod::none;
  bool saturate = false;

  bool no_mask = false;         // {NoMask}: write enable for all channels of the execution size
  bool acc_wr_en = false;       // {AccWrEn}
  bool branch_control = false;  // goto.b, if.b
  bool breakpoint = false;      // {Breakpoint}: debug control
  bool compacted = false;       // {Compacted}: encoded in 64 bits
  bool compressed = false;      // Gen6 {Compr}: two halves, where the generation encodes it

  MathFunction math = MathFunction::none;
  SyncFunction sync = SyncFunction::nop;
  std::int32_t jip = 0;  // branch distances in bytes, relative to branch_origin() (isa/branch.h)
  std::int32_t uip = 0;
  SendFields send;
  VisaFields visa;

  Operand dst;
  std::array<Operand, 3> src;

  KeptBits kept;

  bool operator==(const Instruction&) const = default;

  constexpr const OpcodeInfo& row() const { return info(opcode); }
};

// True if `source` can be the register that holds a message descriptor, which must be a0.0 (SNB PRM vol4 part2 7.2.5).
constexpr bool holds_descriptor(const Operand& source) {
  return source.is_arf(Arf::a) && source.arf_nr() == 0 && source.subnr == 0 && source.type == Type::ud &&
         !source.indirect && !source.negate && !source.absolute;
}

// Returns the index of the flag bit for the first channel of an instruction. Quarter control picks among the channels
// that a flag has bits for: on Gen6 {Q3} uses the bits of {Q1}, {Q4} the bits of {Q2}, {H2} all (SNB PRM vol4 part2
// 7.2.2 QtrCtrl).
constexpr unsigned first_flag_bit(const Gen& gen, const Instruction& instruction) {
  return (instruction.flag_subnr * 16U + instruction.channel_offset % gen.arf_channels) % 32;
}

constexpr bool is_send(const Instruction& instruction) { return is_send(instruction.row().format); }
constexpr bool is_branch(const Instruction& instruction) { return is_branch(instruction.row().format); }

// True for a message that ends its thread.
constexpr bool ends_thread(const Instruction& instruction) { return is_send(instruction) && instruction.send.eot; }

// Returns the number of sources. It depends on the opcode, and for `math` on the function.
constexpr unsigned source_count(const Instruction& instruction) {
  if (instruction.row().format == Format::math) return takes_two_sources(instruction.math) ? 2 : 1;
  return instruction.row().sources;
}

// Sizes of an instruction in memory, in bytes.
inline constexpr std::size_t kInstructionBytes = 16;
inline constexpr std::size_t kCompactedBytes = 8;
constexpr std::uint32_t byte_size(const Instruction& instruction) {
  return static_cast<std::uint32_t>(instruction.compacted ? kCompactedBytes : kInstructionBytes);
}

}  // namespace eugene::isa
