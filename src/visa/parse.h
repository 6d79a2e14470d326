// Text to kernels: .visaasm as Intel's compilers write it and its assembler reads it. The grammar is that of the
// compiler (CISA.y, CISA.l); the manual's appendix (8_appendix_visa_assembly_syntax) describes an earlier one.
#pragma once

#include <expected>
#include <string_view>

#include "base/diagnostic.h"
#include "visa/kernel.h"

namespace eugene::visa {

// `file` is the name of `text` in diagnostics. Where anything is wrong: every error found, up to a hundred.
std::expected<Module, Diagnostics> parse(std::string_view text, std::string_view file);

// Whether `text` begins like one: its first directive is .version, which other text does not have.
bool is_visa_text(std::string_view text);

}  // namespace eugene::visa
