// Rules of the three-source format. SNB PRM vol4 part2 7.2 ("3-src instructions"), 8.3.24, 8.3.27.
#include "rules/rule.h"

namespace eugene::rules {
namespace {

bool mixes_half(const Subject& s) {
  return s.operands_where([](const Operand& o) { return o.type == Type::hf; }) != kFine;
}

constexpr Rule kRules[] = {
    {.id = "three_source.align16",
     .citation = {snb("7.2: must be Align16"), bdw("vol7 3-src instructions")},
     .text = "three-source instructions must use Align16",
     .hint = "write Align16 operands",
     .check = [](const Subject& s) { return broken_if(s.three_source && !s.align16); }},
    {.id = "three_source.source_file",
     .citation = {snb("7.2: only GRF registers for sources"), bdw("vol7 3-src instructions")},
     .text = "sources of three-source instructions must be general registers",
     .hint = "load other values, immediates too, into registers",
     .check =
         [](const Subject& s) {
           return s.three_source ? s.sources_where([](const Operand& o) { return !o.is_grf(); }) : kFine;
         }},
    {.id = "three_source.destination_file",
     .citation = {snb("7.2: only GRF or MRF for destination"), bdw("vol7 3-src instructions: GRF only")},
     .text = "the destination of a three-source instruction must be a general or message register",
     .hint = "write a general register",
     .check =
         [](const Subject& s) { return broken_if(s.three_source && !s.i.dst.is_grf() && !s.i.dst.is_mrf(), kDst); }},
    {.id = "three_source.indirect",
     .citation = {snb("7.2, figure 7-3"), bdw("vol7 3-src instructions")},
     .text = "three-source instructions address registers directly",
     .hint = "use direct registers",
     .check =
         [](const Subject& s) {
           return s.three_source ? s.operands_where([](const Operand& o) { return o.indirect; }) : kFine;
         }},
    {.id = "three_source.subregister",
     .citation = {snb("7.2: subregister number to DWord granularity"), bdw("vol7 3-src instructions")},
     .text = "operands of three-source instructions start at a multiple of 4 bytes",
     .hint = "use a dword-aligned subregister",
     .check =
         [](const Subject& s) {
           return s.three_source ? s.operands_where([](const Operand& o) { return o.subnr % 4 != 0; }) : kFine;
         }},
    {.id = "three_source.region",
     .citation = {snb("7.2, 8.3.24, 8.3.27: vertical stride is 4"), bdw("vol7 3-src instructions")},
     .text = "a three-source operand is four-element vectors in sequence or one replicated element",
     .hint = "write <4> or <0;1,0>",
     .check =
         [](const Subject& s) {
           if (!s.three_source) return kFine;
           return s.sources_where([](const Operand& o) {
             const Region& r = o.region;
             return !(r == Region{4, 4, 1} || r == Region{0, 1, 0} || r == Region{0, 4, 1});
           });
         }},
    {.id = "three_source.types",
     .citation = {kNone, bdw("vol2a mad, lrp, bfe, bfi2")},
     .text = "operands of a three-source instruction must have one type (HF and F may mix on Gen8 and later)",
     .hint = "convert with mov before or after",
     .check =
         [](const Subject& s) {
           if (!s.three_source) return kFine;
           return s.sources_where([&](const Operand& o) {
             if (o.type == s.i.dst.type) return false;
             const bool halves = mixes_half(s) && size_of(o.type) <= 4 && size_of(s.i.dst.type) <= 4 &&
                                 is_float(o.type) && is_float(s.i.dst.type);
             const bool integers = is_dword_int(o.type) && is_dword_int(s.i.dst.type);
             return !halves && !integers;
           });
         }},
    {.id = "three_source.float",
     .citation = {snb("8.3.24, 8.3.27: only float source and destination"), kNone},
     .text = "{op} works on floats only",
     .hint = "use :f",
     .check =
         [](const Subject& s) {
           return s.three_source ? s.operands_where([](const Operand& o) { return o.type != Type::f; }) : kFine;
         }},
    {.id = "three_source.mixed_simd8",
     .citation = {kNone, bxt("Register Region Restrictions 7: no SIMD16 in mixed mode")},
     .text = "a three-source instruction that mixes half floats and floats is limited to 8 channels",
     .hint = "split the instruction",
     .check =
         [](const Subject& s) {
           const bool floats = s.operands_where([](const Operand& o) { return o.type == Type::f; }) != kFine;
           return broken_if(s.three_source && s.i.exec_size > 8 && floats && mixes_half(s));
         }},
};

}  // namespace

std::span<const Rule> three_source_rules() { return kRules; }

}  // namespace eugene::rules
