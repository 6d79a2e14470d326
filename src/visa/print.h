// Prints kernels as text that Intel's assembler (GenX_IR) reads. vISA manual 8_appendix_visa_assembly_syntax, and the
// grammar of the compiler (CISA.y, CISA.l), which is newer than the appendix.
#pragma once

#include <string>

#include "visa/form.h"
#include "visa/kernel.h"

namespace eugene::visa {

std::string print(const Module& module);

// Prints one instruction without indentation. A label or .function includes its line breaks.
std::string print(const Kernel& kernel, const Instruction& instruction);

// Return the name of a variable by its ID; "?" if no such variable exists.
std::string general_name(const Kernel& kernel, std::uint32_t id);
std::string address_name(const Kernel& kernel, std::uint32_t id);
std::string predicate_name(const Kernel& kernel, std::uint32_t id);
std::string sampler_name(const Kernel& kernel, std::uint32_t id);
std::string surface_name(const Kernel& kernel, std::uint32_t id);

std::string quoted(std::string_view text);

}  // namespace eugene::visa
