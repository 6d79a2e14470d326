// Places of lowered vISA that a thread must not reach. They are `illegal` instructions, which no machine code means:
// one that is malformed, so that it is a fault and no exception, whose first source is the number of the reason.
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
    {"switchjmp by an index that its table of labels does not have", "vISA manual SWITCHJMP"},
    {"a jump into another subroutine or function", "vISA manual GOTO"},
}};

inline Instruction trap(Trap reason) {
  Instruction instruction;
  instruction.opcode = Opcode::illegal;
  instruction.kept.malformed = true;
  instruction.src[0] = {.file = RegFile::imm, .type = Type::ud, .imm = static_cast<std::uint64_t>(reason)};
  return instruction;
}

// The reason of an instruction that is a trap; none: it is another.
inline std::optional<Trap> trap_of(const Instruction& instruction) {
  if (instruction.opcode != Opcode::illegal || !instruction.kept.malformed || !instruction.src[0].is_imm() ||
      instruction.src[0].imm >= kTraps.size())
    return std::nullopt;
  return static_cast<Trap>(instruction.src[0].imm);
}

}  // namespace eugene::isa
