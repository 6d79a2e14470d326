// Room behind shared memory (clSVMAlloc, unified shared memory, that of Level Zero) of a checked run, which no other
// memory has: what a kernel accesses there by a pointer, whether it is an argument or was read from memory, it accesses
// beyond that memory. The driver is asked for more than the program has asked for. Nothing touches the room, so that it
// costs addresses.
#pragma once

#include <cstddef>
#include <limits>

#include "preloaded.h"
#include "quarantine.h"
#include "shared_sizes.h"

namespace eugene::i915 {

inline constexpr std::size_t kRedZone = std::size_t{64} << 10;

// Memory from `allocate(bytes)`, of which the GPU is told; without room where the driver has no more.
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

// The program frees it; `free` is to be called when it may come back. False: it is not known, and the driver has to say
// what is wrong.
inline bool free_later(void* context, void* memory, void (*free)(void* context, void* memory)) {
  const auto size = shared_sizes().take(memory);
  if (!size) return false;
  tell_shared(memory, {});
  quarantine().add({.context = context, .memory = memory, .bytes = *size + kRedZone, .free = free});
  return true;
}

}  // namespace eugene::i915
