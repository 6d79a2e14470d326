// Wrong accesses that a GPU ignores silently and users want reported. They are faults first, from which the caller may
// have the thread recover. Then no register has changed, and the thread may be run on from the instruction, whose
// writes to memory can be repeated.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

namespace eugene::functions {

struct RecoverableFaults {
  bool unmapped_reads = false;              // a thread can recover from reads of unmapped memory; else it ends
  bool bounds = false;                      // what the bounds of a surface drop is such a fault; else nothing at all
  bool stale_states = false;                // so is a state in the cache that memory holds no longer
  std::vector<std::uint32_t> instructions;  // recovered from, by their byte offsets in the kernel: they fault no more

  std::string_view effect = {};  // what the access of the last fault does where the thread recovers; empty: it cannot
  bool is_stale_state = false;   // the last fault is such a one

  bool has(std::uint32_t ip) const { return std::ranges::find(instructions, ip) != instructions.end(); }
};

}  // namespace eugene::functions
