// Chains of i915_user_extension.
#pragma once

#include <i915_drm.h>

#include <cerrno>
#include <cstdint>

#include "i915/user_memory.h"

namespace eugene::i915 {

// Calls `handle(name, address)` for each extension until one fails. Returns 0 or a negative errno.
template <class Handle>
int for_each_extension(std::uint64_t chain, Handle&& handle) {
  constexpr int kMax = 512;  // same limit as the kernel; a chain may be circular
  for (int i = 0; chain != 0; ++i) {
    if (i == kMax) return -E2BIG;
    i915_user_extension extension{};
    if (!read_user(extension, chain)) return -EFAULT;
    if (extension.flags != 0) return -EINVAL;
    for (const std::uint32_t reserved : extension.rsvd) {
      if (reserved != 0) return -EINVAL;
    }
    const int result = handle(extension.name, chain);
    if (result != 0) return result;
    chain = extension.next_extension;
  }
  return 0;
}

}  // namespace eugene::i915
