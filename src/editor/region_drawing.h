// Draws a register region as text: the bytes of the registers that each lane accesses.
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "isa/gen.h"

namespace eugene::editor {

// `text` is an operand in assembly, such as r10.3<8;4,2>:w, or r10.3<2>:w for a destination. `lanes` is the execution
// size. A lane is drawn as a digit, from 10 on as a letter.
Result<std::string> drawn_region(const isa::Gen& gen, std::string_view text, unsigned lanes);

}  // namespace eugene::editor
