// Rules on the accumulators. SNB PRM vol4 part2 5.3.4.5 and chapter 8; BXT PRM vol6 "Accumulator Registers".
#include "rules/rule.h"

namespace eugene::rules {
namespace {

bool special(const Gen& gen, const Operand& operand) {
  return is_accumulator(operand) && operand.arf_nr() >= gen.files.plain_accumulators;
}

bool takes_no_accumulator(const Subject& s) {
  return s.is({Opcode::dp2, Opcode::dp3, Opcode::dp4, Opcode::dph, Opcode::line, Opcode::pln, Opcode::mul, Opcode::sad2,
               Opcode::frc, Opcode::rndd, Opcode::sel, Opcode::case_, Opcode::movi});
}

// True if the region steps through the register as the destination does, or is one element for all channels.
bool matches_destination(const Subject& s, const Operand& operand) {
  if (s.align16 || s.i.exec_size == 1) return true;
  const Footprint from = source_footprint(s.i, operand);
  const int step = from.first[1] - from.first[0];
  for (unsigned n = 1; n < from.channels; ++n) {
    if (from.first[n] - from.first[n - 1] != step) return false;
  }
  return step == static_cast<int>(byte_size(s.i.dst.type) * s.i.dst.region.hstride) ||
         step == static_cast<int>(from.element);
}

bool unsigned_dwords(const Subject& s) { return s.src(0).type == Type::ud && s.src(1).type == Type::ud; }
bool compares_integers(const Subject& s) { return s.is({Opcode::cmp, Opcode::cmpn}) && is_int(s.exec_type); }

constexpr Rule kAccumulatorRules[] = {
    {.id = "acc.same_register",
     .citation = {snb("5.3.4.5"), bxt("Accumulator Registers")},
     .text = "source and destination cannot be different accumulators",
     .hint = "use the same accumulator, or move through a general register",
     .check =
         [](const Subject& s) {
           if (!s.regions || !s.accumulator_destination() || special(s.gen, s.i.dst)) return kFine;
           return s.registers_where([&](const Operand& o) {
             return is_accumulator(o) && !special(s.gen, o) && o.arf_nr() != s.i.dst.arf_nr();
           });
         }},
    {.id = "acc.first_source",
     .citation = {snb("5.3.4.5"), bxt("Accumulator Registers: explicitly as src0 operands only")},
     .text = "an accumulator can only be the first source",
     .hint = "swap the sources",
     .check =
         [](const Subject& s) { return broken_if(s.regions && s.sources > 1 && is_accumulator(s.src(1)), kSrc1); }},
    {.id = "acc.simd16",
     .citation = {snb("5.3.4.5"), kNone},
     .text = "a SIMD16 instruction on dwords or floats must name acc0",
     .hint = "write acc0: acc1 takes the upper eight channels",
     .check =
         [](const Subject& s) {
           if (!s.regions || s.i.exec_size != 16) return kFine;
           return s.operands_where(
               [](const Operand& o) { return is_accumulator(o) && o.arf_nr() == 1 && byte_size(o.type) == 4; });
         }},
    {.id = "acc.dword_acc1",
     .citation = {kNone, bxt("Accumulator Registers: DWord operations")},
     .text = "integers can only use acc0",
     .hint = "use acc0",
     .check =
         [](const Subject& s) {
           if (!s.regions) return kFine;
           return s.operands_where([](const Operand& o) {
             return is_accumulator(o) && o.arf_nr() == 1 && byte_size(o.type) == 4 && is_int(o.type);
           });
         }},
    {.id = "acc.word_acc1",
     .citation = {kNone, bxt("Accumulator Registers: acc1 must not be used with half-float and word"), kNone},
     .text = "half floats and words can only use acc0",
     .hint = "use acc0",
     .check =
         [](const Subject& s) {
           if (!s.regions) return kFine;
           return s.operands_where(
               [](const Operand& o) { return is_accumulator(o) && o.arf_nr() == 1 && byte_size(o.type) == 2; });
         }},
    {.id = "acc.word_odd",
     .citation = {kNone, bxt("Accumulator Registers: word datatype write")},
     .text = "words cannot be written to the odd words of an accumulator with a stride of 2",
     .hint = "start at an even word",
     .check =
         [](const Subject& s) {
           return broken_if(s.regions && s.accumulator_destination() && is_word_int(s.i.dst.type) &&
                                s.i.dst.region.hstride == 2 && s.i.dst.subnr % 4 == 2,
                            kDst);
         }},
    {.id = "acc.region",
     .citation = {snb("5.3.4.5: its region must match the destination"), bxt("Accumulator Registers")},
     .text = "the region of an accumulator source must match the destination's",
     .hint = "step through the accumulator as the destination does",
     .check =
         [](const Subject& s) {
           if (!s.regions || !s.writes) return kFine;
           return s.registers_where(
               [&](const Operand& o) { return is_accumulator(o) && !special(s.gen, o) && !matches_destination(s, o); });
         }},
    {.id = "acc.swizzle",
     .citation = {snb("5.3.4.5"), bxt("Accumulator Registers"), kNone},
     .text = "an accumulator source cannot be swizzled",
     .hint = "move it to a general register first",
     .check =
         [](const Subject& s) {
           if (!s.align16 || !s.regions) return kFine;
           return s.registers_where([](const Operand& o) { return is_accumulator(o) && o.swizzle != kSwizzleNone; });
         }},
    {.id = "acc.implicit_swizzle",
     .severity = Severity::warning,
     .citation = {snb("5.3.4.5"), bxt("Accumulator Registers"), kNone},
     .text = "sources of {op} are documented not to be swizzled, because it reads the accumulator",
     .hint = "swizzle in a mov before",
     .check =
         [](const Subject& s) {
           if (!s.align16 || !s.row.has(kAccSource)) return kFine;
           return s.registers_where([](const Operand& o) { return o.swizzle != kSwizzleNone; });
         }},
    {.id = "acc.byte",
     .citation = {snb("5.3.4.5, Table 5-9"), bxt("Accumulator Channel Precision")},
     .text = "an accumulator cannot hold bytes",
     .hint = "use a word type",
     .check =
         [](const Subject& s) {
           if (!s.regions) return kFine;
           return s.operands_where([](const Operand& o) { return is_accumulator(o) && is_byte(o.type); });
         }},
    {.id = "acc.implicit_byte",
     .citation = {snb("5.3.4.5, Table 5-9; 5.3.9: the conversion applies to implicit results too"), kNone},
     .text = "an accumulator cannot hold bytes: a byte result cannot update it",
     .hint = "remove AccWrEn, or use a word destination",
     .check =
         [](const Subject& s) {
           return broken_if(s.regions && s.i.acc_wr_en && s.writes && !is_accumulator(s.i.dst) &&
                            is_byte(s.i.dst.type));
         }},
    {.id = "acc.crosses",
     .citation = {snb("5.3.4.2: an ARF region cannot cross the register boundary"), kNone},
     .text = "the region reaches past the accumulator",
     .hint = "16 dwords from the start of acc0 may use both accumulators; any other region must stay in one",
     .check =
         [](const Subject& s) {
           if (!s.align1_regions()) return kFine;
           const auto past = [&](const Operand& o, const Footprint& footprint) {
             if (!is_accumulator(o) || footprint.registers() == 1) return false;
             return !(footprint.registers() == 2 && o.subnr == 0 && s.i.exec_size == 16 && footprint.element == 4);
           };
           const Operands dst = broken_if(s.row.has_destination && past(s.i.dst, destination_footprint(s.i)), kDst);
           return static_cast<Operands>(
               dst | s.registers_where([&](const Operand& o) { return past(o, source_footprint(s.i, o)); }));
         }},
    {.id = "acc.source",
     .citation = {snb("8.3 {op} restrictions"), kNone},
     .text = "{op} cannot take an accumulator source",
     .hint = "move the accumulator to a general register first",
     .check = [](const Subject& s) { return takes_no_accumulator(s) ? s.accumulator_sources() : kFine; }},
    {.id = "acc.implicit_source",
     .citation = {snb("8.3.25, 8.3.26, 8.3.42"), bdw("vol2a mac, mach, sada2")},
     .text = "{op} adds the accumulator itself and cannot take it as a source",
     .hint = "use a general register",
     .check = [](const Subject& s) { return s.row.has(kAccSource) ? s.accumulator_sources() : kFine; }},
    {.id = "acc.destination",
     .citation = {snb("8.3.18, 8.3.23, 8.3.37, 8.3.43, 8.3.46"), kNone},
     .text = "{op} cannot write an accumulator",
     .hint = "write a general register and mov it to the accumulator",
     .check =
         [](const Subject& s) {
           return broken_if(
               s.is({Opcode::frc, Opcode::lzd, Opcode::rndd, Opcode::sel, Opcode::shl}) && s.accumulator_destination(),
               kDst);
         }},
    {.id = "acc.compare_destination",
     .citation = {snb("8.3.8, 8.3.9 restrictions"), kNone},
     .text = "{op} can only write general registers, message registers or null",
     .hint = "use null where only the flags are of interest",
     .check =
         [](const Subject& s) {
           return broken_if(s.is({Opcode::cmp, Opcode::cmpn}) && s.writes && s.i.dst.file == RegFile::arf, kDst);
         }},
    {.id = "acc.compare_integer",
     .citation = {snb("8.3.8, 8.3.9 errata DevSNB"), kNone},
     .text = "integers cannot be compared with an accumulator source",
     .hint = "move the accumulator to a general register first",
     .check =
         [](const Subject& s) {
           const bool compare = compares_integers(s) && !unsigned_dwords(s);
           return compare ? s.accumulator_sources() : kFine;
         }},
    {.id = "acc.compare_unsigned",
     .severity = Severity::warning,
     .citation = {snb("8.3.8, 8.3.9 errata DevSNB"), kNone},
     .text = "integers are documented not to be compared with an accumulator source (Intel's media kernels compare "
             "unsigned dwords)",
     .hint = "move the accumulator to a general register first",
     .check =
         [](const Subject& s) {
           const bool compare = compares_integers(s) && unsigned_dwords(s);
           return compare ? s.accumulator_sources() : kFine;
         }},
    {.id = "acc.compare_modifier",
     .citation = {snb("8.3.8 errata DevSNB"), kNone},
     .text = "cmp cannot use an accumulator source together with source modifiers",
     .hint = "apply the modifier with a mov before",
     .check =
         [](const Subject& s) {
           if (s.i.opcode != Opcode::cmp || is_int(s.exec_type) || s.accumulator_sources() == kFine) return kFine;
           return s.registers_where([](const Operand& o) { return o.has_modifier(); });
         }},
    {.id = "acc.mov_both",
     .citation = {snb("8.3.29 mov restrictions"), kNone},
     .text = "an accumulator can be source or destination of mov, not both",
     .hint = "move through a general register",
     .check =
         [](const Subject& s) {
           return broken_if(s.i.opcode == Opcode::mov && s.accumulator_destination() && is_accumulator(s.src(0)) &&
                                s.src(0).arf_nr() == s.i.dst.arf_nr(),
                            kDst | kSrc0);
         }},
    {.id = "acc.logic_modifier",
     .citation = {snb("8.3.2, 8.3.33, 8.3.34, 8.3.50 restrictions"), bdw("vol2a and, not, or, xor")},
     .text = "an accumulator source of {op} cannot have a source modifier",
     .hint = "move the accumulator to a general register first",
     .check =
         [](const Subject& s) {
           if (!s.row.has(kLogic)) return kFine;
           return s.registers_where([](const Operand& o) { return is_accumulator(o) && o.has_modifier(); });
         }},
    {.id = "acc.negated_ud",
     .severity = Severity::warning,
     .citation = {snb("5.3.4.5 implementation precision restriction"), bxt("Accumulator Registers")},
     .text = "the product with a negated :ud needs 65 bits: the accumulator is unpredictable",
     .hint = "negate the result instead",
     .check =
         [](const Subject& s) {
           if (!s.is({Opcode::mul, Opcode::mac, Opcode::mach})) return kFine;
           if (!s.accumulator_destination() && !s.i.acc_wr_en) return kFine;
           return s.registers_where([](const Operand& o) { return o.type == Type::ud && o.negate; });
         }},
    {.id = "acc.write_enable",
     .citation = {snb("7.3.1 to 7.3.3: no implicit update"), kNone},
     .text = "{op} does not update the accumulator implicitly",
     .hint = "remove AccWrEn",
     .check =
         [](const Subject& s) {
           return broken_if(s.i.acc_wr_en && !s.row.has(kAcc) && !s.any_send() && s.row.format != Format::none);
         }},
    {.id = "acc.mach_write_enable",
     .citation = {snb("8.3.26 mach restrictions"), bdw("vol2a mach"), kNone},
     .text = "mach must have AccWrEn",
     .hint = "add AccWrEn to the instruction options",
     .check = [](const Subject& s) { return broken_if(s.i.opcode == Opcode::mach && !s.i.acc_wr_en); }},
    {.id = "acc.special",
     .citation = {kNone, bxt("Accumulators acc2-acc9")},
     .text = "acc2 to acc9 can only be accessed by a plain mov of dwords",
     .hint = "use mov with :d or :ud and without modifiers",
     .check =
         [](const Subject& s) {
           if (!s.regions || s.i.opcode == Opcode::math) return kFine;
           const bool plain = s.i.opcode == Opcode::mov && s.i.cond_mod == CondMod::none && !s.i.saturate;
           return s.operands_where([&](const Operand& o) {
             return special(s.gen, o) && o.arf_nr() < 10 && (!plain || !is_dword_int(o.type) || o.has_modifier());
           });
         }},
};

}  // namespace

std::span<const Rule> accumulator_rules() { return kAccumulatorRules; }

}  // namespace eugene::rules
