// The opcode table. Its rows are in opcodes.def; SNB PRM vol4 part2 7.3 and chapter 8.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "isa/gen.h"
#include "isa/type.h"

namespace eugene::isa {

inline constexpr unsigned kMaxChannels = 32;  // maximum number of channels of an instruction

enum class Opcode : std::uint8_t {
#define EUGENE_OPCODE(identifier, ...) identifier,
#include "isa/opcodes.def"
#undef EUGENE_OPCODE
};

// Which of the machine formats of SNB PRM vol4 part2 7.2 an opcode uses.
enum class Format : std::uint8_t {
  none,          // no operands: illegal, nop
  two_source,    // one or two sources, Align1 or Align16
  three_source,  // three sources
  math,          // two_source with the function in place of the condition modifier
  jump,          // jmpi: the distance is an immediate or a register
  branch_jip,    // one distance
  branch,        // JIP and UIP
  send,          // descriptor in place of source 1
  split_send,    // two payloads
  sync,          // two_source with the function in place of the condition modifier, and without a destination
};

constexpr bool is_branch(Format format) {
  return format == Format::jump || format == Format::branch_jip || format == Format::branch;
}

constexpr bool is_send(Format format) { return format == Format::send || format == Format::split_send; }

// Whether operands of `gen` can have `type`.
constexpr bool has_type(const Gen& gen, Type type) {
  if (byte_size(type) == 8) return gen.has_64bit_types;
  return type != Type::hf || gen.has_half_float;
}

using TypeSet = std::uint16_t;  // bit t is set where Type t is a member

constexpr TypeSet make_set(Type type) { return static_cast<TypeSet>(1U << static_cast<unsigned>(type)); }
template <class... Types>
constexpr TypeSet make_set(Type first, Types... rest) {
  return static_cast<TypeSet>(make_set(first) | make_set(rest...));
}

inline constexpr TypeSet kNoTypes = 0;
inline constexpr TypeSet kByteInts = make_set(Type::ub, Type::b);
inline constexpr TypeSet kDwordInts = make_set(Type::ud, Type::d);
inline constexpr TypeSet kRotated = kDwordInts | make_set(Type::uw, Type::w);
inline constexpr TypeSet kIntTypes =
    make_set(Type::ub, Type::b, Type::uw, Type::w, Type::ud, Type::d, Type::uq, Type::q, Type::v, Type::uv);
inline constexpr TypeSet kFloatOnly = make_set(Type::hf, Type::f, Type::df, Type::vf);
inline constexpr TypeSet kMathTypes = make_set(Type::ud, Type::d, Type::hf, Type::f, Type::df);
inline constexpr TypeSet kAllTypes = kIntTypes | kFloatOnly;

// How an instruction is executed.
enum class Action : std::uint8_t {
  alu,
  compare,         // cmp, cmpn: the comparison of two sources is flags and result
  select,          // sel: one of two sources
  select_compare,  // csel: one of two sources, by the third
  nop,
  jump,    // jumps the whole thread
  branch,  // branches each channel separately: sem/flow.h
  send,
  systolic,  // dpas: a product of matrices
  named_barrier,
  wait,
  sync,  // waits for what its function names
  fault,
};

// The lanes that integers are computed with. They give the results of SNB PRM vol4 part2 5.3.9; see
// eu/prepare/exec_type.h.
enum class IntegerLanes : std::uint8_t {
  exact,  // wide enough for every value that a source can have
  wraps,  // the low bits of the result depend only on low bits of the sources: dwords, unless the full result is used
  shift,  // the sign of source 0 determines the bits shifted in
  dword,  // dwords, signed if source 0 is
  bits,   // dwords as bits, without a sign
};

// Modifiers that an instruction accepts, and state that it uses implicitly.
using Traits = std::uint32_t;
inline constexpr Traits kNoTraits = 0;
inline constexpr Traits kPred = 1U << 0;         // predication
inline constexpr Traits kCond = 1U << 1;         // condition modifier
inline constexpr Traits kSat = 1U << 2;          // saturation
inline constexpr Traits kMods = 1U << 3;         // source modifiers
inline constexpr Traits kLogic = 1U << 4;        // from Gen8 the negate modifier means bitwise not
inline constexpr Traits kAcc = 1U << 5;          // updates the accumulator implicitly where the generation does that
inline constexpr Traits kBranchCtrl = 1U << 6;   // .b, where the generation has branch control
inline constexpr Traits kAccSource = 1U << 7;    // the accumulator is a source that is not written
inline constexpr Traits kWaits = 1U << 8;        // waits for the threads that tdr0 names
inline constexpr Traits kRegTarget = 1U << 9;    // may have its target in a register, where the generation allows that
inline constexpr Traits kMoves = 1U << 10;       // the result is an element of a source, converted
inline constexpr Traits kGathers = 1U << 11;     // each channel has an address register for its element
inline constexpr Traits kScatters = 1U << 12;    // lanes do not read the last source: its bits enable channels
inline constexpr Traits kNumbersWin = 1U << 13;  // comparisons prefer numbers to NaNs: sem::find_comparison()
inline constexpr Traits kLosesAcc = 1U << 14;    // the implicit update leaves the accumulator undefined
inline constexpr Traits kShiftCount = 1U << 21;  // source 1 is a number of bits to shift by
// A channel's result depends on the sources of other channels too:
inline constexpr Traits kPairs = 1U << 15;           // of its pair
inline constexpr Traits kQuads = 1U << 16;           // of its four
inline constexpr Traits kPlane = 1U << 17;           // source 0 is four coefficients, the same for all channels
inline constexpr Traits kTwoCoordinates = 1U << 18;  // source 1 is u of eight channels, then v of these, and so on
// Branches:
inline constexpr Traits kStructured = 1U << 19;  // its targets follow from the block it is in (9.2.6)
inline constexpr Traits kMayCompare =
    1U << 20;  // Gen6: a condition modifier compares two sources in place of a predicate (8.3.20)

struct OpcodeInfo {
  static constexpr std::int16_t kAbsent = -1;
  // The opcode exists only in machines newer than the supported ones: it is found in programs of vISA only.
  static constexpr std::int16_t kVisaOnly = -2;

