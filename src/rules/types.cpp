// Rules on data types: which types an instruction takes, which a generation has, immediates. SNB PRM vol4 part2 4.2,
// 5.3.5, 5.3.9, 7.2.3.1 and the Src Types / Dst Types columns of chapter 8.
#include "rules/rule.h"

namespace eugene::rules {
namespace {

constexpr bool in(TypeSet set, Type type) { return (set & make_set(type)) != 0; }

// Returns the legal types of the destination, if the opcode restricts them more than conversions do.
TypeSet destination_types(const Subject& s) {
  constexpr TypeSet kRegisterInts = kIntTypes & ~make_set(Type::v, Type::uv);
  constexpr TypeSet kRegisterFloats = kFloatOnly & ~make_set(Type::vf);
  const bool integer_only = s.row.types == kIntTypes || s.row.types == kDwordInts || s.row.types == kByteInts;
  if (integer_only) return kRegisterInts;
  if (s.row.types == kFloatOnly && s.i.opcode != Opcode::frc) return kRegisterFloats;
  return kRegisterInts | kRegisterFloats;
}

bool float_sources(const Subject& s) {
  return s.sources_where([](const Operand& o) { return is_float(o.type); }) != kFine;
}

// Intel's compilers write fbl and lzd of unsigned words and bytes, against the documents (docs/record/errata.md).
// Extending the source to a dword does not change the bits that are set.
constexpr Citations kCountedWords = {kNone, bdw("vol2a {op}, Src Types")};
bool is_counted_word(const Subject& s, const Operand& o) {
  return kCountedWords[s.gen.id].present() && s.is({Opcode::fbl, Opcode::lzd}) &&
         (o.type == Type::uw || o.type == Type::ub);
}

// Intel's compilers write bfrev of floats, whose bits it reverses, against the documents (docs/record/errata.md).
constexpr Citations kReversedFloats = {kNone, bdw("vol2a {op}, Src Types")};
bool is_reversed_float(const Subject& s, const Operand& o) {
  return s.is({Opcode::bfrev}) && o.type == Type::f && !o.is_imm();
}

// csel of integers.
constexpr Citations kIntegerChoices = {kNone, kNone, iga("ModelXe csel")};
bool is_integer_choice(const Subject& s, const Operand& o) {
  return kIntegerChoices[s.gen.id].present() && s.is({Opcode::csel}) && !is_float(o.type) && byte_size(o.type) > 1;
}

// Intel's compiler rotates words, and writes words as the second source of addc (docs/record/errata.md).
constexpr Citations kWords = {kNone, kNone, iga("ModelXe ror, rol")};
bool is_plain_word(const Subject& s, const Operand& o) {
  const bool is_second = &o == &s.src(1) && s.is({Opcode::addc});
  return kWords[s.gen.id].present() && (is_second || s.is({Opcode::ror, Opcode::rol})) && is_word_int(o.type);
}

// On generations where the vector's words are taken at the destination's elements, packed dwords have a meaning.
bool is_vector_to_dwords(const Subject& s, const Operand& o) {
  return s.gen.packed_vectors_lie_in_registers && o.is_imm() && o.type == Type::uv && s.i.dst.type == Type::ud &&
         s.i.dst.region.hstride == 1;
}

constexpr Rule kTypeRules[] = {
    {.id = "type.source",
     .citation = {snb("8.3 {op}, Src Types"), bdw("vol2a {op}, Src Types")},
     .text = "{op} cannot take operands of this type",
     .hint = "convert with a mov before, or use the instruction for the other kind of number",
     .check =
         [](const Subject& s) {
           if (s.row.types == kNoTypes || s.any_send() || s.row.format == Format::sync) return kFine;
           return s.sources_where([&](const Operand& o) {
             return !in(s.row.types, o.type) && !is_counted_word(s, o) && !is_reversed_float(s, o) &&
                    !is_integer_choice(s, o) && !is_plain_word(s, o);
           });
         }},
    {.id = "type.source_word",
     .severity = Severity::warning,
     .citation = kCountedWords,
     .text = "{op} is documented to take only dwords (Intel's compilers give it words and bytes)",
     .hint = "convert with a mov before",
     .check =
         [](const Subject& s) { return s.sources_where([&](const Operand& o) { return is_counted_word(s, o); }); }},
    {.id = "type.source_float",
     .severity = Severity::warning,
     .citation = kReversedFloats,
     .text = "{op} is documented to take only integers (Intel's compilers give it floats, whose bits it reverses)",
     .hint = "write the source with type d or ud",
     .check =
         [](const Subject& s) { return s.sources_where([&](const Operand& o) { return is_reversed_float(s, o); }); }},
    {.id = "type.destination",
     .citation = {snb("8.3 {op}, Dst Types"), bdw("vol2a {op}, Dst Types")},
     .text = "{op} cannot have a result of this type",
     .hint = "convert with a mov afterwards",
     .check =
         [](const Subject& s) {
           if (!(s.regions || s.three_source) || !s.row.has_destination || is_vector(s.i.dst.type)) return kFine;
           return broken_if(!in(destination_types(s), s.i.dst.type) && !is_integer_choice(s, s.i.dst), kDst);
         }},
    {.id = "type.byte_source",
     .citation = {kNone, kNone, mesa("brw_eu_validate.c: general_restrictions_based_on_operand_types")},
     .text = "only the first source of {op} can be bytes",
     .hint = "convert with a mov before, or exchange the sources",
     .check =
         [](const Subject& s) {
           if (!(s.regions || s.three_source) || s.sources < 2) return kFine;
           return s.sources_where([&](const Operand& o) { return &o != &s.src(0) && is_byte(o.type); });
         }},
    of(limit("type.generation")),
    of(limit("type.vector_register")),
    of(limit("type.byte_immediate")),
    of(limit("type.qword_immediate"),
       [](const Subject& s) {
         if (s.sources < 2) return kFine;
         return s.sources_where([](const Operand& o) { return o.is_imm() && is_qword(o.type); });
       }),
    of(limit("immediate.last_source"),
       [](const Subject& s) { return broken_if(!s.three_source && s.sources > 1 && s.src(0).is_imm(), kSrc0); }),
    of(limit("immediate.destination")),
    {.id = "immediate.replicated_word",
     .citation = {snb("5.3.5 Immediate, 7.2.1.1 Imm32"), bdw("vol7 Immediate")},
     .text = "a 16-bit immediate must be given in both halves of the immediate field",
     .hint = "replicate the low word into the high word",
     .check =
         [](const Subject& s) {
           if (s.flow || s.any_send()) return kFine;
           return s.sources_where([](const Operand& o) {
             return o.is_imm() && byte_size(o.type) == 2 && !is_vector(o.type) &&
                    (o.imm & 0xFFFF) != ((o.imm >> 16) & 0xFFFF);
           });
         }},
    {.id = "immediate.vector_alignment",
     .citation = {snb("5.3.5 restriction"), bdw("vol7 Immediate")},
     .text = "with an immediate vector the destination must be aligned to 16 bytes",
     .hint = "write to subregister 0 or to the upper half of the register",
     .check =
         [](const Subject& s) {
           const bool vector = s.sources_where([](const Operand& o) { return o.is_imm() && is_vector(o.type); });
           return broken_if(s.regions && vector && !s.i.dst.indirect && s.i.dst.subnr % kOwordBytes != 0, kDst);
         }},
    {.id = "immediate.v_stride",
     .citation = {snb("5.3.5 restriction"), bdw("vol7 Immediate")},
     .text = "with an immediate integer vector the destination stride must be one word",
     .hint = "use a word destination with stride 1",
     .check =
         [](const Subject& s) {
           const bool vector = s.sources_where([&](const Operand& o) {
             return o.is_imm() && (o.type == Type::v || o.type == Type::uv) && !is_vector_to_dwords(s, o);
           });
           return broken_if(s.regions && vector && byte_size(s.i.dst.type) * s.i.dst.region.hstride != 2, kDst);
         }},
    {.id = "immediate.uv_dwords",
     .severity = Severity::warning,
     .citation = {kNone, bdw("vol7 Immediate")},
     .text =
         "with an immediate integer vector the destination is documented to be words (Intel's compiler writes dwords)",
     .hint = "use a word destination with stride 1",
     .check =
         [](const Subject& s) {
           const bool vector = s.sources_where([&](const Operand& o) { return is_vector_to_dwords(s, o); });
           return broken_if(s.regions && vector, kDst);
         }},
    {.id = "immediate.vf_stride",
     .citation = {snb("5.3.5 restriction"), bdw("vol7 Immediate")},
     .text = "with an immediate float vector the destination stride must be one dword",
     .hint = "use a dword destination with stride 1",
     .check =
         [](const Subject& s) {
           const bool vector = s.sources_where([](const Operand& o) { return o.is_imm() && o.type == Type::vf; });
           return broken_if(s.regions && vector && byte_size(s.i.dst.type) * s.i.dst.region.hstride != 4, kDst);
         }},
    {.id = "immediate.v_word_mode",
     .citation = {snb("7.2.3.1 implementation note 2"), kNone},
     .text = "an immediate integer vector needs packed-word mode: the other source must be a byte or word",
     .hint = "use :b, :ub, :w or :uw for the first source",
     .check =
         [](const Subject& s) {
           const bool vector = s.sources == 2 && s.src(1).is_imm() && s.src(1).type == Type::v;
           return broken_if(vector && (byte_size(s.src(0).type) > 2 || is_float(s.src(0).type)), kSrc0);
         }},
    {.id = "type.mixed_sources",
     .citation = {snb("5.3.9 Execution Data Type"), bdw("vol7 Execution Data Type")},
     .text = "sources cannot mix floats and integers",
     .hint = "convert one of them with a mov before",
     .check =
         [](const Subject& s) {
           return broken_if(s.regions && s.sources == 2 && is_float(s.src(0).type) != is_float(s.src(1).type),
                            kSrc0 | kSrc1);
         }},
    {.id = "type.cmp_destination",
     .citation = {snb("8.3.8, 8.3.9, Dst Types"), kNone},
     .text = "the result of an integer comparison must be an integer",
     .hint = "use an integer type for the destination, or null",
     .check =
         [](const Subject& s) {
           return broken_if(
               s.is({Opcode::cmp, Opcode::cmpn}) && s.writes && is_float(s.i.dst.type) && !float_sources(s), kDst);
         }},
    {.id = "type.float_result",
     .citation = {snb("8.3 {op}, Dst Types"), kNone},
     .text = "the result of {op} of floats must be a float",
     .hint = "use :f for the destination and convert with a mov",
     .check =
         [](const Subject& s) {
           const bool keeps = s.is({Opcode::add, Opcode::mac, Opcode::line, Opcode::cmp, Opcode::cmpn});
           return broken_if(keeps && s.writes && is_int(s.i.dst.type) && float_sources(s), kDst);
         }},
    {.id = "type.integer_result",
     .citation = {snb("8.3.22, 8.3.25, Dst Types"), kNone},
     .text = "the result of {op} of integers must be an integer",
     .hint = "use an integer type for the destination and convert with a mov",
     .check =
         [](const Subject& s) {
           return broken_if(
               s.is({Opcode::mac, Opcode::line}) && s.writes && is_float(s.i.dst.type) && !float_sources(s), kDst);
         }},
};

}  // namespace

std::span<const Rule> type_rules() { return kTypeRules; }

}  // namespace eugene::rules
