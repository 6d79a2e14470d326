// Relocations: addresses of objects, written into other objects before the batch is executed.
#pragma once

#include <i915_drm.h>

#include <cstdint>
#include <vector>

#include <bit>

#include "base/bits.h"
#include "i915/file.h"

namespace eugene::i915 {

// Returns the address as programs see it: bit 47 is repeated up to bit 63.
inline std::uint64_t canonical(std::uint64_t address) {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(address << 16) >> 16);
}

// The list of objects of an EXECBUFFER2 during its execution. `entries` is a copy of the program's array.
struct ExecList {
  std::vector<drm_i915_gem_exec_object2> entries;
  std::vector<ObjectPtr> objects;  // by entry
  bool by_index = false;           // handles in relocations are indices in the list (I915_EXEC_HANDLE_LUT)
};

// Applies the relocations whose target is not at the presumed address. `before` has the addresses of the program's
// list. If the program promises that it has written these addresses itself (`trusted`) and no object has moved, does
// nothing. Sets EXEC_OBJECT_WRITE for objects that relocations mark as written. Returns 0 or a negative errno.
int relocate(IoctlCall& call, ExecList& list, const std::vector<std::uint64_t>& before, bool trusted);

}  // namespace eugene::i915
