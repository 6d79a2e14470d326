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
  std::array<Bits, 8> pieces;
};

struct CompactForm {
  std::span<const Copy> copies;
  std::span<const Index> indices;
  // The fields of source 1. They are absent if an immediate takes their place.
  std::span<const Copy> source1_copies;
  std::span<const Index> source1_indices;
  // The 13-bit immediate, which is sign-extended: its bits 12:8, and its bits 7:0.
  Bits imm_high, imm_low;
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

constexpr Bits kImmHigh{39, 35}, kImmLow{63, 56};
constexpr CompactForm kGen6Form{kGen6Copies, kGen6Indices, kSource1Copies, kGen6Source1Indices, kImmHigh, kImmLow};
constexpr CompactForm kGen9Form{kGen9Copies, kGen9Indices, kSource1Copies, kGen9Source1Indices, kImmHigh, kImmLow};
constexpr CompactForm kGen9TernaryForm{kGen9TernaryCopies, kGen9TernaryIndices, {}, {}, kNoBits, kNoBits};

// Indexed by GenId; null if the generation has no compacted form for three sources.
constexpr std::array<const CompactForm*, kGenCount> kForms{&kGen6Form, &kGen9Form};
constexpr std::array<const CompactForm*, kGenCount> kTernaryForms{nullptr, &kGen9TernaryForm};

// Returns the form for instructions with the opcode field `code`; null if there is none.
const CompactForm* form_for(const Gen& gen, unsigned code) {
  const std::optional<Opcode> opcode = find_opcode(gen, code);
  const bool ternary = opcode && info(*opcode).format == Format::three_source;
  return (ternary ? kTernaryForms : kForms)[static_cast<std::size_t>(gen.id)];
}

// The bits of a compacted instruction that `form` gives a meaning.
std::uint64_t covered(const CompactForm& form) {
  std::uint64_t mask = make_mask(kCompactionBit).low | make_mask(form.imm_high).low | make_mask(form.imm_low).low;
  for (const Copy& copy : form.copies) mask |= make_mask(copy.compacted).low;
  for (const Index& index : form.indices) mask |= make_mask(index.compacted).low;
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

bool has_immediate(const Gen& gen, const EncodedInstruction& word) {
  const Layout& layout = find_layout(gen);
  constexpr std::uint64_t kImmediate = 3;
  return word.get(layout.src[0].file) == kImmediate || word.get(layout.src[1].file) == kImmediate;
}

// An immediate source 0 has no register and no region. The tables describe source 0 together with the destination, so
// their entries set bits there that mean nothing.
constexpr Bits kSource0Place{88, 64};

bool has_immediate_first(const Gen& gen, const EncodedInstruction& word) {
  constexpr std::uint64_t kImmediate = 3;
  return word.get(find_layout(gen).src[0].file) == kImmediate;
}

EncodedInstruction without_source0(const Gen& gen, const CompactForm& form, EncodedInstruction word) {
  if (form.imm_low.present() && has_immediate_first(gen, word)) word.set(kSource0Place, 0);
  return word;
}

EncodedInstruction expand_with(const Gen& gen, const CompactForm& form, std::uint64_t compacted) {
  EncodedInstruction word;
  expand_fields(form.copies, form.indices, compacted, word);
  if (form.imm_low.present() && has_immediate(gen, word)) {
    const std::uint64_t imm = get(compacted, form.imm_high) << 8 | get(compacted, form.imm_low);
    word.set({127, 96}, static_cast<std::uint64_t>(sign_extend(imm, 13)));
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
  const bool immediate = form->imm_low.present() && has_immediate(gen, word);
  // An immediate lies over the fields of source 1, so the bits that a table entry has for those fields are lost.
  EncodedInstruction masked = word;
  EncodedInstruction cares{~std::uint64_t{0}, ~std::uint64_t{0}};
  if (immediate) {
    masked.set({127, 96}, 0);
    cares.set({127, 96}, 0);
    if (has_immediate_first(gen, word) && word.get(kSource0Place) == 0) cares.set(kSource0Place, 0);
  }
  if (!compact_fields(form->copies, form->indices, masked, cares, compacted)) return std::nullopt;
  if (immediate) {
    const std::uint64_t imm = word.get({127, 96});
    compacted = with_bits(compacted, form->imm_high.high, form->imm_high.low, imm >> 8);
    compacted = with_bits(compacted, form->imm_low.high, form->imm_low.low, imm);
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
