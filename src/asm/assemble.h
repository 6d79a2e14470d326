// Assembly text to programs. SNB PRM vol4 part2 7.4 (native grammar) and 9.1 (pragmas); docs/assembly.md has
// the grammar as Eugene reads it, with what other generations and dialects add.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string_view>
#include <vector>

#include "asm/dialect.h"
#include "asm/printer.h"
#include "base/diagnostic.h"
#include "isa/gen.h"
#include "isa/program.h"

namespace eugene::assembly {

// One .kernel, or what stands outside of any.
struct AssembledKernel {
  isa::Program program;                       // name: of the .kernel; empty if there is none
  std::vector<std::uint32_t> lines;           // of the source, by instruction; 1-based
  ExactBits exact;                            // machine code given by {Bits=...}
  std::optional<std::uint32_t> address_line;  // of the first instruction with the address of a label as a value
  std::optional<std::uint32_t> reg_count_total;
  std::optional<std::uint32_t> reg_count_payload;
};

struct Assembly {
  std::vector<AssembledKernel> kernels;  // at least one
  Diagnostics warnings;
};

// All kernels of `text`. `file` is its name in diagnostics. Where anything is wrong, every error found (up to a
// hundred), with line, column, rule and reference.
std::expected<Assembly, Diagnostics> assemble(const isa::Gen& gen, const Dialect& dialect, std::string_view text,
                                              std::string_view file);

// The machine code of `kernel`: 16 bytes an instruction, 8 where it is marked compacted. `file` is for diagnostics,
// which name the source line of the instruction at fault.
std::expected<std::vector<std::byte>, Diagnostics> encode(const AssembledKernel& kernel, std::string_view file);

}  // namespace eugene::assembly
