// Debug data that Intel's compiler writes for a program that is built with -g: for each kernel an ELF file with DWARF,
// whose addresses are offsets in the kernel's code. Only the line tables are read.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/source_lines.h"

namespace eugene::load {

struct KernelDebugData {
  std::string name;
  std::span<const std::byte> elf;  // empty: there is none
};

// The kernels in the bytes of a section for debuggers; `origin` is its offset in the file. The spans point into
// `section`.
Result<std::vector<KernelDebugData>> read_debug_data(std::span<const std::byte> section, std::size_t origin);

// The source lines of one kernel's code; empty if the file cannot be read.
SourceLines read_source_lines(std::span<const std::byte> elf);

}  // namespace eugene::load
