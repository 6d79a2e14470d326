// Addresses for the memory of a machine, from 512 MB to 4 GB.
//
// A program may have several machines, and the C library identifies a buffer only by its address. If two machines gave
// the same addresses, a buffer of one would pass for a buffer of the other. So the machines of a process share the
// range: it consists of slots of 64 MB, and a machine takes a slot before it gives an address from that slot. A single
// machine takes the slots in order, so its addresses do not depend on this. Only if no slots are left does a machine
// give addresses that another machine gives too.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <optional>

namespace eugene::launch {

class Addresses {
 public:
  static constexpr std::uint64_t kBegin = 0x2000'0000, kEnd = std::uint64_t{1} << 32;
  static constexpr std::uint64_t kSlotBytes = std::uint64_t{64} << 20;
  static constexpr unsigned kSlots = (kEnd - kBegin) / kSlotBytes;
  static_assert(kSlots < 64, "a slot is a bit of Slots");

  // A bit for each slot that a machine has. Atomic, so that the child of a fork does not need a lock of its parent.
  using Slots = std::atomic<std::uint64_t>;

  // `shared` holds the slots of all machines; null: this is the only machine.
  explicit Addresses(Slots* shared = nullptr) : shared_(shared) {}
  ~Addresses();
  Addresses(const Addresses&) = delete;
  Addresses& operator=(const Addresses&) = delete;

  // Returns an address for `bytes` bytes, a multiple of a page. The page after them is never used for other memory.
  // Returns nothing if no addresses are left.
  std::optional<std::uint64_t> take(std::uint64_t bytes);
  // Makes the address available to a later take() of the same size.
  void give_back(std::uint64_t address, std::uint64_t bytes) { free_.emplace(bytes, address); }

 private:
  bool extend(std::uint64_t bytes);
  bool take_slots(unsigned first, unsigned count, bool alone);

  Slots* shared_;
  std::uint64_t mine_ = 0;                            // slots that this machine uses
  std::uint64_t alone_ = 0;                           // slots of this machine that no other machine has taken before it
  std::uint64_t next_ = kBegin, limit_ = kBegin;      // unused range in slots of this machine
  std::multimap<std::uint64_t, std::uint64_t> free_;  // addresses that were given back, by size
};

}  // namespace eugene::launch
