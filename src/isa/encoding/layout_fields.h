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

// One operand of the one and two source format. Ranges of the same operand overlap where the address or
// access mode chooses between them.
struct OperandLayout {
  Bits file, type, address_mode;
  Bits hstride, width, vstride;  // width: Align1 sources; vstride: sources
  Bits negate, absolute;         // sources
  Bits number, subregister;      // direct, Align1
  Bits subregister16;            // direct, Align16: bit 4 of the byte offset
  Bits address_subregister;      // indirect
  Bits address_imm;              // indirect, Align1: the low bits
  Bits address_imm16;            // indirect, Align16: without the 4 lowest bits
  Bits address_imm_sign;         // bit 9, where it lies apart
  Bits channels_low;             // Align16: write mask, or the swizzle of x and y
  Bits channels_high;            // Align16: the swizzle of z and w
};

// One source of the three source format.
struct TernarySourceLayout {
  Bits negate, absolute, replicate, swizzle, subregister, subregister_low, number, type_is_half;
};

struct TernaryLayout {
  Bits flag_subregister, flag_register;
  Bits dst_file, dst_type, src_type, dst_write_mask, dst_subregister, dst_number;
  std::array<TernarySourceLayout, 3> src;
};

// Branch distances. Where `dst_jip` exists an immediate destination holds JIP; else JIP and UIP take the
// place of an immediate source.
struct BranchLayout {
  Bits dst_jip;
  Bits jip, uip;     // as signed numbers of Gen::branch_unit bytes
  Bits jump;         // jmpi, in the same unit
  bool uip_in_src0;  // UIP is there when source 0 is the immediate, over all of source 0 and source 1
};

struct SendLayout {
  Bits sfid, eot, descriptor;
  // Pieces of the extended descriptor of send, with the bit of it that each piece begins at.
  struct Piece {
    Bits range;
    std::uint8_t at = 0;
  };
  std::array<Piece, 4> extended;
};

// Split sends: bits 63:35 and doubleword 2 are their own.
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
