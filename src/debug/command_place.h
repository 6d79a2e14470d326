// Where breakpoints are, as commands say it.
#pragma once

#include <string_view>

#include "debug/command.h"

namespace eugene::debug {

// Of `break`, `catch` and `watch`: the line after the verb.
Result<Place> parse_place(Verb verb, std::string_view line);
// [local:]ADDRESS[:TYPE]
Result<Memory> parse_memory(std::string_view text);
// Of `x`: [/FORMAT] and such an address, or an expression that leads to memory, or nothing or $pc for code.
Result<Command> parse_examined(Command command, std::string_view line);
// As the list of breakpoints shows it.
std::string text_of(const Place& place);

}  // namespace eugene::debug
