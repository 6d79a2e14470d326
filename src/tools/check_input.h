// What `eugene check` reads: assembly text, lines of hex bytes, a raw binary, or an OpenCL device binary.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "asm/dialect.h"
#include "base/diagnostic.h"
#include "isa/gen.h"
#include "isa/program.h"

namespace eugene::tools {

// One program, and where its instructions are from.
struct CheckUnit {
  std::string name;  // of the kernel; may be empty
  isa::Gen gen;
  isa::Program program;                  // its `gen` is set where it is checked
  bool whole = true;                     // else a list of instructions that do not follow each other
  std::vector<std::uint32_t> lines;      // by instruction, where the input is text; else empty
  std::int64_t base = 0;                 // byte offset of the program in the file, where it is not
  std::vector<std::size_t> undecodable;  // instructions, ascending, that stand as `illegal` for what no decoder takes
};

struct CheckInput {
  std::string_view text;  // the input, where it is text
  std::vector<CheckUnit> units;
  Diagnostics problems;  // of reading
};

// `bytes` of the file named `file`; `hex` where it is a list. Text is anything without zero bytes and the like.
CheckInput read_check_input(std::span<const std::byte> bytes, std::string_view file, const isa::Gen& gen,
                            const assembly::Dialect& dialect, bool hex);

}  // namespace eugene::tools
