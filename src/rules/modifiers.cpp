// Rules on modifiers: predicate, condition modifier, flag register, saturation and source modifiers. SNB PRM vol4 part2
// 5.4, 5.7, 7.2.1, 7.2.2 and the tables of chapter 8.
#include "rules/rule.h"

namespace eugene::rules {
namespace {

constexpr bool reserved(CondMod condition) {
  switch (condition) {
    case CondMod::none:
    case CondMod::z:
    case CondMod::nz:
    case CondMod::g:
    case CondMod::ge:
    case CondMod::l:
    case CondMod::le:
    case CondMod::o:
    case CondMod::u: return false;
  }
  return true;
}

constexpr Rule kModifierRules[] = {
    {.id = "predicate.instruction",
     .citation = {snb("8.3 {op}, Pred"), bdw("vol2a {op}, Pred")},
     .text = "{op} cannot be predicated",
     .hint = "remove the predicate",
     .check =
         [](const Subject& s) {
           return broken_if(s.i.pred_control != PredControl::none && !s.row.has(kPred) && s.row.format != Format::none);
         }},
    of(limit("predicate.access_mode")),
    of(limit("predicate.any32h")),
    of(limit("flag.register")),
    {.id = "condition.instruction",
     .citation = {snb("8.3 {op}, Cond Mod"), bdw("vol2a {op}, Cond Mod")},
     .text = "{op} cannot have a condition modifier",
     .hint = "compare with cmp, or put the condition on the instruction that computes the value",
     .check =
         [](const Subject& s) {
           return broken_if(s.i.cond_mod != CondMod::none && !s.row.has(kCond) && !s.row.has(kMayCompare) &&
                            s.row.format != Format::none);
         }},
    {.id = "condition.branch",
     .citation = {kNone, bdw("vol2a if, while: no embedded compare")},
     .text = "{op} cannot compare operands itself",
     .hint = "compare with cmp and predicate the branch",
     .check = [](const Subject& s) { return broken_if(s.i.cond_mod != CondMod::none && s.row.has(kMayCompare)); }},
    {.id = "condition.reserved",
     .citation = {snb("7.2.1.1 CondModifier"), bdw("vol7 CondModifier")},
     .text = "the condition modifier is a reserved encoding",
     .hint = "use .z, .nz, .g, .ge, .l, .le, .o or .u",
     .check = [](const Subject& s) { return broken_if(reserved(s.i.cond_mod)); }},
    {.id = "condition.mov",
     .severity = Severity::warning,
     .citation = {snb("8.3.29 mov restrictions, 8.3.30"), kNone},
     .text = "{op} is documented to take no condition modifier (hardware accepts it)",
     .hint = "use cmp, or rely on the hardware as Intel's drivers do",
     .check = [](const Subject& s) { return broken_if(s.i.opcode == Opcode::mov && s.i.cond_mod != CondMod::none); }},
    {.id = "condition.cmp",
     .citation = {snb("8.3.8, 8.3.9: the conditional modifier field cannot be 0000b"), bdw("vol2a cmp, cmpn, csel")},
     .text = "{op} needs a condition modifier",
     .hint = "write {op}.<condition>.f0.0",
     .check =
         [](const Subject& s) {
           return broken_if(s.is({Opcode::cmp, Opcode::cmpn, Opcode::csel}) && s.i.cond_mod == CondMod::none);
         }},
    {.id = "condition.cmpn",
     .citation = {snb("5.7, flag generation for CMPN"), kNone},
     .text = "cmpn only supports the conditions .ge and .l",
     .hint = "swap the sources, or use cmp",
     .check =
         [](const Subject& s) {
           return broken_if(s.i.opcode == Opcode::cmpn && s.i.cond_mod != CondMod::none && !reserved(s.i.cond_mod) &&
                            s.i.cond_mod != CondMod::ge && s.i.cond_mod != CondMod::l);
         }},
    {.id = "condition.cmp_result",
     .citation = {snb("5.7, flag generation for CMP; 8.3.43"), bdw("vol7 Flag Generation for CMP; vol2a sel, csel")},
     .text = "{op} only supports the conditions .z, .nz, .g, .ge, .l and .le",
     .hint = "put .o or .u on the arithmetic instruction that can overflow or give NaN",
     .check =
         [](const Subject& s) {
           return broken_if(s.is({Opcode::cmp, Opcode::cmpn, Opcode::sel, Opcode::csel}) &&
                            (s.i.cond_mod == CondMod::o || s.i.cond_mod == CondMod::u));
         }},
    {.id = "condition.select",
     .citation = {snb("8.3.43 sel description"), bdw("vol2a sel")},
     .text = "sel needs exactly one of a predicate and a condition modifier",
     .hint = "predicate it to choose by flag, or give a condition to choose by comparison",
     .check =
         [](const Subject& s) {
           return broken_if(s.i.opcode == Opcode::sel &&
                            (s.i.pred_control == PredControl::none) == (s.i.cond_mod == CondMod::none));
         }},
    {.id = "condition.embedded_compare",
     .citation = {snb("8.3.7, 8.3.20, 8.3.49: embedded compares"), kNone},
     .text = "a branch that compares operands itself cannot be predicated as well",
     .hint = "drop the predicate or the condition modifier",
     .check =
         [](const Subject& s) {
           return broken_if(s.row.has(kMayCompare) && s.i.cond_mod != CondMod::none &&
                            s.i.pred_control != PredControl::none);
         }},
    {.id = "condition.logic",
     .severity = Severity::warning,
     .citation = {snb("8.3.2, 8.3.33, 8.3.34, 8.3.50: sign and overflow are undefined"),
                  bdw("vol2a and, not, or, xor")},
     .text = "sign and overflow are undefined for {op}: only .z and .nz can be relied on",
     .hint = "compare the result with cmp",
     .check =
         [](const Subject& s) {
           const CondMod c = s.i.cond_mod;
           return broken_if(s.row.has(kLogic) && !reserved(c) && c != CondMod::none && c != CondMod::z &&
                            c != CondMod::nz);
         }},
    {.id = "condition.lrp",
     .citation = {snb("8.3.24 lrp restrictions"), bdw("vol2a lrp"), kNone},
     .text = "lrp cannot test for overflow",
     .hint = "use another condition modifier",
     .check = [](const Subject& s) { return broken_if(s.i.opcode == Opcode::lrp && s.i.cond_mod == CondMod::o); }},
    {.id = "saturate.instruction",
     .citation = {snb("8.3 {op}, Sat"), bdw("vol2a {op}, Sat")},
     .text = "{op} cannot saturate",
     .hint = "saturate with a mov.sat of the result",
     .check =
         [](const Subject& s) {
           return broken_if(s.i.saturate && !s.row.has(kSat) && !s.any_send() && s.row.format != Format::none);
         }},
    {.id = "saturate.shl",
     .citation = {snb("8.3.46 shl description"), bdw("vol2a shl")},
     .text = "shl only saturates predictably in packed-word mode",
     .hint = "use word operands, or shift without .sat",
     .check =
         [](const Subject& s) { return broken_if(s.i.opcode == Opcode::shl && s.i.saturate && s.exec_bytes > 2); }},
    {.id = "saturate.mach",
     .citation = {snb("8.3.26 mach description"), kNone},
     .text = "mach should not saturate: it gives one half of a 64-bit result",
     .hint = "remove .sat",
     .check = [](const Subject& s) { return broken_if(s.i.opcode == Opcode::mach && s.i.saturate); }},
    {.id = "modifier.instruction",
     .citation = {snb("8.3 {op}, Src Mod"), bdw("vol2a {op}, Src Mod")},
     .text = "{op} cannot have source modifiers",
     .hint = "apply - or (abs) with a mov before",
     .check =
         [](const Subject& s) {
           if (s.row.has(kMods) || s.flow) return kFine;
           return s.registers_where([](const Operand& operand) { return operand.has_modifier(); });
         }},
    {.id = "modifier.immediate",
     .citation = {snb("7.2.1.1 SrcMod"), bdw("vol7 SrcMod")},
     .text = "an immediate cannot have source modifiers",
     .hint = "write the modified value",
     .check =
         [](const Subject& s) {
           return s.sources_where([](const Operand& operand) { return operand.is_imm() && operand.has_modifier(); });
         }},
    {.id = "modifier.logic_absolute",
     .citation = {kNone, bdw("vol2a and, not, or, xor: the absolute source modifier is not supported")},
     .text = "{op} cannot have (abs)",
     .hint = "take the absolute value with a mov before",
     .check =
         [](const Subject& s) {
           if (!s.row.has(kLogic)) return kFine;
           return s.registers_where([](const Operand& operand) { return operand.absolute; });
         }},
};

}  // namespace

std::span<const Rule> modifier_rules() { return kModifierRules; }

}  // namespace eugene::rules
