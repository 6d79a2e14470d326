// Rules on the three-source format. SNB PRM vol4 part2 7.2 ("3-src instructions"), 8.3.24, 8.3.27.
#include "rules/rule.h"

namespace eugene::rules {
namespace {

constexpr Rule kThreeSourceRules[] = {
    of(limit("three_source.align16")),
    of(limit("three_source.source_file")),
    of(limit("three_source.destination_file")),
    of(limit("three_source.indirect")),
    of(limit("three_source.subregister")),
    of(limit("three_source.region")),
    of(limit("three_source.types")),
    of(limit("three_source.align1_destination")),
    of(limit("three_source.align1_region")),
    of(limit("three_source.immediate")),
    of(limit("three_source.immediate_range")),
    of(limit("three_source.exec_type")),
    of(limit("three_source.type")),
    {.id = "three_source.mixed_simd8",
     .citation = {kNone, bxt("Register Region Restrictions 7: no SIMD16 in mixed mode"), kNone},
     .text = "a three-source instruction that mixes half floats and floats is limited to 8 channels",
     .hint = "split the instruction",
     .check =
         [](const Subject& s) {
           const bool floats = s.operands_where([](const Operand& o) { return o.type == Type::f; }) != kFine;
           return broken_if(s.three_source && s.i.exec_size > 8 && floats && mixes_half(s.i));
         }},
};

}  // namespace

std::span<const Rule> three_source_rules() { return kThreeSourceRules; }

}  // namespace eugene::rules
