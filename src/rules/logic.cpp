// Rules on selection and shifts: sel, shr. SNB PRM vol4 part2 8.3.43, 8.3.47.
#include "rules/rule.h"

namespace eugene::rules {
namespace {

bool shifts_signed(const Subject& s) {
  const Operand& o = s.src(0);
  return s.i.opcode == Opcode::shr && !o.is_imm() && is_signed(o.type) && is_int(o.type) && !is_magnitude(o);
}

constexpr Rule kLogicRules[] = {
    {.id = "sel.conversion",
     .citation = {snb("8.3.43 sel description: format conversion is not allowed"), kNone},
     .text = "sel cannot convert: sources and destination must be of one kind and size",
     .hint = "convert with a mov before or after",
     .check =
         [](const Subject& s) {
           if (s.i.opcode != Opcode::sel || !s.writes) return kFine;
           return s.sources_where([&](const Operand& o) {
             const bool expands = o.is_imm() && is_vector(o.type);
             return !expands &&
                    (byte_size(o.type) != byte_size(s.i.dst.type) || is_float(o.type) != is_float(s.i.dst.type));
           });
         }},
    {.id = "sel.odd_byte",
     .citation = {snb("8.3.43 sel restrictions"), kNone},
     .text = "bytes that sel writes cannot be at odd locations",
     .hint = "start at an even byte",
     .check =
         [](const Subject& s) {
           return broken_if(s.i.opcode == Opcode::sel && s.writes && is_byte(s.i.dst.type) && !s.i.dst.indirect &&
                                s.i.dst.subnr % 2 != 0,
                            kDst);
         }},
    {.id = "shr.signed_source",
     .citation = {snb("8.3.47 shr description"), kNone},
     .text = "shr needs unsigned values: a signed src0 needs (abs)",
     .hint = "use asr, an unsigned type, or (abs)",
     .check = [](const Subject& s) { return broken_if(shifts_signed(s) && s.src(0).type != Type::w, kSrc0); }},
    {.id = "shr.signed_word",
     .severity = Severity::warning,
     .citation = {snb("8.3.47 shr description"), kNone},
     .text = "shr is documented to take unsigned values (Intel's media kernels give it signed words)",
     .hint = "use asr, an unsigned type, or (abs)",
     .check = [](const Subject& s) { return broken_if(shifts_signed(s) && s.src(0).type == Type::w, kSrc0); }},
    {.id = "shr.unsigned_modifier",
     .citation = {snb("8.3.47 shr description"), kNone},
     .text = "an unsigned src0 of shr cannot have a source modifier",
     .hint = "apply it with a mov before",
     .check =
         [](const Subject& s) {
           const Operand& o = s.src(0);
           return broken_if(s.i.opcode == Opcode::shr && !o.is_imm() && !is_signed(o.type) && o.has_modifier(), kSrc0);
         }},
};

}  // namespace

std::span<const Rule> logic_rules() { return kLogicRules; }

}  // namespace eugene::rules
