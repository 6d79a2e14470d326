// Helpers for the readers of directives, and declarations of readers in other files. A reader parses the words after
// the directive's name into a case. The caller reports unread words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/diagnostic.h"
#include "isa/gen.h"
#include "script/directive_line.h"
#include "script/place_reader.h"
#include "script/script.h"

namespace eugene::script {

using Error = std::optional<Diagnostic>;

inline Diagnostic wrong(const DirectiveLine& line, const DirectiveWord& word, std::string message,
                        std::string hint = {}) {
  return error_at(line.at(word), std::move(message), {}, {}, std::move(hint));
}

// Reads a number into `into`. Returns an error if there is none.
template <class Number>
Error take(DirectiveLine& line, std::string_view what, Number& into, std::uint64_t limit) {
  line.accept("=");
  const auto number = read_number(line, what, limit);
  if (!number) return number.error();
  into = static_cast<Number>(*number);
  return std::nullopt;
}

// directives_values.cpp
Error read_set(DirectiveLine& line, const ProgramKind& kind, Case& into);
Error read_expect(DirectiveLine& line, const ProgramKind& kind, Case& into);
Error read_print(DirectiveLine& line, const ProgramKind& kind, Case& into);

// directives_memory.cpp
Error read_memory(DirectiveLine& line, const ProgramKind& kind, Case& into);
Error read_surface(DirectiveLine& line, const ProgramKind& kind, Case& into);

// directives_sampler.cpp
Error read_sampler(DirectiveLine& line, const ProgramKind& kind, Case& into);

// Shared functions of threads: directives_functions.cpp.
Error read_barrier(DirectiveLine& line, const ProgramKind& kind, Case& into);
Error read_gateway(DirectiveLine& line, const ProgramKind& kind, Case& into);
Error read_urb(DirectiveLine& line, const ProgramKind& kind, Case& into);

}  // namespace eugene::script