  Opcode opcode;
  std::string_view mnemonic;
  PerGen<std::int16_t> code;  // by GenId; kAbsent where the generation lacks it, or kVisaOnly
  Format format;
  Action action;
  std::uint8_t sources;
  bool has_destination;
  TypeSet types;
  IntegerLanes lanes;
  Traits traits;
  std::string_view section;

  constexpr bool in(const Gen& gen) const { return code[gen.id] >= 0; }
  // Whether a program lowered from vISA may contain it.
  constexpr bool in_visa(const Gen& gen) const { return code[gen.id] != kAbsent; }
  constexpr bool has(Traits trait) const { return (traits & trait) != 0; }

  // Sources whose elements are lanes: source 0 up to this one.
  constexpr unsigned lane_sources() const { return sources - (has(kScatters) ? 1U : 0U); }
  // Number of adjacent channels, a power of two, whose sources a result depends on; kMaxChannels: all channels.
  constexpr unsigned group() const { return has(kPairs) ? 2 : has(kQuads) ? 4 : has(kPlane) ? kMaxChannels : 1; }
};

inline constexpr std::array kOpcodes = [] {
  constexpr std::int16_t kAbsent = OpcodeInfo::kAbsent;
  constexpr std::int16_t kVisaOnly = OpcodeInfo::kVisaOnly;
  return std::array{
#define EUGENE_OPCODE(identifier, mnemonic, gen6, gen9, gen12, format, action, sources, destination, types, lanes, \
                      traits, section)                                                                             \
  OpcodeInfo{Opcode::identifier, mnemonic, {gen6, gen9, gen12}, Format::format, Action::action, sources,           \
             destination != 0,   types,    IntegerLanes::lanes, traits,         section},
#include "isa/opcodes.def"
#undef EUGENE_OPCODE
  };
}();
inline constexpr std::size_t kOpcodeCount = kOpcodes.size();

constexpr const OpcodeInfo& info(Opcode opcode) { return kOpcodes[static_cast<std::size_t>(opcode)]; }

// Whether the branch `opcode` may have its target in a register. (ret does not: its register holds call's return
// address.)
constexpr bool takes_register_target(const Gen& gen, Opcode opcode) {
  return info(opcode).has(kRegTarget) && (opcode != Opcode::call || gen.has_register_call);
}

// An opcode has 7 bits.
inline constexpr std::size_t kOpcodeCodes = 128;

// Indices into kOpcodes, by generation and code; kAbsent if the code is reserved.
inline constexpr auto kRowByCode = [] {
  PerGen<std::array<std::int16_t, kOpcodeCodes>> table{};
  for (auto& column : table.values) column.fill(OpcodeInfo::kAbsent);
  for (std::size_t row = 0; row < kOpcodeCount; ++row) {
    for (std::size_t gen = 0; gen < kGenCount; ++gen) {
      const std::int16_t code = kOpcodes[row].code.values[gen];
      if (code >= 0) table.values[gen][static_cast<std::size_t>(code)] = static_cast<std::int16_t>(row);
    }
  }
  return table;
}();

// The opcode whose field is `code` in `gen`, if there is one.
constexpr std::optional<Opcode> find_opcode(const Gen& gen, unsigned code) {
  if (code >= kOpcodeCodes) return std::nullopt;
  const std::int16_t row = kRowByCode[gen.id][code];
  if (row == OpcodeInfo::kAbsent) return std::nullopt;
  return static_cast<Opcode>(row);
}

constexpr std::optional<Opcode> find_opcode(std::string_view mnemonic) {
  for (const OpcodeInfo& row : kOpcodes) {
    if (row.mnemonic == mnemonic) return row.opcode;
  }
  return std::nullopt;
}

static_assert([] {  // no generation gives one code to two opcodes
  for (std::size_t i = 0; i < kOpcodeCount; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      for (std::size_t gen = 0; gen < kGenCount; ++gen) {
        const std::int16_t code = kOpcodes[i].code.values[gen];
        if (code >= 0 && code == kOpcodes[j].code.values[gen]) return false;
      }
    }
  }
  return true;
}());

// The columns of a row agree with each other.
constexpr bool is_consistent(const OpcodeInfo& row) {
  const unsigned groups = (row.has(kPairs) ? 1U : 0U) + (row.has(kQuads) ? 1U : 0U) + (row.has(kPlane) ? 1U : 0U);
  return (row.action == Action::jump) == (row.format == Format::jump) &&
         (row.action == Action::branch) == (is_branch(row.format) && row.format != Format::jump) &&
         (row.action == Action::send) == is_send(row.format) &&
         (row.action == Action::sync) == (row.format == Format::sync) &&
         (row.action == Action::nop || row.action == Action::fault) == (row.format == Format::none) &&
         (row.action != Action::select_compare || row.sources == 3) && groups <= 1 &&
         (!row.has(kTwoCoordinates) || row.has(kPlane)) && (!row.has(kScatters) || row.sources > 1) &&
         (!row.has(kLosesAcc) || row.has(kAcc));
}
static_assert([] {
  for (const OpcodeInfo& row : kOpcodes) {
    if (!is_consistent(row)) return false;
  }
  return true;
}());

}  // namespace eugene::isa
