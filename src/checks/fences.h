// Which memory the barriers of a program order.
#pragma once

#include <string_view>

#include "checks/source_macros.h"

namespace eugene::checks {

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

// The fences of the barrier that the code of an OpenCL program calls. `from_column`: the program's text from the place
// on that the compiler names, where it names one; else empty. `line`: the text of that line. Machine code does not
// tell: local memory is in order without a fence, and compilers leave out those that change nothing. A barrier whose
// flags the text alone does not tell orders all memory.
Fences fences_of_barrier(std::string_view from_column, std::string_view line, const SourceMacros& macros);

}  // namespace eugene::checks
