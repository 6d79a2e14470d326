// Reports the bytes that messages access, before each access happens. For profiles; results do not depend on it.
#pragma once

#include <cstdint>
#include <span>

#include "functions/memory_range.h"

namespace eugene::functions {

enum class AccessKind : std::uint8_t { read, write, atomic };

class AccessObserver {
 public:
  virtual ~AccessObserver() = default;
  // One access of `bytes` bytes at each of `offsets` in `range`, all at the same time. Out-of-bounds offsets are not
  // included.
  virtual void reached(const MemoryRange& range, std::span<const std::uint64_t> offsets, unsigned bytes,
                       AccessKind kind) = 0;
  // The thread will send the message again. The accesses reported for it so far do not count.
  virtual void starts_again() = 0;

 protected:
  AccessObserver() = default;
  AccessObserver(const AccessObserver&) = default;
  AccessObserver& operator=(const AccessObserver&) = default;
};

}  // namespace eugene::functions
