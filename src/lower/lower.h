// vISA as isa::Instruction: a kernel becomes a program for the interpreter, whose registers are its variables
// (layout.h). An instruction becomes one or a few native ones, those that the documents of the target give the same
// meaning; the vISA manual describes most of its instructions by them.
//
// The thread starts as a native one does: r0 is its header, and the inputs lie in the registers after it, where the
// kernel's .input directives say.
#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "isa/program.h"
#include "lower/emitter.h"
#include "lower/layout.h"
#include "lower/target.h"
#include "lower/uses.h"
#include "visa/kernel.h"
#include "visa/manual.h"

namespace eugene::lower {

// Which vISA instructions are executed, by the pages of the manual.
bool is_executed(visa::Page page);

// Where a variable of the kernel is while it executes, and where the thread finds its value at the start.
struct NamedVariable {
  std::uint32_t byte = 0;  // counted from register 0
  std::uint32_t bytes = 0;
  isa::Type type = isa::Type::ud;
  bool is_alias = false;
  std::optional<std::uint32_t> input;  // byte of an input in the payload, counted from r0
};

struct LoweredKernel {
  isa::Program program;
  std::vector<std::uint32_t> lines;      // of the vISA text, by instruction; 0: unknown
  std::vector<SourceLine> source_lines;  // of what the vISA was compiled from, by instruction
  std::vector<std::string> files;        // which these are in
  std::map<std::string, NamedVariable, std::less<>> variables;
  Uses uses;
};

// `name`: which of the module's kernels; empty: the first. `file` is named by diagnostics; an instruction that is not
// executed is one, with its line.
std::expected<LoweredKernel, Diagnostics> lower_kernel(const Target& target, const visa::Module& module,
                                                       const std::string& name, const std::string& file);

}  // namespace eugene::lower
