// Traps mark places of lowered vISA that a thread must not reach. A trap is an `illegal` instruction that no machine
// code decodes to: it is marked malformed, so that executing it is a fault and not an exception, and its first source
// is the number of the reason.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "isa/instruction.h"

namespace eugene::isa {

enum class Trap : std::uint8_t { switch_index, other_routine };

struct TrapText {
  std::string_view what;
  std::string_view reference;
};
inline constexpr std::array<TrapText, 2> kTraps = {{
    {"switchjmp with an index beyond its table of labels", "vISA manual SWITCHJMP"},
    {"a jump into another subroutine or function", "vISA manual GOTO"},
}};

inline Instruction trap(Trap reason) {
  Instruction instruction;
  instruction.opcode = Opcode::illegal;
  instruction.kept.malformed = true;
  instruction.src[0] = {.file = RegFile::imm, .type = Type::ud, .imm = static_cast<std::uint64_t>(reason)};
  return instruction;
}

// Returns the reason if `instruction` is a trap; else nothing.
inline std::optional<Trap> find_trap(const Instruction& instruction) {
  if (instruction.opcode != Opcode::illegal || !instruction.kept.malformed || !instruction.src[0].is_imm() ||
      instruction.src[0].imm >= kTraps.size())
    return std::nullopt;
  return static_cast<Trap>(instruction.src[0].imm);
}

}  // namespace eugene::isa
