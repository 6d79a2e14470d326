// Where every field of the 128-bit machine formats lies, one table per generation: SNB PRM vol4 part2
// 7.2 (Figure 5-1 and 7-3, Tables 7-4 to 7-19) and the Gen9 EU instruction formats.
#pragma once

#include <array>
#include <initializer_list>

#include "isa/gen.h"
#include "isa/word.h"

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
  Bits jump;         // jmpi, of Gen::jump_unit bytes
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
  Bits dst_file, dst_type, dst_subregister16, dst_number, dst_address_mode;
  Bits dst_address_subregister, dst_address_imm16, dst_address_imm_sign;
  Bits src1_file, src1_number;
  Bits src0_subregister16, src0_number, src0_address_mode;
  Bits src0_address_subregister, src0_address_imm16, src0_address_imm_sign;
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

inline constexpr Layout kGen6Layout{
    .control = {.opcode = {6, 0},
                .access_mode = {8, 8},
                .no_dd_clr = {10, 10},
                .no_dd_chk = {11, 11},
                .mask_control = {9, 9},
                .nibble = kNoBits,
                .quarter = {13, 12},
                .thread_control = {15, 14},
                .pred_control = {19, 16},
                .pred_inverse = {20, 20},
                .exec_size = {23, 21},
                .condition = {27, 24},
                .acc_write = {28, 28},
                .branch_control = kNoBits,
                .compaction = {29, 29},
                .debug = {30, 30},
                .saturate = {31, 31},
                .flag_subregister = {89, 89},
                .flag_register = kNoBits},
    .dst = {.file = {33, 32},
            .type = {36, 34},
            .address_mode = {63, 63},
            .hstride = {62, 61},
            .number = {60, 53},
            .subregister = {52, 48},
            .subregister16 = {52, 52},
            .address_subregister = {60, 58},
            .address_imm = {57, 48},
            .address_imm16 = {57, 52},
            .channels_low = {51, 48}},
    .src = {{{.file = {38, 37},
              .type = {41, 39},
              .address_mode = {79, 79},
              .hstride = {81, 80},
              .width = {84, 82},
              .vstride = {88, 85},
              .negate = {78, 78},
              .absolute = {77, 77},
              .number = {76, 69},
              .subregister = {68, 64},
              .subregister16 = {68, 68},
              .address_subregister = {76, 74},
              .address_imm = {73, 64},
              .address_imm16 = {73, 68},
              .channels_low = {67, 64},
              .channels_high = {83, 80}},
             {.file = {43, 42},
              .type = {46, 44},
              .address_mode = {111, 111},
              .hstride = {113, 112},
              .width = {116, 114},
              .vstride = {120, 117},
              .negate = {110, 110},
              .absolute = {109, 109},
              .number = {108, 101},
              .subregister = {100, 96},
              .subregister16 = {100, 100},
              .address_subregister = {108, 106},
              .address_imm = {105, 96},
              .address_imm16 = {105, 100},
              .channels_low = {99, 96},
              .channels_high = {115, 112}}}},
    .imm32 = {127, 96},
    .imm64 = kNoBits,
    .ternary = {.flag_subregister = {33, 33},
                .dst_file = {32, 32},
                .dst_write_mask = {52, 49},
                .dst_subregister = {55, 53},
                .dst_number = {63, 56},
                .src = {{{.negate = {37, 37},
                          .absolute = {36, 36},
                          .replicate = {64, 64},
                          .swizzle = {72, 65},
                          .subregister = {75, 73},
                          .number = {83, 76}},
                         {.negate = {39, 39},
                          .absolute = {38, 38},
                          .replicate = {85, 85},
                          .swizzle = {93, 86},
                          .subregister = {96, 94},
                          .number = {104, 97}},
                         {.negate = {41, 41},
                          .absolute = {40, 40},
                          .replicate = {106, 106},
                          .swizzle = {114, 107},
                          .subregister = {117, 115},
                          .number = {125, 118}}}}},
    .branch = {.dst_jip = {63, 48}, .jip = {111, 96}, .uip = {127, 112}, .jump = {127, 96}, .uip_in_src0 = false},
    .send = {.sfid = {27, 24}, .eot = {127, 127}, .descriptor = {124, 96}, .extended = {}},
    .split_send = {}};

