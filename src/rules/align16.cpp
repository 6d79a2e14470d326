// Rules on Align16 mode. SNB PRM vol4 part2 5.3.8, 7.2.1.1, 7.2.3.1; BXT PRM vol6 "Register Region
// Restrictions", Special Restrictions.
#include "rules/rule.h"

namespace eugene::rules {
namespace {

// True if a destination register gets its data from two source registers.
bool scattered(const Subject& s, const Operand& operand) {
  if (operand.is_imm() || operand.indirect || operand.region.vstride == 0) return false;
  if (byte_size(operand.type) != byte_size(s.i.dst.type))
    return false;  // a conversion: align16.conversion, mixed floats
  const Footprint sources = source_footprint(s.i, operand);
  const Footprint results = destination_footprint(s.i);
  std::array<std::optional<unsigned>, kMaxChannels> seen{};  // by destination register
  for (unsigned channel = 0; channel < s.i.exec_size; ++channel) {
    const unsigned from = sources.first[channel] / kRegisterBytes;
    std::optional<unsigned>& register_of = seen[results.first[channel] / kRegisterBytes % seen.size()];
    if (register_of.value_or(from) != from) return true;
    register_of = from;
  }
  return false;
}

// True if the swizzle selects whole pairs: each pair starts at x or z, and its second component follows the first.
bool selects_pairs(const Operand& operand) {
  for (const unsigned first : {0U, 2U}) {
    const unsigned selected = selected_component(operand, first);
    if (selected % 2 != 0 || selected_component(operand, first + 1) != selected + 1) return false;
  }
  return true;
}

bool writes_pairs(const Operand& operand) {
  return operand.write_mask == 0x3 || operand.write_mask == 0xC || operand.write_mask == kWriteAll;
}

constexpr Rule kAlign16Rules[] = {
    {.id = "align16.vertical_stride_4",
     .citation = {snb("7.2.1.1 VertStride"), kNone},
     .text = "in Align16 mode the vertical stride must be 0 or 4",
     .hint = "write <4> for consecutive vectors, <0> for one vector for all",
     .check =
         [](const Subject& s) {
           if (!s.align16 || !s.regions) return kFine;
           return s.registers_where([](const Operand& o) { return o.region.vstride != 0 && o.region.vstride != 4; });
         }},
    {.id = "align16.vertical_stride_2",
     .citation = {kNone, bdw("vol7 VertStride"), kNone},
     .text = "in Align16 mode the vertical stride must be 0, 2 or 4",
     .hint = "write <4> for consecutive vectors, <2> for 64-bit ones, <0> for one vector for all",
     .check =
         [](const Subject& s) {
           if (!s.align16 || !s.regions) return kFine;
           return s.registers_where([](const Operand& o) {
             return o.region.vstride != 0 && o.region.vstride != 2 && o.region.vstride != 4;
           });
         }},
    {.id = "align16.destination_stride",
     .citation = {snb("7.2.3.1 programming note: Dst.HorzStride must be 01"), bdw("vol7 Dst.HorzStride"), kNone},
     .text = "in Align16 mode the destination stride must be 1",
     .hint = "write <1> and select elements with the write mask",
     .check =
         [](const Subject& s) {
           // The macro functions of math do not set this field: their operands are always packed.
           return broken_if(s.align16 && s.regions && s.writes && !is_macro(s.i.math) && s.i.dst.region.hstride != 1,
                            kDst);
         }},
    of(limit("align16.alignment")),
    {.id = "align16.element_size",
     .citation = {snb("5.3.8: the 4 data elements within a row must span 16 bytes"), kNone},
     .text = "in Align16 mode elements must be dwords or floats",
     .hint = "use Align1, or operands of 32 bits",
     .check =
         [](const Subject& s) {
           if (!s.align16 || !s.regions) return kFine;
           return s.operands_where([](const Operand& o) {
             return !o.is_imm() && o.file != RegFile::arf && byte_size(o.type) != sizeof(std::uint32_t);
           });
         }},
    {.id = "align16.flow_control",
     .citation = {kNone, bxt("Register Region Restrictions, Special Restrictions: flow control"), kNone},
     .text = "flow control instructions must use Align1",
     .hint = "write Align1",
     .check = [](const Subject& s) { return broken_if(s.flow && s.align16); }},
    {.id = "align16.conversion",
     .citation = {kNone, bxt("Register Region Restrictions, Special Restrictions: Align16 conversion"), kNone},
     .text = "an Align16 conversion between element sizes must have source and destination in one register each",
     .hint = "split the instruction",
     .check =
         [](const Subject& s) {
           if (!s.align16 || !s.regions || !s.writes || s.mixed_float) return kFine;
           const bool one_register = destination_footprint(s.i).registers() == 1;
           return s.registers_where([&](const Operand& o) {
             if (byte_size(o.type) == byte_size(s.i.dst.type)) return false;
             return !one_register || source_footprint(s.i, o).registers() > 1;
           });
         }},
    {.id = "align16.scattered_source",
     .citation = {kNone, bxt("Register Region Restrictions, Special Restrictions: Align16 destination registers"),
                  kNone},
     .text = "in Align16 mode each destination register must get its data from one source register",
     .hint = "start source and destination at the same half of a register",
     .check =
         [](const Subject& s) {
           if (!s.align16 || !(s.regions || s.three_source) || !s.writes) return kFine;
           return s.registers_where([&](const Operand& o) { return scattered(s, o); });
         }},
    {.id = "align16.qword_size",
     .citation = {kNone, bdw("vol7 Register Region Restrictions: Align16 with QW destination"), kNone},
     .text = "in Align16 mode a 64-bit result of narrower sources is limited to 2 channels",
     .hint = "use Align1 or an execution size of 2",
     .check =
         [](const Subject& s) {
           if (!s.align16 || !s.regions || !s.row.has_destination || !is_qword(s.i.dst.type) || s.i.exec_size <= 2)
             return kFine;
           return s.sources_where([](const Operand& o) { return !is_qword(o.type); });
         }},
    {.id = "align16.qword_components",
     .citation = {kNone, errata("Execution: Align16 with 64-bit types"), kNone},
     .text = "in Align16 mode a 64-bit element takes two components: xy or zw",
     .hint = "swizzle by pairs (xyxy, zwzw, zwxy), and write xy, zw or both",
     .check =
         [](const Subject& s) {
           const bool components = s.align16 && (s.regions || s.three_source) && !selects_macro_accumulators(s.i);
           if (!components) return kFine;
           const bool split = s.writes && is_qword(s.i.dst.type) && !writes_pairs(s.i.dst);
           return static_cast<Operands>(broken_if(split, kDst) | s.registers_where([](const Operand& o) {
             return is_qword(o.type) && !selects_pairs(o);
           }));
         }},
};

}  // namespace

std::span<const Rule> align16_rules() { return kAlign16Rules; }

}  // namespace eugene::rules
