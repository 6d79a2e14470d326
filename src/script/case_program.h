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
  std::shared_ptr<const visa::Module> module;  // of a vISA kernel; else null
  Variables variables;                         // of a vISA kernel
  std::optional<lower::Uses> uses;             // of a vISA kernel
  eu::Kernel kernel;
  std::vector<std::byte> code;       // machine code; none of vISA, nor where it cannot be encoded
  std::vector<std::uint32_t> lines;  // of the source, by instruction; none if the source is not text
  SourceLines source;                // that it was compiled from, where known
  Diagnostics warnings;              // of the assembler; none if the source is not text
  std::uint32_t end = 0;             // byte offset of what follows the last instruction
  std::uint32_t system_ip = 0;       // of the exception handler, where the case names one

  // Of the instruction at `ip`; 0: unknown.
  std::uint32_t line_of(std::uint32_t ip) const;
};

// Whether vISA that breaks a rule of the manual is refused.
enum class Rules : std::uint8_t { checked, unchecked };

// `kernel`: which of several in the file; empty: the first.
std::expected<CaseProgram, Diagnostics> assemble_case(const Script& script, const Case& one, const std::string& kernel,
                                                      Rules rules);

}  // namespace eugene::script
