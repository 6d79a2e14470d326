// Machine code as assembly text: what `dis` prints, and `exec` runs.
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
  Diagnostics problems;                        // instructions that cannot be decoded, among others
  const isa::Gen* gen = nullptr;               // that the file itself names; null: it does not say
  std::map<std::string, SourceLines> sources;  // of kernels with debug data, by name
  bool is_malformed = false;                   // there is no text
};

// Lines of hex bytes, one instruction each: the text has as many lines, one below the other.
CodeText hex_text(std::string_view lines, const std::string& file, const isa::Gen& gen,
                  const assembly::Dialect& dialect, assembly::MessageForm messages = assembly::MessageForm::numbers);

// Raw code of `gen`, or an OpenCL device binary, whose kernels become a .kernel each (SNB PRM vol4 part2 9.1.4).
CodeText code_text(std::span<const std::byte> bytes, const std::string& file, const isa::Gen& gen,
                   const assembly::Dialect& dialect, assembly::MessageForm messages = assembly::MessageForm::numbers);

}  // namespace eugene::cli
