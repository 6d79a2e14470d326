// The stack that the host gave the calling thread.
#pragma once

#include <cstdint>

namespace eugene::i915 {

// Addresses of a stack, which grows from `end` to `begin`. Both are 0 if unknown.
struct OwnStack {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
};
OwnStack own_stack();

// Whether all bytes of a range are in frames of functions that have not returned. Such memory is mapped, and can be
// read and written unless the program has protected it. The caller's frame is the last one.
bool is_in_live_frames(std::uint64_t address, std::uint64_t bytes);

}  // namespace eugene::i915
