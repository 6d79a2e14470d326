// Red zones: unused room after each allocation of shared memory (clSVMAlloc, unified shared memory, Level Zero) in a
// checked run. A kernel that accesses a red zone by a pointer has run past the end of the memory, whether the pointer
// is an argument or was read from memory. The driver is asked for more than the program has requested. Nothing touches
// the red zone, so it costs only addresses.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <utility>

#include "preloaded.h"
#include "quarantine.h"
#include "shared_sizes.h"

namespace eugene::inside {

inline constexpr std::size_t kRedZone = std::size_t{64} << 10;

// Allocates memory with `allocate(bytes)`, and reports it to the GPU. If the driver is out of memory, the memory gets
// no red zone.
template <class Allocate>
void* allocate_with_red_zone(std::size_t size, Allocate allocate) {
  const bool has_room = size != 0 && size <= std::numeric_limits<std::size_t>::max() - kRedZone;
  std::size_t room = has_room ? kRedZone : 0;
  void* memory = allocate(size + room);
  if (memory == nullptr && room != 0) {
    room = 0;
    memory = allocate(size);
  }
  if (memory == nullptr && quarantine().release_all()) return allocate_with_red_zone(size, allocate);
  if (memory == nullptr) return memory;
  shared_sizes().keep(memory, size);
  tell_shared(memory, {.bytes = size, .room = room});
  return memory;
}

// Frees memory for the program. `free` is called when the memory may be reused. Returns false if the memory is unknown:
// the driver must then report the error.
inline bool free_later(void* context, void* memory, std::function<void(void* context, void* memory)> free) {
  const auto size = shared_sizes().take(memory);
  if (!size) return false;
  tell_shared(memory, {});
  quarantine().add({.context = context, .memory = memory, .bytes = *size + kRedZone, .free = std::move(free)});
  return true;
}

}  // namespace eugene::inside
