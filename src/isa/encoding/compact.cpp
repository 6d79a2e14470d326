#include "isa/encoding/compact.h"

#include <array>
#include <span>

#include "isa/encoding/bit_io.h"
#include "isa/encoding/codes.h"
#include "isa/encoding/compaction_tables.h"
#include "isa/encoding/layout.h"
#include "isa/opcode.h"

namespace eugene::isa {
namespace {

// A field that is the same in both forms.
struct Copy {
  Bits compacted, full;
};

// A field of the compacted form that indexes a table. The bits of the entry go to `pieces`, highest piece first.
struct Index {
  Bits compacted;
  std::span<const std::uint64_t> table;
  std::array<Bits, 9> pieces;
};

// An immediate: the places of its high and of its low bits in the compacted form, and its 32 bits.
struct Immediate {
  Bits high, low;
  std::uint32_t (*widen)(Type type, std::uint32_t held) = nullptr;  // null: the form has no immediates
  // Returns the bits that the compacted form holds if it can hold `value`.
  std::uint32_t (*narrow)(Type type, std::uint32_t value) = nullptr;

  bool present() const { return widen != nullptr; }
};

struct CompactForm {
  std::span<const Copy> copies;
  std::span<const Index> indices;
  // The fields of source 1. They are absent if an immediate takes their place.
  std::span<const Copy> source1_copies;
  std::span<const Index> source1_indices;
  Immediate imm;
  // An immediate source 0 has no register and no region. Where the tables describe source 0 together with the
  // destination, their entries set bits there that mean nothing.
  Bits source0_place;
};

constexpr Bits kCompactionBit{29, 29};

constexpr std::array kGen6Copies{Copy{{6, 0}, {6, 0}},     Copy{{7, 7}, {30, 30}},   Copy{{23, 23}, {28, 28}},
                                 Copy{{27, 24}, {27, 24}}, Copy{{28, 28}, {89, 89}}, Copy{{47, 40}, {60, 53}},
                                 Copy{{55, 48}, {76, 69}}};
constexpr std::array kGen6Indices{Index{{12, 8}, compaction::kGen6Control, {{{31, 31}, {23, 8}}}},
                                  Index{{17, 13}, compaction::kGen6DataType, {{{63, 61}, {46, 32}}}},
                                  Index{{22, 18}, compaction::kGen6Subregister, {{{100, 96}, {68, 64}, {52, 48}}}},
                                  Index{{34, 30}, compaction::kGen6Source, {{{88, 77}}}}};
constexpr std::array kSource1Copies{Copy{{63, 56}, {108, 101}}};
constexpr std::array kGen6Source1Indices{Index{{39, 35}, compaction::kGen6Source, {{{120, 109}}}}};

constexpr std::array kGen9Copies{Copy{{6, 0}, {6, 0}},     Copy{{7, 7}, {30, 30}},   Copy{{23, 23}, {28, 28}},
                                 Copy{{27, 24}, {27, 24}}, Copy{{47, 40}, {60, 53}}, Copy{{55, 48}, {76, 69}}};
constexpr std::array kGen9Indices{
    Index{{12, 8}, compaction::kGen9Control, {{{33, 31}, {23, 12}, {10, 9}, {34, 34}, {8, 8}}}},
    Index{{17, 13}, compaction::kGen9DataType, {{{63, 61}, {94, 89}, {46, 35}}}},
    Index{{22, 18}, compaction::kGen9Subregister, {{{100, 96}, {68, 64}, {52, 48}}}},
    Index{{34, 30}, compaction::kGen9Source, {{{88, 77}}}}};
constexpr std::array kGen9Source1Indices{Index{{39, 35}, compaction::kGen9Source, {{{120, 109}}}}};

constexpr std::array kGen9TernaryCopies{Copy{{6, 0}, {6, 0}},       Copy{{18, 12}, {62, 56}}, Copy{{28, 28}, {64, 64}},
                                        Copy{{30, 30}, {30, 30}},   Copy{{31, 31}, {31, 31}}, Copy{{32, 32}, {85, 85}},
                                        Copy{{33, 33}, {106, 106}}, Copy{{36, 34}, {75, 73}}, Copy{{39, 37}, {96, 94}},
                                        Copy{{42, 40}, {117, 115}}, Copy{{49, 43}, {82, 76}}, Copy{{56, 50}, {103, 97}},
                                        Copy{{63, 57}, {124, 118}}};
constexpr std::array kGen9TernaryIndices{
    Index{{9, 8}, compaction::kGen9TernaryControl, {{{36, 35}, {34, 32}, {28, 8}}}},
    Index{{11, 10},
          compaction::kGen9TernarySource,
          {{{126, 125}, {105, 104}, {84, 84}, {83, 83}, {114, 107}, {93, 86}, {72, 65}, {55, 37}}}}};

constexpr std::array kGen12Copies{Copy{{6, 0}, {6, 0}}, Copy{{7, 7}, {30, 30}}, Copy{{15, 8}, {15, 8}},
                                  Copy{{23, 16}, {63, 56}}, Copy{{47, 40}, {79, 72}}};
constexpr std::array kGen12Indices{
    Index{{28, 24}, compaction::kGen12Control, {{{95, 92}, {34, 31}, {28, 16}}}},
    Index{{34, 30}, compaction::kGen12DataType, {{{98, 98}, {91, 88}, {66, 66}, {50, 46}, {43, 35}}}},
    Index{{39, 35}, compaction::kGen12Subregister, {{{103, 99}, {71, 67}, {55, 51}}}},
    Index{{51, 48}, compaction::kGen12Source0, {{{87, 80}, {65, 64}, {45, 44}}}}};
constexpr std::array kGen12Source1Copies{Copy{{63, 56}, {111, 104}}};
constexpr std::array kGen12Source1Indices{Index{{55, 52}, compaction::kGen12Source1, {{{121, 112}, {97, 96}}}}};

constexpr std::array kGen12TernaryCopies{
    Copy{{6, 0}, {6, 0}},     Copy{{7, 7}, {30, 30}},     Copy{{15, 8}, {15, 8}},    Copy{{23, 16}, {63, 56}},
    Copy{{47, 40}, {79, 72}}, Copy{{63, 56}, {111, 104}}, Copy{{55, 48}, {127, 120}}};
constexpr std::array kGen12TernaryIndices{
    Index{{28, 24},
          compaction::kGen12TernaryControl,
          {{{95, 92}, {90, 88}, {82, 80}, {50, 50}, {48, 48}, {42, 36}, {34, 31}, {28, 16}}}},
    Index{{34, 30},
          compaction::kGen12TernarySource,
          {{{114, 112}, {98, 96}, {91, 91}, {87, 83}, {66, 64}, {47, 43}, {35, 35}}}},
    Index{{39, 35}, compaction::kGen12TernarySubregister, {{{119, 115}, {103, 99}, {71, 67}, {55, 51}}}}};

// 13 bits, which are sign-extended.
constexpr Immediate kSignedImmediate{
    .high = {39, 35},
    .low = {63, 56},
    .widen = [](Type, std::uint32_t held) { return static_cast<std::uint32_t>(sign_extend(held, 13)); },
    .narrow = [](Type, std::uint32_t value) { return value & 0x1FFF; }};

// 12 bits: the high bits of floats, and the low bits of integers. Words and half floats stand twice in the 32 bits.
constexpr std::uint32_t widen_by_type(Type type, std::uint32_t held) {
  const auto twice = [](std::uint32_t word) { return word << 16 | (word & 0xFFFF); };
  switch (type) {
    case Type::f: return held << 20;
    case Type::hf: return twice(held << 4);
    case Type::d: return static_cast<std::uint32_t>(sign_extend(held, 12));
    case Type::w: return twice(static_cast<std::uint32_t>(sign_extend(held, 12)));
    case Type::uw: return twice(held);
    default: return held;
  }
}
constexpr std::uint32_t narrow_by_type(Type type, std::uint32_t value) {
  return (type == Type::f ? value >> 20 : type == Type::hf ? value >> 4 : value) & 0xFFF;
}
constexpr Immediate kTypedImmediate{
    .high = {63, 56}, .low = {55, 52}, .widen = widen_by_type, .narrow = narrow_by_type};

constexpr CompactForm kGen6Form{.copies = kGen6Copies,
                                .indices = kGen6Indices,
                                .source1_copies = kSource1Copies,
                                .source1_indices = kGen6Source1Indices,
                                .imm = kSignedImmediate,
                                .source0_place = {88, 64}};
constexpr CompactForm kGen9Form{.copies = kGen9Copies,
                                .indices = kGen9Indices,
                                .source1_copies = kSource1Copies,
                                .source1_indices = kGen9Source1Indices,
                                .imm = kSignedImmediate,
                                .source0_place = {88, 64}};
constexpr CompactForm kGen9TernaryForm{.copies = kGen9TernaryCopies, .indices = kGen9TernaryIndices};
constexpr CompactForm kGen12Form{.copies = kGen12Copies,
                                 .indices = kGen12Indices,
                                 .source1_copies = kGen12Source1Copies,
                                 .source1_indices = kGen12Source1Indices,
                                 .imm = kTypedImmediate,
                                 .source0_place = kNoBits};
constexpr CompactForm kGen12TernaryForm{.copies = kGen12TernaryCopies, .indices = kGen12TernaryIndices};

// Null if the generation has no compacted form for three sources.
constexpr PerGen<const CompactForm*> kForms{&kGen6Form, &kGen9Form, &kGen12Form};
constexpr PerGen<const CompactForm*> kTernaryForms{nullptr, &kGen9TernaryForm, &kGen12TernaryForm};

// Returns the form for instructions with the opcode field `code`; null if there is none.
const CompactForm* form_for(const Gen& gen, unsigned code) {
  const std::optional<Opcode> opcode = find_opcode(gen, code);
  const bool ternary = opcode && info(*opcode).format == Format::three_source;
  return (ternary ? kTernaryForms : kForms)[gen.id];
}

// The bits of a compacted instruction that `form` gives a meaning.
std::uint64_t covered(const CompactForm& form) {
  std::uint64_t mask = make_mask(kCompactionBit).low | make_mask(form.imm.high).low | make_mask(form.imm.low).low;
  for (const Copy& copy : form.copies) mask |= make_mask(copy.compacted).low;
  for (const Index& index : form.indices) mask |= make_mask(index.compacted).low;
  for (const Copy& copy : form.source1_copies) mask |= make_mask(copy.compacted).low;
  for (const Index& index : form.source1_indices) mask |= make_mask(index.compacted).low;
  return mask;
}

std::uint64_t get(std::uint64_t compacted, Bits range) { return bits(compacted, range.high, range.low); }

void scatter(const Index& index, std::uint64_t entry, EncodedInstruction& word) {
  unsigned left = 0;
  for (const Bits piece : index.pieces) left += piece.width();
  for (const Bits piece : index.pieces) {
    left -= piece.width();
    word.set(piece, entry >> left);
  }
}

std::uint64_t gather(const Index& index, const EncodedInstruction& word) {
  std::uint64_t entry = 0;
  for (const Bits piece : index.pieces) entry = entry << piece.width() | word.get(piece);
  return entry;
}

void expand_fields(std::span<const Copy> copies, std::span<const Index> indices, std::uint64_t compacted,
                   EncodedInstruction& word) {
  for (const Copy& copy : copies) word.set(copy.full, get(compacted, copy.compacted));
  for (const Index& index : indices) scatter(index, index.table[get(compacted, index.compacted)], word);
}

// Returns the lowest entry of `index` that gives all bits of `word`. If there is none, returns the lowest entry that
// gives the bits under the mask `cares`.
std::optional<std::uint64_t> find_entry(const Index& index, const EncodedInstruction& word,
                                        const EncodedInstruction& cares) {
  const std::uint64_t wanted = gather(index, word);
  for (std::size_t entry = 0; entry < index.table.size(); ++entry) {
    if (index.table[entry] == wanted) return entry;
  }
  const std::uint64_t mask = gather(index, cares);
  for (std::size_t entry = 0; entry < index.table.size(); ++entry) {
    if (((index.table[entry] ^ wanted) & mask) == 0) return entry;
  }
  return std::nullopt;
}

bool compact_fields(std::span<const Copy> copies, std::span<const Index> indices, const EncodedInstruction& word,
                    const EncodedInstruction& cares, std::uint64_t& compacted) {
  for (const Copy& copy : copies)
    compacted = with_bits(compacted, copy.compacted.high, copy.compacted.low, word.get(copy.full));
  for (const Index& index : indices) {
    const std::optional<std::uint64_t> entry = find_entry(index, word, cares);
    if (!entry) return false;
    compacted = with_bits(compacted, index.compacted.high, index.compacted.low, *entry);
  }
  return true;
}

bool is_immediate(const OperandLayout& source, const EncodedInstruction& word) {
  constexpr std::uint64_t kImmediate = 3;
  return source.immediate.present() ? word.get(source.immediate) != 0 : word.get(source.file) == kImmediate;
}

bool has_immediate_first(const Gen& gen, const EncodedInstruction& word) {
  return is_immediate(find_layout(gen).src[0], word);
}

// Returns the type of the instruction's immediate, if it has one. A reserved code counts as UD.
std::optional<Type> immediate_type(const Gen& gen, const EncodedInstruction& word) {
  for (const OperandLayout& source : find_layout(gen).src) {
    if (!is_immediate(source, word)) continue;
    const Type type = kGenCodes[gen.id]->immediate_type.value[word.get(source.type)];
    return type == codes::kNoType ? Type::ud : type;
  }
  return std::nullopt;
}

EncodedInstruction without_source0(const Gen& gen, const CompactForm& form, EncodedInstruction word) {
  if (form.imm.present() && has_immediate_first(gen, word)) word.set(form.source0_place, 0);
  return word;
}

EncodedInstruction expand_with(const Gen& gen, const CompactForm& form, std::uint64_t compacted) {
  EncodedInstruction word;
  expand_fields(form.copies, form.indices, compacted, word);
  if (const auto type = immediate_type(gen, word); type && form.imm.present()) {
    const std::uint64_t held = get(compacted, form.imm.high) << form.imm.low.width() | get(compacted, form.imm.low);
    word.set({127, 96}, form.imm.widen(*type, static_cast<std::uint32_t>(held)));
  } else {
    expand_fields(form.source1_copies, form.source1_indices, compacted, word);
  }
  return word;
}

// Returns the 64-bit form that expands to `word`, except perhaps in the bits where an immediate source 0 has no
// meaning.
std::optional<std::uint64_t> compact_half(const Gen& gen, const EncodedInstruction& word) {
  const CompactForm* form = form_for(gen, static_cast<unsigned>(word.get({6, 0})));
  if (form == nullptr) return std::nullopt;
  std::uint64_t compacted = with_bits(std::uint64_t{0}, kCompactionBit.high, kCompactionBit.low, std::uint64_t{1});
  const std::optional<Type> immediate = form->imm.present() ? immediate_type(gen, word) : std::nullopt;
  // An immediate lies over the fields of source 1, so the bits that a table entry has for those fields are lost.
  EncodedInstruction masked = word;
  EncodedInstruction cares{~std::uint64_t{0}, ~std::uint64_t{0}};
  if (immediate) {
    masked.set({127, 96}, 0);
    cares.set({127, 96}, 0);
    if (has_immediate_first(gen, word) && word.get(form->source0_place) == 0) cares.set(form->source0_place, 0);
  }
  if (!compact_fields(form->copies, form->indices, masked, cares, compacted)) return std::nullopt;
  if (immediate) {
    const std::uint64_t held = form->imm.narrow(*immediate, static_cast<std::uint32_t>(word.get({127, 96})));
    compacted = with_bits(compacted, form->imm.high.high, form->imm.high.low, held >> form->imm.low.width());
    compacted = with_bits(compacted, form->imm.low.high, form->imm.low.low, held);
  } else if (!compact_fields(form->source1_copies, form->source1_indices, word, cares, compacted)) {
    return std::nullopt;
  }
  // Compaction drops the bits that the form has no place for. If expanding does not restore `word`, there is no
  // compacted form.
  const EncodedInstruction expanded = expand_with(gen, *form, compacted);
  if (expanded != word && without_source0(gen, *form, expanded) != word) return std::nullopt;
  return compacted;
}

}  // namespace

Result<EncodedInstruction> expand(const Gen& gen, std::uint64_t compacted) {
  const CompactForm* form = form_for(gen, static_cast<unsigned>(get(compacted, {6, 0})));
  if (form == nullptr) {
    return std::unexpected(diagnose(gen, limit("encoding.compacted"), "an instruction of three sources"));
  }
  if (!is_compacted(compacted)) {
    return fail("CmptCtrl is not set", "SNB PRM vol4 part2 5.5", "bit 29 of a compacted instruction is set");
  }
  if ((compacted & ~covered(*form)) != 0)
    return std::unexpected(diagnose(gen, limit("encoding.reserved_field"), {}, ": bits of the compacted form"));
  const EncodedInstruction word = expand_with(gen, *form, compacted);
  const EncodedInstruction plain = without_source0(gen, *form, word);
  if (plain == word) return word;
  const std::optional<std::uint64_t> half = compact_half(gen, plain);
  return half && expand_with(gen, *form, *half) == word ? plain : word;
}

std::optional<std::uint64_t> compact(const Gen& gen, const EncodedInstruction& word) {
  const std::optional<std::uint64_t> half = compact_half(gen, word);
  return half && expand(gen, *half) == word ? half : std::nullopt;
}

}  // namespace eugene::isa
