// A program that is executed instead of a kernel's machine code, or in addition to it: the vISA that the machine code
// was compiled from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "eu/kernel.h"

namespace eugene::gpu {

struct Substitute {
  eu::Kernel kernel;
  std::vector<std::byte> bytes;  // the bytes that `kernel` was decoded from; they differ between any two programs
  // Describes the instruction at byte `ip` for people: its place in the text, and the text.
  std::function<std::string(std::uint32_t ip)> text;
};

// Finds the substitute for a kernel's machine code; null if there is none. If the search failed, the reason has been
// reported.
using FindSubstitute = std::function<std::shared_ptr<const Substitute>(std::span<const std::byte> code)>;

}  // namespace eugene::gpu
