// Which memory the barriers of a program order.
#pragma once

#include <string_view>

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

// Of a barrier that `line` of an OpenCL program calls. Machine code does not tell: local memory is in order without a
// fence, and compilers leave out those that change nothing. So one memory alone is ordered only where the line has one
// barrier and names CLK_LOCAL_MEM_FENCE or CLK_GLOBAL_MEM_FENCE for it in these words.
Fences fences_of_barrier(std::string_view line);

}  // namespace eugene::checks
