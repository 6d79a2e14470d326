// Machine code to programs that assemble to the same bytes again, whatever the bytes are.
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
  ExactBits exact;          // what decoding does not keep
  Diagnostics diagnostics;  // what cannot be decoded, with byte offsets; `illegal` takes its place
};

// All of `code`.
Disassembly disassemble(const isa::Gen& gen, std::span<const std::byte> code);

// One instruction of 16 bytes, or 8 of a compacted one: its text in `dialect`, on one line, with branch distances as
// numbers. An undecodable one is written as `illegal` with its bytes, and `problem` says why.
std::string disassemble_one(const isa::Gen& gen, const Dialect& dialect, std::span<const std::byte> bytes,
                            std::optional<Diagnostic>& problem, MessageForm messages = MessageForm::numbers);

}  // namespace eugene::assembly
