// A sequence of instructions with their byte addresses: a kernel after loading or assembling. Program says where an
// instruction lies, which instruction lies at an address, and where the program ends.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "isa/gen.h"
#include "isa/instruction.h"

namespace eugene::isa {

struct Program {
  const Gen* gen = &kGen9;
  // A program that was lowered from vISA may contain instructions that only newer machines have. Its variables lie in
  // `variable_registers` additional general registers, numbered from RegisterFiles::grf_count on.
  bool is_visa = false;
  std::uint16_t variable_registers = 0;
  std::string name;
  std::vector<Instruction> instructions;
  std::vector<std::uint32_t> offsets;           // byte offset of each instruction, ascending; same size
  std::map<std::uint32_t, std::string> labels;  // by byte offset; one past the end is allowed

  // Byte offset one past the last instruction.
  std::uint32_t end() const { return offsets.empty() ? 0 : offsets.back() + byte_size(instructions.back()); }

  // Byte offset of instruction `index`, which may be the one past the last.
  std::uint32_t offset_at(std::size_t index) const { return index < offsets.size() ? offsets[index] : end(); }

  // Index of the instruction that begins at byte `offset`, if one does.
  std::optional<std::size_t> index_at(std::int64_t offset) const {
    const auto found = std::lower_bound(offsets.begin(), offsets.end(), offset);
    if (found == offsets.end() || *found != offset) return std::nullopt;
    return static_cast<std::size_t>(found - offsets.begin());
  }

  // Adds `instruction` right after the last one.
  void append(const Instruction& instruction) {
    offsets.push_back(end());
    instructions.push_back(instruction);
  }
};

}  // namespace eugene::isa