inline constexpr Layout kGen9Layout{
    .control = {.opcode = {6, 0},
                .access_mode = {8, 8},
                .no_dd_clr = {9, 9},
                .no_dd_chk = {10, 10},
                .mask_control = {34, 34},
                .nibble = {11, 11},
                .quarter = {13, 12},
                .thread_control = {15, 14},
                .pred_control = {19, 16},
                .pred_inverse = {20, 20},
                .exec_size = {23, 21},
                .condition = {27, 24},
                .acc_write = {28, 28},
                .branch_control = {28, 28},
                .compaction = {29, 29},
                .debug = {30, 30},
                .saturate = {31, 31},
                .flag_subregister = {32, 32},
                .flag_register = {33, 33}},
    .dst = {.file = {36, 35},
            .type = {40, 37},
            .address_mode = {63, 63},
            .hstride = {62, 61},
            .number = {60, 53},
            .subregister = {52, 48},
            .subregister16 = {52, 52},
            .address_subregister = {60, 57},
            .address_imm = {56, 48},
            .address_imm16 = {56, 52},
            .address_imm_sign = {47, 47},
            .channels_low = {51, 48}},
    .src = {{{.file = {42, 41},
              .type = {46, 43},
              .address_mode = {79, 79},
              .hstride = {81, 80},
              .width = {84, 82},
              .vstride = {88, 85},
              .negate = {78, 78},
              .absolute = {77, 77},
              .number = {76, 69},
              .subregister = {68, 64},
              .subregister16 = {68, 68},
              .address_subregister = {76, 73},
              .address_imm = {72, 64},
              .address_imm16 = {72, 68},
              .address_imm_sign = {95, 95},
              .channels_low = {67, 64},
              .channels_high = {83, 80}},
             {.file = {90, 89},
              .type = {94, 91},
              .address_mode = {111, 111},
              .hstride = {113, 112},
              .width = {116, 114},
              .vstride = {120, 117},
              .negate = {110, 110},
              .absolute = {109, 109},
              .number = {108, 101},
              .subregister = {100, 96},
              .subregister16 = {100, 100},
              .address_subregister = {108, 105},
              .address_imm = {104, 96},
              .address_imm16 = {104, 100},
              .address_imm_sign = {121, 121},
              .channels_low = {99, 96},
              .channels_high = {115, 112}}}},
    .imm32 = {127, 96},
    .imm64 = {127, 64},
    .ternary = {.flag_subregister = {32, 32},
                .flag_register = {33, 33},
                .dst_type = {48, 46},
                .src_type = {45, 43},
                .dst_write_mask = {52, 49},
                .dst_subregister = {55, 53},
                .dst_number = {63, 56},
                .src = {{{.negate = {38, 38},
                          .absolute = {37, 37},
                          .replicate = {64, 64},
                          .swizzle = {72, 65},
                          .subregister = {75, 73},
                          .subregister_low = {84, 84},
                          .number = {83, 76}},
                         {.negate = {40, 40},
                          .absolute = {39, 39},
                          .replicate = {85, 85},
                          .swizzle = {93, 86},
                          .subregister = {96, 94},
                          .subregister_low = {105, 105},
                          .number = {104, 97},
                          .type_is_half = {36, 36}},
                         {.negate = {42, 42},
                          .absolute = {41, 41},
                          .replicate = {106, 106},
                          .swizzle = {114, 107},
                          .subregister = {117, 115},
                          .subregister_low = {126, 126},
                          .number = {125, 118},
                          .type_is_half = {35, 35}}}}},
    .branch = {.dst_jip = kNoBits, .jip = {127, 96}, .uip = {95, 64}, .jump = {127, 96}, .uip_in_src0 = true},
    .send = {.sfid = {27, 24},
             .eot = {127, 127},
             .descriptor = {126, 96},
             .extended = {{{{67, 64}, 16}, {{83, 80}, 20}, {{88, 85}, 24}, {{94, 91}, 28}}}},
    .split_send = {.dst_file = {35, 35},
                   .dst_type = {40, 37},
                   .dst_subregister16 = {52, 52},
                   .dst_number = {60, 53},
                   .dst_address_mode = {63, 63},
                   .dst_address_subregister = {60, 57},
                   .dst_address_imm16 = {56, 52},
                   .dst_address_imm_sign = {62, 62},
                   .src1_file = {36, 36},
                   .src1_number = {51, 44},
                   .src0_subregister16 = {68, 68},
                   .src0_number = {76, 69},
                   .src0_address_mode = {79, 79},
                   .src0_address_subregister = {76, 73},
                   .src0_address_imm16 = {72, 68},
                   .src0_address_imm_sign = {78, 78},
                   .descriptor_in_register = {77, 77},
                   .extended_in_register = {61, 61},
                   .extended_register = {82, 80},
                   .extended = {{{{67, 64}, 6}, {{95, 80}, 16}}}}};

// By GenId.
inline constexpr std::array<const Layout*, kGenCount> kLayouts{&kGen6Layout, &kGen9Layout};

