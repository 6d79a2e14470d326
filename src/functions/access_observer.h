// Who hears which bytes messages reach, and when: before they do. For profiles; results do not depend on it.
#pragma once

#include <cstdint>
#include <span>

#include "functions/memory_range.h"

namespace eugene::functions {

enum class AccessKind : std::uint8_t { read, write, atomic };

class AccessObserver {
 public:
  virtual ~AccessObserver() = default;
  // `bytes` at each of `offsets`, in `range`, all at once. Those that its bounds drop are not among them.
  virtual void reached(const MemoryRange& range, std::span<const std::uint64_t> offsets, unsigned bytes,
                       AccessKind kind) = 0;
  // The message begins again: what it has reached so far does not count.
  virtual void starts_again() = 0;

 protected:
  AccessObserver() = default;
  AccessObserver(const AccessObserver&) = default;
  AccessObserver& operator=(const AccessObserver&) = default;
};

}  // namespace eugene::functions
