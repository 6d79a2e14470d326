// Memory that compiled code and the interpreter's fused messages access without sending messages. A message through the
// port costs a surface lookup, an address translation and a call, often for a single load on the host. After a message,
// the port therefore returns the stretch of host memory on which loads and stores have the same effect (the window).
// The next address is compared with it: inside, host memory is accessed; outside, the message is sent. A window has
// only what is the same to the port's observers (Watch). Mapping GPU memory at its own addresses would need no
// comparison, but a stray access of a GPU program could then reach the simulator's memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "eu/observer.h"

namespace eugene::eu {

// Base of the offsets in a message. Either they are 48-bit addresses, or they are relative to what the binding table
// index selects: a raw buffer, shared local memory, or stateless memory (which begins at General State Base).
struct MemorySpace {
  bool a64 = false;
  bool slm = false;
  std::uint8_t bti = 0;
  bool writes = false;  // the message changes memory
};

// Bytes of a space that are consecutive in the host's memory: offset `first` is at `host`. No bytes: none known.
struct MemoryWindow {
  std::uint64_t first = 0;
  std::uint64_t bytes = 0;
  std::byte* host = nullptr;
  // For observers:
  AccessedSpace space = {};
  bool is_told = false;  // they are to be told of what is accessed
};

// The windows that a kernel's messages found last, a slot for each place in the kernel. Compiled code reads one table,
// the interpreter another.
class WindowTable {
 public:
  struct Slot {
    std::uint64_t first = 0;  // offset
    std::uint64_t count = 0;  // accesses may begin at this many offsets, from `first` on
    std::byte* host = nullptr;
    std::uint32_t bti = 0;      // of the space, if it is not known when the code is recorded
    std::uint32_t is_told = 0;  // observers are to be told of accesses

    bool contains(std::uint64_t offset) const { return offset - first < count; }
  };
  static constexpr std::size_t kSlots = 128;

  // The slots for `code`, `count` of them; what other code found is forgotten.
  Slot* of(const void* code, std::size_t count = kSlots) {
    if (code_ != code) {
      slots_.assign(count, {});
      shown_.assign(count, {});
      code_ = code;
    }
    return slots_.data();
  }
  // Call when what windows show may have changed.
  void forget() { code_ = nullptr; }

  // For observers: the space that the window of a slot shows.
  void remember(const Slot& slot, const AccessedSpace& space) { shown_[index_of(slot)] = space; }
  const AccessedSpace& shown(const Slot& slot) const { return shown_[index_of(slot)]; }

 private:
  std::size_t index_of(const Slot& slot) const { return static_cast<std::size_t>(&slot - slots_.data()); }

  std::vector<Slot> slots_;
  std::vector<AccessedSpace> shown_;  // by slot
  const void* code_ = nullptr;
};

}  // namespace eugene::eu
