// Machine code to programs that assemble to the same bytes again, for any bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "asm/printer.h"
#include "base/diagnostic.h"
#include "isa/gen.h"
#include "isa/program.h"

namespace eugene::assembly {

struct Disassembly {
  isa::Program program;
  ExactBits exact;          // bytes that the decoded instructions do not preserve
  Diagnostics diagnostics;  // undecodable instructions, by byte offset; `illegal` takes their place
};

// Disassembles all of `code`.
Disassembly disassemble(const isa::Gen& gen, std::span<const std::byte> code);

// Returns the text of one instruction, of 16 bytes, or 8 if compacted: in `dialect`, on one line, with branch distances
// as numbers. An undecodable instruction is written as `illegal` with its bytes, and `problem` says why.
std::string disassemble_one(const isa::Gen& gen, const Dialect& dialect, std::span<const std::byte> bytes,
                            std::optional<Diagnostic>& problem, MessageForm messages = MessageForm::numbers);

}  // namespace eugene::assembly
