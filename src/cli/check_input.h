// Reads the input of `eugene check`: assembly text, lines of hex bytes, a raw binary, or an OpenCL device binary.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "asm/dialect.h"
#include "base/diagnostic.h"
#include "base/source_lines.h"
#include "isa/gen.h"
#include "isa/machine.h"
#include "isa/program.h"

namespace eugene::cli {

// One program, and the origin of its instructions.
struct CheckUnit {
  std::string name;                       // name of the kernel; may be empty
  std::string case_name;                  // name of the case (docs/user/exec.md); may be empty
  const isa::Machine* machine = nullptr;  // the machine to run on; null: unknown
  isa::Program program;
  bool whole = true;                 // false: a list of unrelated instructions
  bool may_run_out = false;          // like a case of `exec`: needs no message that ends the thread
  std::vector<std::uint32_t> lines;  // line of each instruction, if the input is text; else empty
  SourceLines source;                // source lines that the program was compiled from, if known
  std::int64_t base = 0;             // byte offset of the program in the file, if the input is not text
  std::vector<std::size_t>
      undecodable;  // indices, ascending, of instructions that cannot be decoded: `illegal` in `program`
};

struct CheckInput {
  std::string_view text;  // the input, if it is text
  std::size_t cases = 0;  // number of cases in the text; 0: the text is one program
  std::string_view gen;   // name of the generation
  const assembly::Dialect* dialect = &assembly::kNative;
  std::vector<CheckUnit> units;
  Diagnostics problems;  // problems found while reading
};

struct CheckReading {
  const isa::Gen* gen = nullptr;               // null: from the text, else Gen9
  const isa::Machine* machine = nullptr;       // machine of `gen`; null: named by a device binary
  const assembly::Dialect* dialect = nullptr;  // null: from the text, else native
  bool hex = false;                            // the input is a list
};

// Reads `bytes`, the contents of the file named `file`. Each case of a text becomes a unit.
CheckInput read_check_input(std::span<const std::byte> bytes, std::string_view file, const CheckReading& how);

}  // namespace eugene::cli
