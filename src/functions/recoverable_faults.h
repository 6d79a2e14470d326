// Wrong accesses that a GPU ignores silently, but that users want reported. A message that makes one fails with a
// fault, the fault is reported to the observer, and the thread sends the message again. From then on that instruction
// does not fault. No register has changed at that point, and writes to memory can be repeated.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "eu/port.h"

namespace eugene::functions {

struct RecoverableFaults {
  bool unmapped_reads = false;              // threads recover from reads of unmapped memory; else they end
  bool bounds = false;                      // out-of-bounds accesses are recoverable faults; else they are ignored
  bool empty_surfaces = false;              // so are those of empty surfaces alone
  bool stale_states = false;                // so are stale states in the state cache
  bool linked_counts = false;               // so is a barrier message that sets the count of a barrier which is linked
                                            // with those of other subslices: of groups in pools of EUs
  std::vector<std::uint32_t> instructions;  // that have recovered, by byte offset in the kernel: they fault no more

  std::string_view effect = {};  // of the last fault's access if the thread recovers: "gives zeros"; empty: it cannot
  bool is_stale_state = false;   // the last fault is about a stale state

  bool has(std::uint32_t ip) const { return std::ranges::find(instructions, ip) != instructions.end(); }
};

}  // namespace eugene::functions
