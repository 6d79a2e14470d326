// The fields of the 128-bit machine formats by name; layout_gen6.h, layout_gen9.h and layout_gen12.h say where
// they lie.
#pragma once

#include <array>

#include "isa/encoding/encoded_instruction.h"
#include "isa/gen.h"

namespace eugene::isa {

// Doubleword 0 and the fields that apply to every instruction.
struct ControlLayout {
  Bits opcode, access_mode, no_dd_clr, no_dd_chk, mask_control, nibble, quarter, thread_control;
  Bits pred_control, pred_inverse, exec_size, condition, acc_write, branch_control, compaction, debug, saturate;
  Bits flag_subregister, flag_register;
  Bits scoreboard;  // the byte of the software scoreboard
};

// One operand of the formats with one and two sources. Its ranges may overlap: address mode and access mode choose
// which of them applies.
struct OperandLayout {
  Bits file;       // where there is a bit `immediate`, `file` has one bit, and means nothing beside an indirect address
  Bits immediate;  // the operand is an immediate
  Bits type, address_mode;
  Bits hstride, width, vstride;  // width: Align1 sources; vstride: sources
  Bits negate, absolute;         // sources
  Bits number, subregister;      // direct, Align1
  Bits subregister16;            // direct, Align16: bit 4 of the byte offset
  Bits address_subregister;      // indirect
  Bits address_imm;              // indirect, Align1: address immediate, its low bits
  Bits address_imm16;            // indirect, Align16: address immediate, without its 4 lowest bits
  Bits address_imm_sign;         // bit 9 of the address immediate, if it lies apart
  Bits channels_low;             // Align16: write mask, or the swizzle of x and y
  Bits channels_high;            // Align16: the swizzle of z and w
};

// One source of the three-source format.
struct TernarySourceLayout {
  Bits negate, absolute, replicate, swizzle, subregister, subregister_low, number, type_is_half;
};

struct TernaryLayout {
  Bits flag_subregister, flag_register;
  Bits dst_file, dst_type, src_type, dst_write_mask, dst_subregister, dst_number;
  std::array<TernarySourceLayout, 3> src;
};

// One source of the three-source format in Align1 mode. The width of its region follows from the strides.
struct TernaryAlign1SourceLayout {
  Bits file, immediate;
  Bits imm;  // an immediate of 16 bits
  Bits type;
  Bits vstride_high, vstride_low;  // the vertical stride's code; source 2 has none
  Bits hstride, negate, absolute, number, subregister;
};

// The three-source format in Align1 mode.
struct TernaryAlign1Layout {
  Bits exec_type;     // the highest bit of every operand's type: 1 if all are floats
  OperandLayout dst;  // only the fields that exist
  std::array<TernaryAlign1SourceLayout, 3> src;
};

// Branch distances. If `dst_jip` exists, an immediate destination holds JIP. Otherwise JIP and UIP take the place of an
// immediate source.
struct BranchLayout {
  Bits dst_jip;
  Bits jip, uip;     // signed, in units of Gen::branch_unit bytes
  Bits jump;         // jmpi, in the same unit
  bool uip_in_src0;  // an immediate source 0 holds UIP too; both distances then take the bits of both sources
  bool jump_counts_from_itself = false;  // jmpi; else from the instruction after it
  bool has_condition = true;             // branches have a condition modifier
};

struct SendLayout {
  // A piece of a descriptor: its bits in the word, and its lowest bit in the descriptor.
  struct Piece {
    Bits range;
    std::uint8_t at = 0;
  };
  Bits sfid, eot;
  Bits descriptor;                // the descriptor, if it is in one place
  std::array<Piece, 5> pieces{};  // else its pieces
  std::array<Piece, 4> extended;  // pieces of the extended descriptor of `send`
};

// Split sends use bits 63:35 and doubleword 2 differently from other sends.
struct SplitSendLayout {
  OperandLayout dst, src0, src1;  // only the fields that exist
  Bits descriptor_in_register, extended_in_register, extended_register;
  std::array<SendLayout::Piece, 5> extended;
  unsigned beside_register = 1;          // number of pieces that stand in the word if the descriptor is in a register
  bool has_function_in_register = true;  // an extended descriptor in a register also says the shared function
};

struct Layout {
  ControlLayout control;
  // Slots of operands that the opcode does not use have no fields, and branches have only registers.
  bool has_bare_slots = false;
  OperandLayout dst;
  std::array<OperandLayout, 2> src;
  Bits imm32, imm64;
  TernaryLayout ternary;
  TernaryAlign1Layout ternary_align1{};  // where three-source instructions are not Align16
  BranchLayout branch;
  SendLayout send;
  SplitSendLayout split_send;
};

}  // namespace eugene::isa
