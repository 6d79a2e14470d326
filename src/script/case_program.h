// The program of a case, assembled and prepared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "eu/kernel.h"
#include "script/script.h"
#include "script/variables.h"

namespace eugene::script {

struct CaseProgram {
  std::shared_ptr<const visa::Module> module;  // for a vISA kernel; otherwise null
  Variables variables;                         // for a vISA kernel
  std::optional<lower::Uses> uses;             // for a vISA kernel
  eu::Kernel kernel;
  std::vector<std::byte> code;       // machine code; empty for vISA, or if it cannot be encoded
  std::vector<std::uint32_t> lines;  // source line of each instruction; empty if the source is not text
  SourceLines source;                // the text that it was compiled from, if known
  Diagnostics warnings;              // of the assembler; empty if the source is not text
  std::uint32_t end = 0;             // byte offset after the last instruction
  std::uint32_t system_ip = 0;       // of the exception handler, if the case has one

  // Returns the line of the instruction at `ip`; 0 if unknown.
  std::uint32_t find_line(std::uint32_t ip) const;
};

// Whether to reject vISA that violates the manual's rules.
enum class Rules : std::uint8_t { checked, unchecked };

// `kernel` selects one of several in the file; empty: the first.
std::expected<CaseProgram, Diagnostics> assemble_case(const Script& script, const Case& one, const std::string& kernel,
                                                      Rules rules);

}  // namespace eugene::script
