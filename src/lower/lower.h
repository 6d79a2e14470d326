// Lowers vISA to isa::Instruction: a kernel becomes a program for the interpreter, with its variables as registers
// (layout.h). An instruction becomes one or a few native instructions that have the same meaning in the documents of
// the target. (The vISA manual defines most instructions this way.)
//
// The thread starts like a native one: r0 is its header, and the inputs lie in the registers after it, at the places of
// the kernel's .input directives.
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

// True if the instruction of this page can be executed.
bool is_executed(visa::Page page);

// The place of a kernel's variable during execution, and the place of its initial value.
struct NamedVariable {
  std::uint32_t byte = 0;  // offset from register 0
  std::uint32_t bytes = 0;
  isa::Type type = isa::Type::ud;
  bool is_alias = false;
  std::optional<std::uint32_t> input;  // byte of an input in the payload, counted from r0
};

struct LoweredKernel {
  isa::Program program;
  std::vector<std::uint32_t> lines;      // line of the vISA text, by instruction; 0: unknown
  std::vector<SourceLine> source_lines;  // line of the source, by instruction
  std::vector<std::string> files;        // names of the source files
  std::map<std::string, NamedVariable, std::less<>> variables;
  Uses uses;
};

// Lowers kernel `name` of the module; an empty name means the first kernel. Diagnostics name `file`, and the line of
// each instruction that cannot be executed.
std::expected<LoweredKernel, Diagnostics> lower_kernel(const Target& target, const visa::Module& module,
                                                       const std::string& name, const std::string& file);

}  // namespace eugene::lower
