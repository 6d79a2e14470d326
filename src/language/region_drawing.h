// A register region in characters: which bytes of the registers each lane has.
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "isa/gen.h"

namespace eugene::language {

// `text`: an operand as assembly has it, such as r10.3<8;4,2>:w, or r10.3<2>:w of a destination. `lanes`: the execution
// size. A lane is the digit of its number, or from 10 on a letter.
Result<std::string> drawn_region(const isa::Gen& gen, std::string_view text, unsigned lanes);

}  // namespace eugene::language
