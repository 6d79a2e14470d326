// Limits of the three-source format. SNB PRM vol4 part2 7.2 ("3-src instructions"), 8.3.24, 8.3.27.
#pragma once

#include <array>

#include "isa/encoding/codes.h"
#include "isa/limits/limit.h"
#include "isa/limits/values.h"

namespace eugene::isa {

// Returns the alignment of a three-source operand in bytes. From Gen8 the machine word has one more bit for each
// source, which selects a word in the dword. The bit is for replicated half floats.
constexpr unsigned three_source_alignment(const Operand& o) {
  return o.type == Type::hf && is_scalar(o.region) ? 2 : 4;
}

constexpr bool mixes_half(const Instruction& i) {
  return i.dst.type == Type::hf || sources_where(i, [](const Operand& o) { return o.type == Type::hf; }) != kFine;
}

// True if a source may have `type` together with the destination of `i`.
constexpr bool has_type_beside(const Instruction& i, Type type) {
  const auto both = [&](auto has) { return has(type) && has(i.dst.type); };
  if (type == i.dst.type) return true;
  if (both([](Type t) { return t == Type::d || t == Type::ud; })) return true;
  return mixes_half(i) && both([](Type t) { return is_float(t) && byte_size(t) <= 4; });
}

inline constexpr auto kThreeSourceLimits = std::to_array<Limit>({
    {.id = "three_source.align16",
     .citation = {snb("7.2: must be Align16"), bdw("vol7 3-src instructions"), kNone},
     .text = "three-source instructions must use Align16",
     .hint = "write Align16 operands",
     .condition = Condition::of_instruction(
         [](const Instruction& i) { return is_three_source(i) && i.access_mode != AccessMode::align16; })},
    {.id = "three_source.source_file",
     .citation = {snb("7.2: only GRF registers for sources"), bdw("vol7 3-src instructions"), kNone},
     .text = "sources of three-source instructions must be general registers",
     .hint = "load other values, immediates too, into registers",
     .condition = Condition::of_sources(
         [](const Instruction& i, const Operand& o) { return is_three_source(i) && !o.is_grf(); })},
    {.id = "three_source.destination_file",
     .citation = {snb("7.2: only GRF or MRF for destination"), bdw("vol7 3-src instructions: GRF only"), kNone},
     .text = "the destination of a three-source instruction must be a general or message register",
     .hint = "write a general register",
     .condition = Condition::of_destination(
         [](const Instruction& i, const Operand& o) { return is_three_source(i) && !o.is_grf() && !o.is_mrf(); })},
    {.id = "three_source.indirect",
     .citation = {snb("7.2, figure 7-3"), bdw("vol7 3-src instructions")},
     .text = "three-source instructions cannot address registers through a0",
     .hint = "use direct registers",
     .condition = Condition::of_operands(
         [](const Instruction& i, const Operand& o) { return is_three_source(i) && o.indirect; })},
    {.id = "three_source.subregister",
     .citation = {snb("7.2: subregister number to DWord granularity"), bdw("vol7 3-src instructions"), kNone},
     .text = "operands of three-source instructions must start at a multiple of 4 bytes, single half floats of 2",
     .hint = "use a dword-aligned subregister",
     .condition = Condition::of_operands([](const Instruction& i, const Operand& o) {
       return is_three_source(i) && o.subnr % three_source_alignment(o) != 0;
     }),
     .has_words = true},
    {.id = "three_source.region",
     .citation = {snb("7.2, 8.3.24, 8.3.27: vertical stride is 4"), bdw("vol7 3-src instructions"), kNone},
     .text = "a three-source operand must be four-element vectors in sequence or one replicated element",
     .hint = "write <4> or <0;1,0>",
     .condition = Condition::of_sources([](const Instruction& i, const Operand& o) {
       return is_three_source(i) &&
              !(o.region == Region{4, 4, 1} || o.region == Region{0, 1, 0} || o.region == Region{0, 4, 1});
     })},
    {.id = "three_source.types",
     .citation = {kNone, bdw("vol2a mad, lrp, bfe, bfi2"), kNone},
     .text = "operands of a three-source instruction must have one type (HF and F may mix on Gen8 and later)",
     .hint = "convert with mov before or after",
     .condition = Condition::of_sources(
         [](const Instruction& i, const Operand& o) { return is_three_source(i) && !has_type_beside(i, o.type); }),
     .has_words = true},
    {.id = "three_source.align1_destination",
     .citation = {kNone, kNone, mesa("brw_inst.h: 3src_a1_dst_subreg_nr")},
     .text = "the destination of a three-source instruction must start at a multiple of 8 bytes",
     .hint = "use subregister 0, or move the destination",
     .condition = Condition::of_destination(
         [](const Instruction& i, const Operand& o) { return is_three_source(i) && o.subnr % 8 != 0; })},
    {.id = "three_source.align1_region",
     .citation = {kNone, kNone, mesa("brw_inst.h: 3src_a1 strides")},
     .text = "the region of a three-source operand has no encoding",
     .hint = "write <0;1,0>, <1;1,0>, <4;4,1> or <8;8,1>; source 2 has elements in sequence, or one"},
    {.id = "three_source.immediate",
     .citation = {kNone, kNone, mesa("brw_inst.h: 3src_a1_src0_imm, 3src_a1_src2_imm")},
     .text = "source 1 of a three-source instruction cannot be an immediate",
     .hint = "swap the sources where the operation allows it, or load the constant with mov"},
    {.id = "three_source.immediate_range",
     .citation = {kNone, kNone, mesa("brw_inst.h: 3src_a1_src0_imm, 3src_a1_src2_imm")},
     .text = "an immediate of a three-source instruction has 16 bits",
     .hint = "write 0 to 65535, or a :w"},
    {.id = "three_source.exec_type",
     .citation = {kNone, kNone, mesa("brw_inst.h: 3src_a1_exec_type")},
     .text = "operands of a three-source instruction must be all floats or all integers",
     .hint = "convert with mov before or after",
     .condition = Condition::of_sources([](const Instruction& i, const Operand& o) {
       return is_three_source(i) && is_float(o.type) != is_float(i.dst.type);
     })},
    {.id = "three_source.type",
     .citation = {snb("8.3.24, 8.3.27: only float source and destination"), bdw("vol7 3-src instructions: types")},
     .text = "{op} has no operands of this type",
     .hint = "convert with a mov before, and back after",
     .condition = Condition::of_operands([](const Gen& gen, const Instruction& i, const Operand& o) {
       return is_three_source(i) && !has_three_source_type(gen, o.type);
     })},
});

}  // namespace eugene::isa
