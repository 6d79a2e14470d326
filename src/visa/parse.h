// Parses .visaasm text, as Intel's compilers write it and Intel's assembler reads it. The grammar is the compiler's
// (CISA.y, CISA.l); the manual's appendix (8_appendix_visa_assembly_syntax) describes an older one.
#pragma once

#include <expected>
#include <string_view>

#include "base/diagnostic.h"
#include "visa/kernel.h"

namespace eugene::visa {

// Parses `text`. `file` is its name in diagnostics. On failure returns all errors, up to a hundred.
std::expected<Module, Diagnostics> parse(std::string_view text, std::string_view file);

// True if `text` begins like vISA: its first directive is .version, which other text does not have.
bool is_visa_text(std::string_view text);

}  // namespace eugene::visa
