// A program that is executed in place of a kernel's machine code, or beside it: the vISA that it was compiled from.
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
  std::vector<std::byte> bytes;  // that it was made from: no two programs have the same
  // The instruction at byte `ip` of it for people: where its text is, and the text.
  std::function<std::string(std::uint32_t ip)> text;
};

// Finds the substitute for a kernel's machine code. Null: there is none; if it failed, the reason has been reported.
using FindSubstitute = std::function<std::shared_ptr<const Substitute>(std::span<const std::byte> code)>;

}  // namespace eugene::gpu
