// Wrong accesses that a GPU ignores silently and users want reported. They are faults first, which the caller may pass.
// Then no register has changed, and the thread may be run on from the instruction, whose writes to memory can be
// repeated.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

namespace eugene::functions {

struct Passes {
  bool unmapped_reads = false;  // a read of unmapped memory can be passed; else it is a fault for good
  bool bounds = false;          // what the bounds of a surface drop is such a fault too; else nothing at all
  std::vector<std::uint32_t> instructions;  // those passed, by their byte offsets in the kernel

  std::string_view offer = {};  // what the access of the last fault does if it is passed; empty: it cannot be

  bool has(std::uint32_t ip) const { return std::ranges::find(instructions, ip) != instructions.end(); }
};

}  // namespace eugene::functions
