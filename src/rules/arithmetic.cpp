// Rules about single arithmetic instructions: mul, mac, mach, sad2, sada2, lzd. SNB PRM vol4 part2 8.3.
#include "rules/rule.h"

namespace eugene::rules {
namespace {

bool dword_source(const Subject& s) {
  return s.sources_where([](const Operand& o) { return is_dword_int(o.type); }) != kFine;
}

bool sad(const Subject& s) { return s.is({Opcode::sad2, Opcode::sada2}); }

constexpr bool narrow(Type type) { return is_word_int(type) || is_byte(type); }

constexpr Rule kArithmeticRules[] = {
    {.id = "mul.word_times_dword",
     .citation = {snb("8.3.31 mul restrictions [DevSNB]"), kNone},
     .text = "when a dword is multiplied by a word, the word must be src0 and the dword src1",
     .hint = "swap the sources",
     .check =
         [](const Subject& s) {
           return broken_if(s.i.opcode == Opcode::mul && is_dword_int(s.src(0).type) && narrow(s.src(1).type),
                            kSrc0 | kSrc1);
         }},
    {.id = "mul.dword_times_word",
     .citation = {kNone, bdw("vol2a mul: the DW operand must be src0")},
     .text = "when a dword is multiplied by a narrower integer, the dword must be src0",
     .hint = "swap the sources",
     .check =
         [](const Subject& s) {
           return broken_if(s.i.opcode == Opcode::mul && narrow(s.src(0).type) && is_dword_int(s.src(1).type),
                            kSrc0 | kSrc1);
         }},
    {.id = "mul.narrow_modifier",
     .citation = {kNone, kNone, mesa("brw_eu_validate.c: instruction_restrictions, Wa_1604601757")},
     .text = "the smaller source of a product with a dword integer cannot have a modifier",
     .hint = "apply the modifier with a mov before, or to the result",
     .check =
         [](const Subject& s) {
           if (s.i.opcode != Opcode::mul || !is_dword_int(s.exec_type)) return kFine;
           return s.registers_where([](const Operand& o) { return o.has_modifier() && byte_size(o.type) < 4; });
         }},
    {.id = "mul.dword_to_float",
     .citation = {snb("8.3.31 mul restrictions"), bdw("vol2a mul")},
     .text = "a product of dword integers cannot be a float",
     .hint = "convert the result with a mov",
     .check =
         [](const Subject& s) {
           return broken_if(s.i.opcode == Opcode::mul && dword_source(s) && is_float(s.i.dst.type), kDst);
         }},
    {.id = "mul.dword_modifiers",
     .citation = {snb("8.3.31 mul restrictions"), bdw("vol2a mul")},
     .text = "overflow and sign of a product of dword integers are undefined: no condition and no saturation",
     .hint = "compare or saturate the result with another instruction",
     .check =
         [](const Subject& s) {
           return broken_if(s.i.opcode == Opcode::mul && dword_source(s) &&
                            (s.i.saturate || s.i.cond_mod != CondMod::none));
         }},
    {.id = "mac.dword",
     .citation = {snb("8.3.25 mac restrictions"), kNone},
     .text = "mac does not take dword integers",
     .hint = "use mul and mach, or word sources",
     .check =
         [](const Subject& s) {
           if (s.i.opcode != Opcode::mac) return kFine;
           return s.sources_where([](const Operand& o) { return is_dword_int(o.type); });
         }},
    {.id = "mach.dword_destination",
     .citation = {snb("8.3.26 mach description"), bdw("vol2a mach")},
     .text = "the result of mach must be a dword integer",
     .hint = "use a :d or :ud destination",
     .check =
         [](const Subject& s) {
           return broken_if(s.i.opcode == Opcode::mach && s.writes && !is_dword_int(s.i.dst.type), kDst);
         }},
    {.id = "mach.signedness",
     .citation = {snb("8.3.26 mach description"), kNone},
     .text = "sources of mach must have the signedness of the destination; (abs) makes :d unsigned",
     .hint = "use the destination's type, or (abs) on a :d source of a :ud mach",
     .check =
         [](const Subject& s) {
           if (s.i.opcode != Opcode::mach || !is_dword_int(s.i.dst.type)) return kFine;
           return s.sources_where([&](const Operand& o) {
             if (!is_dword_int(o.type) || o.type == s.i.dst.type) return false;
             return s.i.dst.type == Type::d || !o.absolute || o.negate;
           });
         }},
    {.id = "sad.exec_size",
     .citation = {snb("8.3.41, 8.3.42 restrictions"), bdw("vol2a sad2, sada2"), kNone},
     .text = "{op} needs at least two channels",
     .hint = "use an execution size of 2 or more",
     .check = [](const Subject& s) { return broken_if(sad(s) && s.i.exec_size == 1); }},
    {.id = "sad.destination_type",
     .citation = {snb("8.3.41, 8.3.42: destination operand must be of word type"), bdw("vol2a sad2, sada2"), kNone},
     .text = "the result of {op} must be a word",
     .hint = "use a :w or :uw destination",
     .check = [](const Subject& s) { return broken_if(sad(s) && s.writes && !is_word_int(s.i.dst.type), kDst); }},
    {.id = "sad.destination_region",
     .citation = {snb("8.3.41, 8.3.42: a stride of 2 words, aligned to even word"), bdw("vol2a sad2, sada2"), kNone},
     .text = "the destination of {op} must have a stride of 1 or 2 and start at an even word",
     .hint = "write <1>, whose even words get the results, from subregister 0, 2, 4, ...",
     .check =
         [](const Subject& s) {
           return broken_if(sad(s) && s.writes && is_word_int(s.i.dst.type) && !s.align16 &&
                                (s.i.dst.region.hstride > 2 || s.i.dst.subnr % 4 != 0),
                            kDst);
         }},
    {.id = "lzd.source",
     .citation = {snb("8.3.23 lzd description"), kNone},
     .text = "lzd takes an unsigned dword: a :d source needs (abs)",
     .hint = "use :ud, or (abs)",
     .check =
         [](const Subject& s) {
           return broken_if(s.i.opcode == Opcode::lzd && s.src(0).type == Type::d && !is_magnitude(s.src(0)), kSrc0);
         }},
    {.id = "lzd.destination",
     .citation = {snb("8.3.23 lzd description"), bdw("vol2a lzd")},
     .text = "the result of lzd must be an unsigned dword",
     .hint = "use a :ud destination",
     .check =
         [](const Subject& s) {
           return broken_if(s.i.opcode == Opcode::lzd && s.writes && s.i.dst.type != Type::ud, kDst);
         }},
};

}  // namespace

std::span<const Rule> arithmetic_rules() { return kArithmeticRules; }

}  // namespace eugene::rules
