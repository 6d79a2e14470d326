#include "gpu/instruction_text.h"

#include <algorithm>

namespace eugene::gpu {

std::string instruction_text(const isa::Program& program, std::uint32_t offset) {
  const auto found = std::ranges::lower_bound(program.offsets, offset);
  if (found == program.offsets.end() || *found != offset) return "(no instruction of the kernel)";
  const auto index = static_cast<std::size_t>(found - program.offsets.begin());
  return std::string(program.instructions[index].row().mnemonic);
}

}  // namespace eugene::gpu
