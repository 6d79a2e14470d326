// Rules on register-indirect operands. SNB PRM vol4 part2 5.3.4.4, 5.3.7, 5.3.10 rule 12; BXT PRM vol6
// "Regioning Rules for Register Indirect Addressing".
#include "rules/rule.h"

namespace eugene::rules {
namespace {

// Returns the number of address subregisters that a Vx1 or VxH operand uses.
unsigned indices(const Subject& s, const Operand& operand) {
  return std::max<unsigned>(s.i.exec_size / std::max<unsigned>(operand.region.width, 1), 1);
}

// Returns the number of address subregisters that hardware reads in one pass, which covers at most 8 channels.
unsigned group(const Subject& s, const Operand& operand) {
  return std::min(indices(s, operand), std::max(8U / std::max<unsigned>(operand.region.width, 1), 1U));
}

constexpr Rule kIndirectRules[] = {
    {.id = "indirect.source1",
     .citation = {snb("5.3.10 rule 12.1"), bxt("Regioning Rules for Register Indirect Addressing 3")},
     .text = "the second source can use one address only (1x1)",
     .hint = "swap the sources, or give a vertical stride",
     .check = [](const Subject& s) { return broken_if(s.sources > 1 && is_row_addressed(s.src(1)), kSrc1); }},
    {.id = "indirect.destination",
     .citation = {snb("5.3.10 rule 12.2"), bxt("Regioning Rules for Register Indirect Addressing 5")},
     .text = "a destination can use one address only (1x1)",
     .hint = "write rows one at a time",
     .check = [](const Subject& s) { return broken_if(s.row.has_destination && is_row_addressed(s.i.dst), kDst); }},
    of(limit("indirect.rows_direct")),
    {.id = "indirect.channels",
     .citation = {snb("5.3.4.4 implementation restriction"), bxt("Regioning Rules for Register Indirect Addressing")},
     .text = "there are not enough address subregisters for one address per row",
     .hint = "use a smaller execution size, a larger width, or a lower subregister of a0",
     .check =
         [](const Subject& s) {
           if (!s.align1_regions()) return kFine;
           return s.registers_where([&](const Operand& o) {
             return is_row_addressed(o) && o.addr_subnr + indices(s, o) > s.gen.files.address_subregisters;
           });
         }},
    {.id = "indirect.exec_size_32",
     .citation = {kNone, bxt("Regioning Rules for Register Indirect Addressing: execution size 32")},
     .text = "one address for each row or element is not supported with 32 channels",
     .hint = "use an execution size of 16",
     .check =
         [](const Subject& s) {
           if (s.i.exec_size != 32 || !s.align1_regions()) return kFine;
           return s.registers_where([](const Operand& o) { return is_row_addressed(o); });
         }},
    {.id = "indirect.group_alignment",
     .citation = {snb("5.3.4.4: the address subregisters must be group-aligned"), kNone},
     .text = "address subregisters used together must be aligned to their number",
     .hint = "start at an even subregister for two, at a multiple of four for four",
     .check =
         [](const Subject& s) {
           if (!s.align1_regions()) return kFine;
           return s.registers_where(
               [&](const Operand& o) { return is_row_addressed(o) && o.addr_subnr % group(s, o) != 0; });
         }},
    of(limit("indirect.subregister")),
    of(limit("indirect.offset")),
};

}  // namespace

std::span<const Rule> indirect_rules() { return kIndirectRules; }

}  // namespace eugene::rules
