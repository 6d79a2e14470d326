// Describes the instructions of a kernel. The texts live as long as the program.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/source_lines.h"
#include "binary/device_binary.h"
#include "isa/gen.h"
#include "isa/program.h"

namespace eugene::capi {

struct InstructionInfo {
  std::string text, message, file;
  std::string opcode;
  std::uint32_t line = 0, offset = 0, bytes = 0, block = 0;
};
using Instructions = std::vector<InstructionInfo>;

// Returns the source line of an instruction, given its index and offset; nothing if unknown.
using LineOf = std::function<std::optional<SourceLine>(std::size_t number, std::uint32_t offset)>;
Instructions list_instructions(const isa::Program& program, const LineOf& find_line);
// Describes the machine code of `kernel`.
Instructions list_instructions(const isa::Gen& gen, const binary::DeviceKernel& kernel);

}  // namespace eugene::capi
