// Rules of the three-source format. SNB PRM vol4 part2 7.2 ("3-src instructions"), 8.3.24, 8.3.27.
#include "isa/encoding/codes.h"
#include "rules/rule.h"

namespace eugene::rules {
namespace {

bool mixes_half(const Subject& s) {
  return s.operands_where([](const Operand& o) { return o.type == Type::hf; }) != kFine;
}

constexpr Rule kThreeSourceRules[] = {
    of(limit("three_source.align16")),
    of(limit("three_source.source_file")),
    of(limit("three_source.destination_file")),
    of(limit("three_source.indirect")),
    of(limit("three_source.subregister"),
       [](const Subject& s) {
         if (!s.three_source) return kFine;
         // The machine word has a bit for the word in a dword of each source; it is for half floats that are
         // replicated.
         const Operands sources = s.sources_where([](const Operand& o) {
           const bool one_half = o.type == Type::hf && is_scalar(o.region);
           return o.subnr % (one_half ? 2 : 4) != 0;
         });
         return static_cast<Operands>(sources | broken_if(s.i.dst.subnr % 4 != 0, kDst));
       }),
    of(limit("three_source.region")),
    of(limit("three_source.types"),
       [](const Subject& s) {
         if (!s.three_source) return kFine;
         return s.sources_where([&](const Operand& o) {
           if (o.type == s.i.dst.type) return false;
           const bool halves = mixes_half(s) && size_of(o.type) <= 4 && size_of(s.i.dst.type) <= 4 &&
                               is_float(o.type) && is_float(s.i.dst.type);
           const bool integers = is_dword_int(o.type) && is_dword_int(s.i.dst.type);
           return !halves && !integers;
         });
       }),
    of(limit("three_source.type")),
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

std::span<const Rule> three_source_rules() { return kThreeSourceRules; }

}  // namespace eugene::rules
