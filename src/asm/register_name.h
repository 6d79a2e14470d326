// Names of registers: r12, m3, acc0, null, ip... SNB PRM vol4 part2 7.4.5 and Table 5-5.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "isa/operand.h"

namespace eugene::assembly {

struct RegisterName {
  isa::RegFile file = isa::RegFile::grf;
  std::optional<std::uint8_t> nr;     // as encoded; null for only a file's name, as in r[a0.0]
  bool overflow = false;              // the number does not fit its field
  std::optional<isa::Type> type;      // type in the same word, as in g4UD
  isa::Type natural = isa::Type::ud;  // type of an architecture register that is written without one
};

// Parses the name of a register; null if `name` is not one. With `glued_types`, a type may follow in the same word.
std::optional<RegisterName> find_register(std::string_view name, bool glued_types);

}  // namespace eugene::assembly