namespace layout_check {

// True if no two of `ranges` share a bit.
constexpr bool disjoint(std::initializer_list<Bits> ranges) {
  Word used;
  for (const Bits range : ranges) {
    const Word mask = mask_of(range);
    if (((used.low & mask.low) | (used.high & mask.high)) != 0) return false;
    used.low |= mask.low;
    used.high |= mask.high;
  }
  return true;
}

constexpr bool two_source(const Layout& l) {
  const ControlLayout& c = l.control;
  const OperandLayout &d = l.dst, &s = l.src[0], &t = l.src[1];
  return disjoint({c.opcode,
                   c.access_mode,
                   c.no_dd_clr,
                   c.no_dd_chk,
                   c.mask_control,
                   c.nibble,
                   c.quarter,
                   c.thread_control,
                   c.pred_control,
                   c.pred_inverse,
                   c.exec_size,
                   c.condition,
                   c.acc_write,
                   c.compaction,
                   c.debug,
                   c.saturate,
                   c.flag_subregister,
                   c.flag_register,
                   d.file,
                   d.type,
                   d.address_mode,
                   d.hstride,
                   d.number,
                   d.subregister,
                   d.address_imm_sign,
                   s.file,
                   s.type,
                   s.address_mode,
                   s.hstride,
                   s.width,
                   s.vstride,
                   s.negate,
                   s.absolute,
                   s.number,
                   s.subregister,
                   s.address_imm_sign,
                   t.file,
                   t.type,
                   t.address_mode,
                   t.hstride,
                   t.width,
                   t.vstride,
                   t.negate,
                   t.absolute,
                   t.number,
                   t.subregister,
                   t.address_imm_sign});
}

constexpr bool operand(const OperandLayout& o) {
  return disjoint({o.file, o.type, o.address_mode, o.hstride, o.width, o.vstride, o.negate, o.absolute,
                   o.address_subregister, o.address_imm, o.address_imm_sign}) &&
         disjoint({o.file, o.type, o.address_mode, o.channels_high, o.vstride, o.negate, o.absolute, o.number,
                   o.subregister16, o.channels_low}) &&
         disjoint({o.file, o.type, o.address_mode, o.channels_high, o.vstride, o.negate, o.absolute,
                   o.address_subregister, o.address_imm16, o.channels_low, o.address_imm_sign});
}

constexpr bool ternary(const Layout& l) {
  const ControlLayout& c = l.control;
  const TernaryLayout& t = l.ternary;
  Bits mask_control = c.mask_control;
  const auto& [s0, s1, s2] = t.src;
  return disjoint({c.opcode,       c.access_mode,      c.no_dd_clr,       c.no_dd_chk,     mask_control,
                   c.nibble,       c.quarter,          c.thread_control,  c.pred_control,  c.pred_inverse,
                   c.exec_size,    c.condition,        c.acc_write,       c.compaction,    c.debug,
                   c.saturate,     t.flag_subregister, t.flag_register,   t.dst_file,      t.dst_type,
                   t.src_type,     t.dst_write_mask,   t.dst_subregister, t.dst_number,    s0.negate,
                   s0.absolute,    s0.replicate,       s0.swizzle,        s0.subregister,  s0.subregister_low,
                   s0.number,      s1.negate,          s1.absolute,       s1.replicate,    s1.swizzle,
                   s1.subregister, s1.subregister_low, s1.number,         s1.type_is_half, s2.negate,
                   s2.absolute,    s2.replicate,       s2.swizzle,        s2.subregister,  s2.subregister_low,
                   s2.number,      s2.type_is_half});
}

constexpr bool split_send(const Layout& l) {
  const ControlLayout& c = l.control;
  const SplitSendLayout& s = l.split_send;
  return disjoint({c.saturate,
                   c.flag_subregister,
                   c.flag_register,
                   c.mask_control,
                   s.dst_file,
                   s.src1_file,
                   s.dst_type,
                   s.src1_number,
                   s.dst_subregister16,
                   s.dst_number,
                   s.extended_in_register,
                   s.dst_address_imm_sign,
                   s.dst_address_mode,
                   s.extended[0].range,
                   s.src0_subregister16,
                   s.src0_number,
                   s.descriptor_in_register,
                   s.src0_address_imm_sign,
                   s.src0_address_mode,
                   s.extended[1].range,
                   l.send.descriptor,
                   l.send.eot});
}

constexpr bool all(const Layout& l) {
  return two_source(l) && operand(l.dst) && operand(l.src[0]) && operand(l.src[1]) && ternary(l) && split_send(l);
}
static_assert(all(kGen6Layout) && all(kGen9Layout), "two fields of a format share a bit");

}  // namespace layout_check
}  // namespace eugene::isa
