// Rules on instructions that mix half floats and floats. BXT PRM vol6 "Register Region Restrictions" 7;
// SKL PRM vol7, the same section.
#include "rules/rule.h"

namespace eugene::rules {
namespace {

bool packed_half(const Subject& s) { return s.i.dst.type == Type::hf && s.i.dst.region.hstride == 1; }
bool mixed_align1(const Subject& s) { return s.mixed_float && !s.align16; }
bool mixed_align16(const Subject& s) { return s.mixed_float && s.align16; }

// Returns accumulator sources that do not start at the register, if the instruction has to start there.
Operands offset_accumulators(const Subject& s) {
  if (!mixed_align1(s) || !packed_half(s)) return kFine;
  return s.registers_where([](const Operand& o) { return is_accumulator(o) && o.subnr != 0; });
}

constexpr Rule kMixedFloatRules[] = {
    {.id = "mixed_float.indirect",
     .citation = {kNone, skl("vol7 Mixed Mode Float Operations: indirect addressing")},
     .text = "sources cannot be indirect if floats and half floats are mixed",
     .hint = "move the source to a fixed register first",
     .check =
         [](const Subject& s) {
           return s.mixed_float ? s.registers_where([](const Operand& o) { return o.indirect; }) : kFine;
         }},
    {.id = "mixed_float.float_simd8",
     .citation = {kNone, skl("vol7 Mixed Mode Float Operations: no SIMD16 when destination is f32")},
     .text = "mixed floats with a float destination are limited to 8 channels",
     .hint = "split the instruction",
     .check =
         [](const Subject& s) { return broken_if(s.mixed_float && s.i.exec_size > 8 && s.i.dst.type == Type::f); }},
    {.id = "mixed_float.packed_simd8",
     .citation = {kNone, bxt("Register Region Restrictions 7: no SIMD16 when destination is packed f16")},
     .text = "mixed floats with packed half floats as destination are limited to 8 channels",
     .hint = "split the instruction, or use a destination stride of 2",
     .check = [](const Subject& s) { return broken_if(s.mixed_float && s.i.exec_size > 8 && packed_half(s)); }},
    {.id = "mixed_float.packed_alignment",
     .citation = {kNone, bxt("Register Region Restrictions 7: packed f16 output oword aligned")},
     .text = "packed half floats must start at a multiple of 16 bytes",
     .hint = "use subregister 0 or 8, or a destination stride of 2",
     .check =
         [](const Subject& s) {
           return broken_if(mixed_align1(s) && packed_half(s) && s.i.dst.subnr % kOwordBytes != 0, kDst);
         }},
    {.id = "mixed_float.align16_packed",
     .citation = {kNone, bxt("Register Region Restrictions 7: Align16 register content is packed"), kNone},
     .text = "Align16 sources of mixed floats are packed: the vertical stride must be 4",
     .hint = "write <4>",
     .check =
         [](const Subject& s) {
           return mixed_align16(s) ? s.registers_where([](const Operand& o) { return o.region.vstride != 4; }) : kFine;
         }},
    {.id = "mixed_float.align16_accumulator",
     .citation = {kNone, bxt("Register Region Restrictions 7: no accumulator read access for Align16"), kNone},
     .text = "Align16 mixed floats cannot read the accumulator",
     .hint = "use Align1",
     .check = [](const Subject& s) { return broken_if(mixed_align16(s) && reads_accumulator(s.i)); }},
    {.id = "mixed_float.math_strided",
     .citation = {kNone, bxt("Register Region Restrictions 7: math, f16 inputs need to be strided")},
     .text = "half float sources of a mixed math instruction must be strided",
     .hint = "use a horizontal stride of 2",
     .check =
         [](const Subject& s) {
           if (!mixed_align1(s) || s.i.opcode != Opcode::math) return kFine;
           return s.registers_where([](const Operand& o) { return o.type == Type::hf && o.region.hstride <= 1; });
         }},
    {.id = "mixed_float.accumulator_offset",
     .citation = {kNone, bxt("Register Region Restrictions 7: accumulator source must be register aligned")},
     .text = "an accumulator source must start at offset 0 if the destination is packed half floats",
     .hint = "use acc0.0",
     .check = [](const Subject& s) { return offset_accumulators(s); }},
    {.id = "mixed_float.accumulator_stride",
     .citation = {kNone, bxt("Register Region Restrictions 7: destination stride needs to be 2")},
     .text = "if the accumulator is read, a half float destination needs a stride of 2",
     .hint = "write <2>",
     .check =
         [](const Subject& s) {
           return broken_if(mixed_align1(s) && s.i.dst.type == Type::hf && reads_accumulator(s.i) &&
                                s.i.dst.region.hstride != 2 && offset_accumulators(s) == kFine,
                            kDst);
         }},
};

}  // namespace

std::span<const Rule> mixed_float_rules() { return kMixedFloatRules; }

}  // namespace eugene::rules
