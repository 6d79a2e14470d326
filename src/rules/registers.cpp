// Rules on register files and on the numbers of general and message registers. architecture.cpp has the rules on
// architecture registers. SNB PRM vol4 part2 5.3.1 to 5.3.3, 5.3.4.3, 5.9, 6.5; BXT PRM vol6 "EU Overview".
#include "rules/rule.h"

namespace eugene::rules {
namespace {

// Returns the number of registers from `operand.nr` on that a direct operand touches.
unsigned registers(const Subject& s, const Operand& operand, bool destination) {
  return (destination ? destination_footprint(s.i) : source_footprint(s.i, operand)).registers();
}

bool past_the_end(const Subject& s, const Operand& operand, bool destination) {
  if (operand.indirect) return false;
  const unsigned last = operand.nr + registers(s, operand, destination) - 1;
  return operand.is_grf() && last >= s.gen.files.grf_count;
}

bool past_the_mrf(const Subject& s, const Operand& operand) {
  if (!operand.is_mrf() || operand.indirect || s.gen.files.mrf_count == 0) return false;
  const unsigned step = operand.spreads() ? isa::kSpreadRegisters : 1;
  return operand.message_register() + (registers(s, operand, true) - 1) * step >= s.gen.files.mrf_count;
}

constexpr Rule kRegisterRules[] = {
    of(limit("register.file")),
    of(limit("register.number")),
    of(limit("arf.notification")),
    {.id = "register.grf_range",
     .citation = {snb("5.3.2, 6.5 GRF register out-of-bounds"), bdw("vol7 GRF Registers")},
     .text = "the region reaches past r127",
     .hint = "use lower registers or a smaller execution size",
     .check =
         [](const Subject& s) {
           if (!s.regions && !s.three_source) return kFine;
           const Operands dst = broken_if(s.row.has_destination && past_the_end(s, s.i.dst, true), kDst);
           return static_cast<Operands>(dst |
                                        s.registers_where([&](const Operand& o) { return past_the_end(s, o, false); }));
         }},
    {.id = "register.mrf_range",
     .citation = {snb("5.3.3, Table 5-4, 6.5 MRF register out-of-bounds"), kNone},
     .text = "the region reaches past m23",
     .hint = "message registers are m0 to m23",
     .check =
         [](const Subject& s) {
           if (!s.regions && !s.three_source) return kFine;
           return broken_if(s.row.has_destination && past_the_mrf(s, s.i.dst), kDst);
         }},
    {.id = "register.mrf_source",
     .citation = {snb("5.3.3: MRF registers are write-only"), kNone},
     .text = "a message register cannot be read",
     .hint = "keep the value in a general register",
     .check =
         [](const Subject& s) {
           if (s.any_send()) return kFine;
           return s.sources_where([](const Operand& o) { return o.is_mrf(); });
         }},
    {.id = "register.null_source",
     .citation = {snb("5.3.4.3 Null Register"), bdw("vol7 Null Register")},
     .text = "reading the null register gives an undefined value",
     .hint = "use a register or an immediate",
     .check =
         [](const Subject& s) {
           if (!s.regions) return kFine;
           return s.sources_where([](const Operand& o) { return o.is_null() && !o.indirect; });
         }},
    {.id = "register.absent_source",
     .citation = {snb("5.9 Non-present Operands"), bdw("vol7 Non-present Operands")},
     .text = "an operand that the instruction does not have must be null",
     .hint = "write null",
     .check =
         [](const Subject& s) {
           if (!s.regions) return kFine;
           Operands result = kFine;
           for (unsigned n = s.sources; n < 2; ++n) {
             if (!s.src(n).is_null()) result = static_cast<Operands>(result | source_bit(n));
           }
           return result;
         }},
};

}  // namespace

std::span<const Rule> register_rules() { return kRegisterRules; }

}  // namespace eugene::rules
