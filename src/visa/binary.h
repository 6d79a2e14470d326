// Kernels as a vISA object file (.isa): reads versions 3.0 to 4.2, with native code inside; writes 4.1. vISA manual
// 4_visa_header. Differences between versions are those that the compiler's reader handles (ByteCodeReaderNG.cpp).
#pragma once

#include <cstddef>
#include <expected>
#include <span>
#include <vector>

#include "base/diagnostic.h"
#include "visa/kernel.h"

namespace eugene::visa {

// True if `bytes` begin like a vISA object file.
bool is_visa_binary(std::span<const std::byte> bytes);

// Reads a module. An error has the offset of the wrong byte. Every number of a variable, label or string is checked.
Result<Module> read(std::span<const std::byte> bytes);

// Writes version 4.1, without native code. Fails if a kernel has more items than the format can number, or an operand
// that the format cannot encode.
Result<std::vector<std::byte>> write(const Module& module);

}  // namespace eugene::visa
