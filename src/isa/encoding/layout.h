// The field layouts of all generations, and the proof that no two fields of a format share a bit.
#pragma once

#include <initializer_list>

#include "isa/encoding/layout_gen12.h"
#include "isa/encoding/layout_gen6.h"
#include "isa/encoding/layout_gen9.h"

namespace eugene::isa {

inline constexpr PerGen<const Layout*> kLayouts{&kGen6Layout, &kGen9Layout, &kGen12Layout};

constexpr const Layout& find_layout(const Gen& gen) { return *kLayouts[gen.id]; }

// Whether one and the same bit is BranchCtrl in branches and AccWrCtrl in other instructions.
constexpr bool has_branch_control(const Gen& gen) { return find_layout(gen).control.branch_control.present(); }

// Whether instructions choose between Align1 and Align16; otherwise all are Align1.
constexpr bool has_access_mode(const Gen& gen) { return find_layout(gen).control.access_mode.present(); }
// Whether instructions with three sources have an Align1 form.
constexpr bool has_align1_three_source(const Gen& gen) { return find_layout(gen).ternary_align1.exec_type.present(); }

namespace layout_check {

// True if no two of `ranges` share a bit.
constexpr bool disjoint(std::initializer_list<Bits> ranges) {
  EncodedInstruction used;
  for (const Bits range : ranges) {
    const EncodedInstruction mask = make_mask(range);
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
                   c.scoreboard,
                   d.file,
                   d.type,
                   d.address_mode,
                   d.hstride,
                   d.number,
                   d.subregister,
                   d.address_imm_sign,
                   s.file,
                   s.immediate,
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
                   t.immediate,
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

// An indirect address may take the bit of the file, if the file is a single bit.
constexpr bool operand(const OperandLayout& o) {
  const Bits file = o.file.width() == 1 ? kNoBits : o.file;
  return disjoint({file, o.type, o.address_mode, o.hstride, o.width, o.vstride, o.negate, o.absolute,
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

constexpr bool ternary_align1(const Layout& l) {
  const ControlLayout& c = l.control;
  const TernaryAlign1Layout& t = l.ternary_align1;
  const auto& [s0, s1, s2] = t.src;
  return disjoint({c.opcode,         c.scoreboard,      c.mask_control, c.nibble,      c.quarter,
                   c.thread_control, c.pred_control,    c.pred_inverse, c.exec_size,   c.condition,
                   c.acc_write,      c.compaction,      c.debug,        c.saturate,    c.flag_subregister,
                   c.flag_register,  t.exec_type,       t.dst.file,     t.dst.type,    t.dst.hstride,
                   t.dst.number,     t.dst.subregister, s0.file,        s0.immediate,  s0.type,
                   s0.vstride_high,  s0.vstride_low,    s0.hstride,     s0.negate,     s0.absolute,
                   s0.number,        s0.subregister,    s1.file,        s1.type,       s1.vstride_high,
                   s1.vstride_low,   s1.hstride,        s1.negate,      s1.absolute,   s1.number,
                   s1.subregister,   s2.file,           s2.immediate,   s2.type,       s2.hstride,
                   s2.negate,        s2.absolute,       s2.number,      s2.subregister}) &&
         disjoint({s0.imm, s0.type, s0.negate, s0.absolute, s0.immediate}) &&
         disjoint({s2.imm, s2.type, s2.negate, s2.absolute, s2.immediate, s1.number, s1.file});
}

constexpr bool pieces(const Layout& l) {
  const ControlLayout& c = l.control;
  const SplitSendLayout& s = l.split_send;
  const auto& [d0, d1, d2, d3, d4] = l.send.pieces;
  const auto& [e0, e1, e2, e3, e4] = s.extended;
  // The register of the extended descriptor lies in one of its pieces, which exist only without such a register; the
  // bit for saturation is the bit for the end of the thread.
  const bool whole = disjoint({c.opcode,
                               c.nibble,
                               c.quarter,
                               c.thread_control,
                               c.pred_control,
                               c.pred_inverse,
                               c.exec_size,
                               c.acc_write,
                               c.compaction,
                               c.debug,
                               c.scoreboard,
                               c.mask_control,
                               c.flag_subregister,
                               c.flag_register,
                               l.send.sfid,
                               l.send.eot,
                               s.dst.file,
                               s.dst.number,
                               s.src0.file,
                               s.src0.number,
                               s.src1.file,
                               s.src1.number,
                               s.descriptor_in_register,
                               s.extended_in_register,
                               d0.range,
                               d1.range,
                               d2.range,
                               d3.range,
                               d4.range,
                               e0.range,
                               e1.range,
                               e2.range,
                               e3.range,
                               e4.range});
  return l.send.descriptor.present() || whole;
}

constexpr bool split_send(const Layout& l) {
  const ControlLayout& c = l.control;
  const SplitSendLayout& s = l.split_send;
  const Bits saturate = c.saturate == l.send.eot ? kNoBits : c.saturate;
  return operand(s.dst) && operand(s.src0) &&
         disjoint({saturate,
                   c.flag_subregister,
                   c.flag_register,
                   c.mask_control,
                   s.dst.file,
                   s.src1.file,
                   s.dst.type,
                   s.src1.number,
                   s.dst.subregister16,
                   s.dst.number,
                   s.extended_in_register,
                   s.dst.address_imm_sign,
                   s.dst.address_mode,
                   s.extended[0].range,
                   s.src0.subregister16,
                   s.src0.number,
                   s.descriptor_in_register,
                   s.src0.address_imm_sign,
                   s.src0.address_mode,
                   s.extended[1].range,
                   l.send.descriptor,
                   l.send.eot});
}

constexpr bool all(const Layout& l) {
  return two_source(l) && operand(l.dst) && operand(l.src[0]) && operand(l.src[1]) && ternary(l) && ternary_align1(l) &&
         pieces(l) && split_send(l);
}
static_assert(all(kGen6Layout) && all(kGen9Layout) && all(kGen12Layout), "two fields of a format share a bit");

}  // namespace layout_check

}  // namespace eugene::isa
