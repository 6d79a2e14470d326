// Rules on the destination region, by itself and together with the sources. SNB PRM vol4 part2 5.3.10 rules 9 and 10;
// BXT PRM vol6 "Register Region Restrictions" 1 to 5.
#include "rules/rule.h"

namespace eugene::rules {
namespace {

bool byte_destination(const Subject& s) { return is_byte(s.i.dst.type); }

// 5.3.10.2: a move that passes the bits unchanged.
bool raw_move(const Subject& s) {
  const auto unsigned_kind = [](Type type) {
    switch (type) {
      case Type::b: return Type::ub;
      case Type::w: return Type::uw;
      case Type::d: return Type::ud;
      case Type::q: return Type::uq;
      default: return type;
    }
  };
  const Operand& source = s.src(0);
  return s.i.opcode == Opcode::mov && !s.i.saturate && !is_vector(source.type) &&
         (source.is_imm() || !source.has_modifier()) && unsigned_kind(s.i.dst.type) == unsigned_kind(source.type);
}

bool packed_bytes(const Subject& s) { return byte_destination(s) && s.i.dst.region.hstride == 1 && s.i.exec_size > 1; }

bool direct_align1(const Subject& s) { return s.align1_regions() && s.writes && !s.i.dst.indirect; }

// True if the destination is narrower than the execution type and the general rule about this applies. It does not
// apply to Gen9's mixed floats (mixed_float.cpp).
bool narrowed(const Subject& s) {
  return s.align1_regions() && s.row.has_destination && !packed_bytes(s) && !s.mixed_float &&
         s.exec_bytes > byte_size(s.i.dst.type) && s.i.exec_size > 1;
}

// Returns the place of a narrowed result of `bytes` bytes in its execution channel, in bytes; 0 for other results.
unsigned byte_of_channel(const Subject& s, unsigned bytes) {
  const bool applies = narrowed(s) && !s.i.dst.indirect && byte_size(s.i.dst.type) == bytes;
  return applies ? s.i.dst.subnr % s.exec_bytes : 0;
}

Footprint destination(const Subject& s) { return destination_footprint(s.i); }

unsigned source_registers(const Subject& s, const Operand& operand) {
  if (operand.is_imm() || operand.indirect || is_row_addressed(operand)) return 0;
  return source_footprint(s.i, operand).registers();
}

// Counts the channels of `footprint` that lie above byte `boundary` of the two registers.
unsigned channels_above(const Footprint& footprint, unsigned boundary) {
  unsigned above = 0;
  for (unsigned n = 0; n < footprint.channels; ++n) above += footprint.first[n] >= boundary ? 1 : 0;
  return above;
}

bool evenly_split(const Footprint& footprint) {
  return channels_above(footprint, kRegisterBytes) * 2 == footprint.channels;
}

bool spans_two(const Subject& s) { return direct_align1(s) && destination(s).registers() == 2; }

// 5.3.10 rule 9.1: true for a SIMD16 write of dwords that covers exactly two registers.
bool covers_two(const Subject& s) {
  return s.i.exec_size == 16 && byte_size(s.i.dst.type) == 4 && s.i.dst.region.hstride == 1 && s.i.dst.subnr == 0;
}

bool packed_word(const Operand& operand) {
  const Region& r = operand.region;
  return is_word_int(operand.type) && r.vstride == r.width && r.hstride == (r.width == 1 ? 0 : 1);
}

// True if the elements of a narrower destination do not lie one in each execution channel.
bool misses_channels(const Subject& s) {
  const bool relaxed = byte_destination(s) && raw_move(s);
  return narrowed(s) && !relaxed && s.i.dst.region.hstride != 0 &&
         s.i.dst.region.hstride * byte_size(s.i.dst.type) != s.exec_bytes;
}

// True for bytes that are farther apart than execution channels.
bool wide_bytes(const Subject& s) { return byte_destination(s) && s.i.dst.region.hstride > s.exec_bytes; }

constexpr Rule kDestinationRules[] = {
    {.id = "destination.stride_zero",
     .citation = {snb("5.3.10 rule 10.2"), bxt("Register Region Restrictions 2.7")},
     .text = "the destination stride must not be 0",
     .hint = "write <1>",
     .check =
         [](const Subject& s) {
           return broken_if(s.align1_regions() && s.writes && s.i.dst.region.hstride == 0, kDst);
         }},
    {.id = "destination.stride",
     .citation = {snb("5.3.10 rule 10.1.2"), bxt("Register Region Restrictions 1.2")},
     .text = "the destination stride must be the ratio of execution type to destination type",
     .hint = "use a stride that puts each result into its own execution channel",
     .check = [](const Subject& s) { return broken_if(misses_channels(s) && !wide_bytes(s), kDst); }},
    {.id = "destination.wide_byte_stride",
     .severity = Severity::warning,
     .citation = {snb("5.3.10 rule 10.1.2"), bxt("Register Region Restrictions 1.2")},
     .text = "bytes are documented to lie at the stride of the execution type (Intel's compiler writes every fourth)",
     .hint = "use a stride that puts each result into its own execution channel",
     .check = [](const Subject& s) { return broken_if(misses_channels(s) && wide_bytes(s), kDst); }},
    {.id = "destination.alignment",
     .citation = {snb("5.3.10 rule 10.1.1"), kNone},
     .text = "a word destination must be aligned to the execution type",
     .hint = "start at a multiple of the execution type's size",
     .check = [](const Subject& s) { return broken_if(byte_of_channel(s, 2) != 0, kDst); }},
    {.id = "destination.word_alignment",
     .citation = {kNone, bxt("Register Region Restrictions 5")},
     .text = "a word destination must use the lowest or second lowest word of the execution type",
     .hint = "start at a multiple of the execution type's size, or one word higher",
     .check = [](const Subject& s) { return broken_if(byte_of_channel(s, 2) > 2, kDst); }},
    {.id = "destination.dword_alignment",
     .citation = {kNone, bxt("Register Region Restrictions 1.2")},
     .text = "a dword destination must be aligned to the execution type",
     .hint = "start at a multiple of the execution type's size",
     .check = [](const Subject& s) { return broken_if(byte_of_channel(s, 4) != 0, kDst); }},
    {.id = "destination.byte_alignment",
     .citation = {snb("5.3.10 rule 10.6.1"), bxt("Register Region Restrictions 4.2")},
     .text = "a byte destination must use the lowest or second lowest byte of the execution type",
     .hint = "start at a multiple of the execution type's size, or one byte higher",
     .check = [](const Subject& s) { return broken_if(byte_of_channel(s, 1) > 1, kDst); }},
    {.id = "destination.packed_byte",
     .citation = {snb("5.3.10 rule 10.3"), bxt("Register Region Restrictions 4.1")},
     .text = "only a raw mov can write packed bytes",
     .hint = "use a destination stride of 2 or more, or mov between byte types",
     .check =
         [](const Subject& s) {
           return broken_if(s.align1_regions() && s.row.has_destination && packed_bytes(s) && !raw_move(s) &&
                                s.i.opcode != Opcode::movi,
                            kDst);
         }},
    {.id = "destination.packed_byte_type",
     .severity = Severity::warning,
     .citation = {snb("5.3.10.2 Raw Move: identical data types"), bxt("Register Region Restrictions 4.1")},
     .text = "packed bytes need a raw mov, whose source and destination have the same type",
     .hint = "write both as :ub, or both as :b",
     .check =
         [](const Subject& s) {
           return broken_if(s.align1_regions() && packed_bytes(s) && raw_move(s) && s.i.dst.type != s.src(0).type,
                            kSrc0);
         }},
    {.id = "destination.packed_byte_predicate",
     .severity = Severity::warning,
     .citation = {snb("5.3.10.2 Packed-Byte Raw Move"), kNone},
     .text = "packed bytes do not lie in execution channels: with a predicate the result is undefined",
     .hint = "select afterwards, or move with a stride of 2",
     .check =
         [](const Subject& s) {
           return broken_if(s.align1_regions() && s.writes && packed_bytes(s) && raw_move(s) &&
                            s.i.pred_control != PredControl::none);
         }},
    {.id = "destination.two_registers",
     .citation = {snb("5.3.10 rule 9"), bxt("Register Region Restrictions 3.2")},
     .text = "a destination must lie in two adjacent registers",
     .hint = "use a smaller stride or fewer channels",
     .check = [](const Subject& s) { return broken_if(direct_align1(s) && destination(s).registers() > 2, kDst); }},
    {.id = "destination.one_register",
     .severity = Severity::warning,
     .citation = {snb("5.3.10 rule 9, 9.1"), kNone},
     .text = "a destination is documented to lie in one register, or to be 16 packed dwords from a register's start",
     .hint = "split the instruction",
     .check =
         [](const Subject& s) {
           return broken_if(spans_two(s) && evenly_split(destination(s)) && !covers_two(s), kDst);
         }},
    {.id = "destination.one_oword",
     .citation = {snb("5.3.10 rule 10.4"), kNone},
     .text = "with a source in two registers, a destination in one must stay in one half of it or fill both evenly",
     .hint = "align the destination to 16 bytes",
     .check =
         [](const Subject& s) {
           if (!direct_align1(s) || destination(s).registers() != 1) return kFine;
           const Operands wide = s.registers_where([&](const Operand& o) { return source_registers(s, o) >= 2; });
           const unsigned above = channels_above(destination(s), kOwordBytes);
           return broken_if(wide && above != 0 && above != s.i.exec_size && above * 2 != s.i.exec_size, kDst);
         }},
    {.id = "destination.evenly_split",
     .citation = {snb("5.3.10 rule 10.5"), kNone},
     .text = "a destination in two registers must put half of the elements into each",
     .hint = "start at the beginning of a register",
     .check = [](const Subject& s) { return broken_if(spans_two(s) && !evenly_split(destination(s)), kDst); }},
    {.id = "destination.one_source_register",
     .citation = {snb("5.3.10 rule 10.5"), kNone},
     .text = "each destination register must come from one source register",
     .hint = "make the source cross its register where the destination does",
     .check =
         [](const Subject& s) {
           if (!spans_two(s) || !evenly_split(destination(s))) return kFine;
           const Footprint to = destination(s);
           return s.registers_where([&](const Operand& o) {
             if (source_registers(s, o) != 2) return false;
             const Footprint from = source_footprint(s.i, o);
             for (unsigned n = 0; n < to.channels; ++n) {
               if (to.in_second_register(n) != from.in_second_register(n)) return true;
             }
             return false;
           });
         }},
    {.id = "destination.same_offset",
     .citation = {ivb("Register Region Restrictions: the offset from the two source registers is the same"), kNone},
     .text = "a source in two registers must start at the same offset in both",
     .hint = "use a vertical stride of one register",
     .check =
         [](const Subject& s) {
           if (!spans_two(s) || s.sources != 2) return kFine;
           return s.registers_where([&](const Operand& o) {
             if (source_registers(s, o) != 2) return false;
             const Footprint from = source_footprint(s.i, o);
             for (unsigned n = 0; n < from.channels; ++n) {
               if (from.in_second_register(n)) return from.first[n] != o.subnr + kRegisterBytes;
             }
             return false;
           });
         }},
    {.id = "destination.needs_two",
     .citation = {ivb("Register Region Restrictions: the source MUST span two registers"), kNone},
     .text = "with a destination in two registers a source must lie in two (unless scalar, or words to dwords)",
     .hint = "use a scalar source, or split the instruction",
     .check =
         [](const Subject& s) {
           if (!spans_two(s)) return kFine;
           const bool packed_dwords = s.i.dst.region.hstride == 1 && byte_size(s.i.dst.type) == 4;
           return s.registers_where([&](const Operand& o) {
             return source_registers(s, o) == 1 && !is_scalar(o.region) && !(packed_dwords && packed_word(o));
           });
         }},
    {.id = "destination.math_evenly_split",
     .citation = {kNone, skl("vol7 Register Region Restrictions: destination of MATH")},
     .text = "a math destination in two registers must put half of the elements into each",
     .hint = "start at the beginning of a register",
     .check =
         [](const Subject& s) {
           return broken_if(s.i.opcode == Opcode::math && spans_two(s) && !evenly_split(destination(s)), kDst);
         }},
};

}  // namespace

std::span<const Rule> destination_rules() { return kDestinationRules; }

}  // namespace eugene::rules
