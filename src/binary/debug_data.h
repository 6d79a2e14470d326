// Debug data that Intel's compiler writes for programs built with -g: for each kernel, an ELF file with DWARF, whose
// addresses are offsets in the kernel's code. Only the line tables are read here. The debug data of a zebin has the
// same content (zebin_debug.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/source_lines.h"

namespace eugene::binary {

struct KernelDebugData {
  std::string name;
  std::span<const std::byte> elf;  // empty: no debug data
};

// Returns the kernels in a section of debug data. `origin` is the section's offset in the file. The spans point into
// `section`.
Result<std::vector<KernelDebugData>> read_debug_data(std::span<const std::byte> section, std::size_t origin);

// An ELF file with DWARF. Patch tokens have one per kernel; the kernels of a zebin share one.
struct DebugFile {
  std::shared_ptr<const std::vector<std::byte>> elf;  // null: no debug data
  std::uint64_t begin = 0;                            // address of the kernel's code in the file
  std::uint64_t end = 0xFFFF'FFFF;                    // end of the kernel's code

  bool empty() const { return elf == nullptr || elf->empty(); }
};

// Returns the source lines of one kernel's code, by offset in the code. Empty if the file cannot be read.
SourceLines read_source_lines(const DebugFile& debug);
SourceLines read_source_lines(std::span<const std::byte> elf);

}  // namespace eugene::binary
