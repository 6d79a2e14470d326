// Addresses for the memory of a machine, from 512 MB to 4 GB.
//
// A program may have several machines, and an address is all that the C library has for a buffer. If machines gave the
// same addresses, a buffer of one would pass for a buffer of another. So the machines of a process divide these
// addresses among themselves: the range consists of slots of 64 MB, and a machine takes a slot before it gives an
// address from that slot. A machine that is the only one takes them in order, so its addresses do not depend on this.
// Only if no slots are left does a machine give addresses that another one gives too.
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

  // A bit for each slot that a machine has. Atomic, so that the child of a fork needs no lock of its parent.
  using Slots = std::atomic<std::uint64_t>;

  // `shared`: the slots of all machines; null: this is the only machine.
  explicit Addresses(Slots* shared = nullptr) : shared_(shared) {}
  ~Addresses();
  Addresses(const Addresses&) = delete;
  Addresses& operator=(const Addresses&) = delete;

  // The address of `bytes` bytes, a multiple of a page, with a page after them that has no other memory. Nothing: no
  // addresses are left.
  std::optional<std::uint64_t> take(std::uint64_t bytes);
  // For the next take() of as many bytes.
  void give_back(std::uint64_t address, std::uint64_t bytes) { free_.emplace(bytes, address); }

 private:
  bool extend(std::uint64_t bytes);
  bool take_slots(unsigned first, unsigned count, bool alone);

  Slots* shared_;
  std::uint64_t mine_ = 0;                            // slots that this machine uses
  std::uint64_t alone_ = 0;                           // those of them that no other machine had
  std::uint64_t next_ = kBegin, limit_ = kBegin;      // where no memory has been, in slots of this machine
  std::multimap<std::uint64_t, std::uint64_t> free_;  // addresses that were given back, by bytes
};

}  // namespace eugene::launch
