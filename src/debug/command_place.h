// Parses and prints the places of breakpoints, as commands write them.
#pragma once

#include <string_view>

#include "debug/command.h"

namespace eugene::debug {

// Parses the operand of `break`, `catch` or `watch`. `line` is the text after the verb.
Result<StopPoint> parse_place(Verb verb, std::string_view line);
// Parses [local:]ADDRESS[:TYPE].
Result<Memory> parse_memory(std::string_view text);
// Parses the operand of `x`: [/FORMAT], then an address as above, an expression that leads to memory, or (for code)
// nothing or $pc.
Result<Command> parse_examined(Command command, std::string_view line);
// Returns the text for `place` in the list of breakpoints.
std::string to_text(const StopPoint& place);

}  // namespace eugene::debug
