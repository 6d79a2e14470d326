// The opcode table. Rows are in opcodes.def; SNB PRM vol4 part2 7.3 and chapter 8.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "isa/gen.h"
#include "isa/type.h"

namespace eugene::isa {

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
};

constexpr bool is_branch(Format format) {
  return format == Format::jump || format == Format::branch_jip || format == Format::branch;
}

constexpr bool is_send(Format format) { return format == Format::send || format == Format::split_send; }

// Whether operands of `gen` can have `type`.
constexpr bool has_type(const Gen& gen, Type type) {
  if (size_of(type) == 8) return gen.has_64bit_types;
  return type != Type::hf || gen.has_half_float;
}

using TypeSet = std::uint16_t;  // bit t is set where Type t is a member

constexpr TypeSet set_of(Type type) { return static_cast<TypeSet>(1U << static_cast<unsigned>(type)); }
template <class... Types>
constexpr TypeSet set_of(Type first, Types... rest) {
  return static_cast<TypeSet>(set_of(first) | set_of(rest...));
}

inline constexpr TypeSet kNoTypes = 0;
inline constexpr TypeSet kByteInts = set_of(Type::ub, Type::b);
inline constexpr TypeSet kDwordInts = set_of(Type::ud, Type::d);
inline constexpr TypeSet kIntTypes =
    set_of(Type::ub, Type::b, Type::uw, Type::w, Type::ud, Type::d, Type::uq, Type::q, Type::v, Type::uv);
inline constexpr TypeSet kFloatOnly = set_of(Type::hf, Type::f, Type::df, Type::vf);
inline constexpr TypeSet kMathTypes = set_of(Type::ud, Type::d, Type::hf, Type::f, Type::df);
inline constexpr TypeSet kAllTypes = kIntTypes | kFloatOnly;

// What may be written on an instruction, and what it uses beyond what is written.
using Traits = std::uint16_t;
inline constexpr Traits kNoTraits = 0;
inline constexpr Traits kPred = 1;         // predication
inline constexpr Traits kCond = 2;         // condition modifier
inline constexpr Traits kSat = 4;          // saturation
inline constexpr Traits kMods = 8;         // source modifiers
inline constexpr Traits kLogic = 16;       // from Gen8 the negate modifier means bitwise not
inline constexpr Traits kAcc = 32;         // updates the accumulator implicitly where the generation does that
inline constexpr Traits kBranchCtrl = 64;  // .b, where the generation has branch control
inline constexpr Traits kAccSource = 128;  // the accumulator is a source that is not written
inline constexpr Traits kWaits = 256;      // waits for the threads that tdr0 names
inline constexpr Traits kRegTarget = 512;  // may branch to where a register says, where the generation lets it

struct OpcodeInfo {
  static constexpr std::int16_t kAbsent = -1;

  Opcode opcode;
  std::string_view mnemonic;
  std::array<std::int16_t, kGenCount> code;  // by GenId; kAbsent where the generation lacks it
  Format format;
  std::uint8_t sources;
  bool has_destination;
  TypeSet types;
  Traits traits;
  std::string_view section;

  constexpr bool in(const Gen& gen) const { return code[static_cast<std::size_t>(gen.id)] != kAbsent; }
  constexpr bool has(Traits trait) const { return (traits & trait) != 0; }
};

inline constexpr std::array kOpcodes = [] {
  constexpr std::int16_t kAbsent = OpcodeInfo::kAbsent;
  return std::array{
#define EUGENE_OPCODE(identifier, mnemonic, gen6, gen9, format, sources, destination, types, traits, section) \
  OpcodeInfo{Opcode::identifier, mnemonic, {gen6, gen9}, Format::format, sources,                             \
             destination != 0,   types,    traits,       section},
#include "isa/opcodes.def"
#undef EUGENE_OPCODE
  };
}();
inline constexpr std::size_t kOpcodeCount = kOpcodes.size();

constexpr const OpcodeInfo& info(Opcode opcode) { return kOpcodes[static_cast<std::size_t>(opcode)]; }

// Whether the branch `opcode` may have its target in a register. The register of ret says where call came from.
constexpr bool takes_register_target(const Gen& gen, Opcode opcode) {
  return info(opcode).has(kRegTarget) && (opcode != Opcode::call || gen.has_register_call);
}

// Opcode codes are 7 bits.
inline constexpr std::size_t kOpcodeCodes = 128;

// Rows of kOpcodes by generation and code; kAbsent where the code is reserved.
inline constexpr auto kRowByCode = [] {
  std::array<std::array<std::int16_t, kOpcodeCodes>, kGenCount> table{};
  for (auto& column : table) column.fill(OpcodeInfo::kAbsent);
  for (std::size_t row = 0; row < kOpcodeCount; ++row) {
    for (std::size_t gen = 0; gen < kGenCount; ++gen) {
      const std::int16_t code = kOpcodes[row].code[gen];
      if (code != OpcodeInfo::kAbsent) table[gen][static_cast<std::size_t>(code)] = static_cast<std::int16_t>(row);
    }
  }
  return table;
}();

// The opcode whose field is `code` in `gen`, if there is one.
constexpr std::optional<Opcode> find_opcode(const Gen& gen, unsigned code) {
  if (code >= kOpcodeCodes) return std::nullopt;
  const std::int16_t row = kRowByCode[static_cast<std::size_t>(gen.id)][code];
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
        if (kOpcodes[i].code[gen] != OpcodeInfo::kAbsent && kOpcodes[i].code[gen] == kOpcodes[j].code[gen])
          return false;
      }
    }
  }
  return true;
}());

}  // namespace eugene::isa
