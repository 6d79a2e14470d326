// Assembly text to programs. SNB PRM vol4 part2 7.4 (native grammar) and 9.1 (pragmas). docs/user/assembly.md has the
// grammar that Eugene reads, with the additions of other generations and dialects.
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

// One .kernel, or the text outside of any .kernel.
struct AssembledKernel {
  isa::Program program;                       // named after the .kernel; empty if there is none
  std::vector<std::uint32_t> lines;           // source line of each instruction, 1-based
  ExactBits exact;                            // machine code given by {Bits=...}
  std::optional<std::uint32_t> address_line;  // line of the first instruction that uses a label's address as a value
  std::optional<std::uint32_t> reg_count_total;
  std::optional<std::uint32_t> reg_count_payload;
};

struct Assembly {
  std::vector<AssembledKernel> kernels;  // at least one
  Diagnostics warnings;
};

// Assembles all kernels of `text`. `file` is its name in diagnostics. On failure returns all errors (up to a hundred),
// with line, column, rule and reference.
std::expected<Assembly, Diagnostics> assemble(const isa::Gen& gen, const Dialect& dialect, std::string_view text,
                                              std::string_view file);

// Returns the machine code of `kernel`: 16 bytes for each instruction, 8 if it is marked compacted. Diagnostics name
// `file` and the source line of the instruction at fault.
std::expected<std::vector<std::byte>, Diagnostics> encode(const AssembledKernel& kernel, std::string_view file);

}  // namespace eugene::assembly
