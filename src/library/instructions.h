// The instructions of a kernel, as texts that live as long as the program.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/source_lines.h"
#include "isa/gen.h"
#include "isa/program.h"
#include "load/device_binary.h"

namespace eugene::library {

struct InstructionInfo {
  std::string text, message, file;
  std::string opcode;
  std::uint32_t line = 0, offset = 0, bytes = 0, block = 0;
};
using Instructions = std::vector<InstructionInfo>;

// `line_of`: the source line of the instruction of that number and offset, where it is known.
using LineOf = std::function<std::optional<SourceLine>(std::size_t number, std::uint32_t offset)>;
Instructions instructions_of(const isa::Program& program, const LineOf& line_of);
// Of machine code.
Instructions instructions_of(const isa::Gen& gen, const load::DeviceKernel& kernel);

}  // namespace eugene::library
