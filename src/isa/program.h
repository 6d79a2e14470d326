// A sequence of instructions with their byte addresses: what a kernel is after loading or assembling.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "isa/gen.h"
#include "isa/instruction.h"

namespace eugene::isa {

struct Program {
  const Gen* gen = &kGen9;
  std::string name;
  std::vector<Instruction> instructions;
  std::vector<std::uint32_t> offsets;           // byte offset of each instruction, ascending; same size
  std::map<std::uint32_t, std::string> labels;  // by byte offset; one past the end is allowed
};

}  // namespace eugene::isa
