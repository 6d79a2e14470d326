// Kernels as text, as Intel's assembler (GenX_IR) reads it. vISA manual 8_appendix_visa_assembly_syntax, and the
// grammar of the compiler (CISA.y, CISA.l), which the appendix lags behind.
#pragma once

#include <string>

#include "visa/form.h"
#include "visa/kernel.h"

namespace eugene::visa {

std::string print(const Module& module);

// One instruction, without indentation; labels and .function with their lines.
std::string print(const Kernel& kernel, const Instruction& instruction);

// The names of variables, by their ids; "?" where there is no such variable.
std::string general_name(const Kernel& kernel, std::uint32_t id);
std::string address_name(const Kernel& kernel, std::uint32_t id);
std::string predicate_name(const Kernel& kernel, std::uint32_t id);
std::string sampler_name(const Kernel& kernel, std::uint32_t id);
std::string surface_name(const Kernel& kernel, std::uint32_t id);

std::string quoted(std::string_view text);

}  // namespace eugene::visa
