// The instructions of a kernel, as texts that live as long as the program.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "isa/gen.h"
#include "load/device_binary.h"

namespace eugene::library {

struct InstructionInfo {
  std::string text, message, file;
  std::string opcode;
  std::uint32_t line = 0, offset = 0, bytes = 0, block = 0;
};
using Instructions = std::vector<InstructionInfo>;

Instructions instructions_of(const isa::Gen& gen, const load::DeviceKernel& kernel);

}  // namespace eugene::library
