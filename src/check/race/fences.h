// The memory that a program's barriers order.
#pragma once

#include <string_view>

#include "check/source_macros.h"

namespace eugene::check {

struct Fences {
  bool local = true;
  bool global = true;

  Fences& operator|=(const Fences& other) {
    local = local || other.local;
    global = global || other.global;
    return *this;
  }
  bool operator==(const Fences&) const = default;
};

// Returns the fences of the barrier that code of an OpenCL program calls. `from_column` is the program's text from the
// column that the compiler gives, or empty without a column. `line` is the text of that line. Machine code does not
// show the fences: local memory is in order without a fence, and compilers remove fences that change nothing. A barrier
// whose flags are unclear from the text alone orders all memory.
Fences fences_of_barrier(std::string_view from_column, std::string_view line, const SourceMacros& macros);

}  // namespace eugene::check
