// The fields of the 128-bit machine formats by name; layout_gen6.h and layout_gen9.h say where they lie.
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
};

// One operand of the formats with one and two sources. Its ranges may overlap: address mode and access mode choose
// which of them applies.
struct OperandLayout {
  Bits file, type, address_mode;
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

// Branch distances. If `dst_jip` exists, an immediate destination holds JIP. Otherwise JIP and UIP take the place of an
// immediate source.
struct BranchLayout {
  Bits dst_jip;
  Bits jip, uip;     // signed, in units of Gen::branch_unit bytes
  Bits jump;         // jmpi, in the same unit
  bool uip_in_src0;  // an immediate source 0 holds UIP too; both distances then take the bits of both sources
};

struct SendLayout {
  Bits sfid, eot, descriptor;
  // A piece of send's extended descriptor: its bits in the word, and its lowest bit in the descriptor.
  struct Piece {
    Bits range;
    std::uint8_t at = 0;
  };
  std::array<Piece, 4> extended;
};

// Split sends use bits 63:35 and doubleword 2 differently from other sends.
struct SplitSendLayout {
  OperandLayout dst, src0, src1;  // only the fields that exist
  Bits descriptor_in_register, extended_in_register, extended_register;
  std::array<SendLayout::Piece, 2> extended;
};

struct Layout {
  ControlLayout control;
  OperandLayout dst;
  std::array<OperandLayout, 2> src;
  Bits imm32, imm64;
  TernaryLayout ternary;
  BranchLayout branch;
  SendLayout send;
  SplitSendLayout split_send;
};

}  // namespace eugene::isa
