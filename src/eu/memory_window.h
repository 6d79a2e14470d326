// Windows: memory that compiled code and the interpreter's fused messages access without sending messages. A message
// through the port costs a surface lookup, an address translation and a call, often for a single load on the host.
// After a message, the port therefore returns a window: a range of host memory where loads and stores have the same
// effect. The next address is compared with it: inside, host memory is accessed; outside, the message is sent. A window
// never spans ranges that observers watch differently (Watch). Mapping GPU memory at its own addresses would need no
// comparison, but then a stray access of a GPU program could reach the simulator's memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "eu/observer.h"

namespace eugene::eu {

// The base of a message's offsets. Offsets are 48-bit addresses, or relative to the memory that the binding table index
// selects: a raw buffer, shared local memory, or stateless memory (which begins at General State Base).
struct MemorySpace {
  bool a64 = false;
  bool slm = false;
  std::uint8_t bti = 0;
  bool writes = false;  // the message changes memory
};

// Bytes of a space that are contiguous in the host's memory: offset `first` is at `host`. Zero bytes: unknown.
struct MemoryWindow {
  std::uint64_t first = 0;
  std::uint64_t bytes = 0;
  std::byte* host = nullptr;
  // For observers:
  AccessedSpace space = {};
  bool is_told = false;  // accesses must be reported to observers
};

// The windows that a kernel's messages found last, a slot for each place in the kernel. Compiled code and the
// interpreter have separate tables.
class WindowTable {
 public:
  struct Slot {
    std::uint64_t first = 0;  // offset
    std::uint64_t count = 0;  // accesses may begin at this many offsets, from `first` on
    std::byte* host = nullptr;
    std::uint32_t bti = 0;         // binding table index of the space, if it is not known when the code is recorded
    std::uint32_t is_told = 0;     // accesses must be reported to observers
    std::uint32_t misaligned = 0;  // accesses must be reported whose offset has one of these bits set

    bool contains(std::uint64_t offset) const { return offset - first < count; }
  };
  static constexpr std::size_t kSlots = 128;
  // Slots of compiled code from this one on may be shared by messages that need different alignments.
  static constexpr std::size_t kSharedSlots = kSlots * 3 / 4;

  // Returns the `count` slots of `code`. Discards the windows of other code.
  Slot* of(const void* code, std::size_t count = kSlots) {
    if (code_ != code) {
      slots_.assign(count, {});
      shown_.assign(count, {});
      code_ = code;
    }
    return slots_.data();
  }
  // Call if the memory in windows may have changed.
  void forget() { code_ = nullptr; }

  // For observers: the space of a slot's window.
  void remember(const Slot& slot, const AccessedSpace& space) { shown_[find_index(slot)] = space; }
  const AccessedSpace& shown(const Slot& slot) const { return shown_[find_index(slot)]; }
  bool is_shared(const Slot& slot) const { return find_index(slot) >= kSharedSlots; }

 private:
  std::size_t find_index(const Slot& slot) const { return static_cast<std::size_t>(&slot - slots_.data()); }

  std::vector<Slot> slots_;
  std::vector<AccessedSpace> shown_;  // indexed by slot
  const void* code_ = nullptr;
};

}  // namespace eugene::eu
