// Where breakpoints are, as commands say it.
#pragma once

#include <string_view>

#include "debug/command.h"

namespace eugene::debug {

// Of `break`, `catch` and `watch`: the line after the verb.
Result<Place> parse_place(Verb verb, std::string_view line);
// [/COUNT] [local:]ADDRESS[:TYPE]
Result<Memory> parse_memory(std::string_view text);
// As the list of breakpoints shows it.
std::string text_of(const Place& place);

}  // namespace eugene::debug
