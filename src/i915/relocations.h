// Relocations: addresses of objects that are written into objects before they are executed.
#pragma once

#include <i915_drm.h>

#include <cstdint>
#include <vector>

#include <bit>

#include "base/bits.h"
#include "i915/file.h"

namespace eugene::i915 {

// Addresses as programs see them: bit 47 is repeated up to bit 63.
inline std::uint64_t canonical(std::uint64_t address) {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(address << 16) >> 16);
}

// The list of objects of an EXECBUFFER2 during its execution. `entries` are copies of the program's.
struct ExecList {
  std::vector<drm_i915_gem_exec_object2> entries;
  std::vector<ObjectPtr> objects;  // of each entry
  bool by_index = false;           // handles in relocations are places in the list
};

// Writes the addresses of objects that have moved from their presumed address, `before`. If the program has written the
// presumed addresses itself (`trusted`) and nothing has moved, there is nothing to do. Objects that relocations mark as
// written are marked in the list. 0, or a negative errno.
int relocate(IoctlCall& call, ExecList& list, const std::vector<std::uint64_t>& before, bool trusted);

}  // namespace eugene::i915
