// Invalid accesses that a GPU silently ignores, but that users want reported. A message with such an access ends in a
// fault, the fault is reported to the observer, and the thread sends the message again. From then on that instruction
// does not fault. At that point no register has changed, and writes to memory can be repeated.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "eu/analysis/helper_pixels.h"
#include "eu/port.h"

namespace eugene::functions {

struct RecoverableFaults {
  bool unmapped_reads = false;              // threads recover from reads of unmapped memory; otherwise they end
  bool bounds = false;                      // out-of-bounds accesses are recoverable faults; otherwise they are ignored
  bool empty_surfaces = false;              // the same, only for empty surfaces
  bool stale_states = false;                // uses of stale states in the state cache are recoverable faults
  bool linked_counts = false;               // barrier messages that set the count of a barrier are recoverable faults
                                            // if the barrier is linked with other subslices' (groups in pools of EUs)
  eu::HelperPixels helpers;                 // accesses that may be of helper pixels are ignored, not reported
  std::vector<std::uint32_t> instructions;  // that have recovered (byte offset in the kernel): they do not fault again

  std::string_view effect = {};  // of the last fault's access, e.g. "gives zeros"; empty if it is not recoverable
  bool is_stale_state = false;   // the last fault is about a stale state

  bool has(std::uint32_t ip) const { return std::ranges::find(instructions, ip) != instructions.end(); }
};

}  // namespace eugene::functions
