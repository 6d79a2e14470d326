// Converts machine code to assembly text, which `dis` prints and `exec` runs.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "asm/printer.h"
#include "base/diagnostic.h"
#include "base/source_lines.h"
#include "isa/gen.h"

namespace eugene::cli {

struct CodeText {
  std::string text;                            // assembles to the same bytes
  Diagnostics problems;                        // problems, such as instructions that cannot be decoded
  const isa::Gen* gen = nullptr;               // the generation that the file names; null: none
  std::map<std::string, SourceLines> sources;  // source lines of kernels with debug data, by kernel name
  bool is_malformed = false;                   // the file could not be converted, so there is no text
};

// Converts lines of hex bytes, one instruction each. The text has the same number of lines.
CodeText hex_text(std::string_view lines, const std::string& file, const isa::Gen& gen,
                  const assembly::Dialect& dialect, assembly::MessageForm messages = assembly::MessageForm::numbers);

// Converts raw code of `gen`, or an OpenCL device binary. Each kernel of a device binary becomes a .kernel (SNB PRM
// vol4 part2 9.1.4).
CodeText code_text(std::span<const std::byte> bytes, const std::string& file, const isa::Gen& gen,
                   const assembly::Dialect& dialect, assembly::MessageForm messages = assembly::MessageForm::numbers);

}  // namespace eugene::cli
