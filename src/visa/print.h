// Prints kernels as text that Intel's assembler (GenX_IR) reads. vISA manual 8_appendix_visa_assembly_syntax, and the
// grammar of the compiler (CISA.y, CISA.l), which is newer than the appendix.
#pragma once

#include <string>
#include <string_view>

#include "visa/form.h"
#include "visa/kernel.h"

namespace eugene::visa {

std::string print(const Module& module);

// Prints one instruction without indentation. A label or .function includes its line breaks.
std::string print(const Kernel& kernel, const Instruction& instruction);

// Returns the name of a variable by its ID; "?" if no such variable exists.
std::string variable_name(const Kernel& kernel, VariableKind kind, std::uint32_t id);

std::string quoted(std::string_view text);

// True if `text` can be a name without quotes.
bool is_identifier(std::string_view text);

}  // namespace eugene::visa
