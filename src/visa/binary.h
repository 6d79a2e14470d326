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

// Whether `bytes` begin like one.
bool is_visa_binary(std::span<const std::byte> bytes);

// Errors have the offset of the byte at fault. Every number that names a variable, a label or a string is checked.
Result<Module> read(std::span<const std::byte> bytes);

// In version 4.1, without native code. Fails where a kernel has more than the format can number, or an operand that it
// has no code for.
Result<std::vector<std::byte>> write(const Module& module);

}  // namespace eugene::visa
