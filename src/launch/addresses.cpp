#include "launch/addresses.h"

#include <algorithm>

#include "memory/view.h"

namespace eugene::launch {
namespace {

constexpr std::uint64_t kGap = memory::kPageBytes;

constexpr unsigned slot_at(std::uint64_t address) {
  return static_cast<unsigned>((address - Addresses::kBegin) / Addresses::kSlotBytes);
}

constexpr std::uint64_t make_mask(unsigned first, unsigned count) { return ((std::uint64_t{1} << count) - 1) << first; }

}  // namespace

Addresses::~Addresses() {
  if (shared_ != nullptr) shared_->fetch_and(~alone_);
}

std::optional<std::uint64_t> Addresses::take(std::uint64_t bytes) {
  if (const auto reused = free_.find(bytes); reused != free_.end()) {
    const std::uint64_t address = reused->second;
    free_.erase(reused);
    return address;
  }
  if (bytes > kEnd - kBegin - kGap) return std::nullopt;
  if (next_ + bytes + kGap > limit_ && !extend(bytes + kGap)) return std::nullopt;
  const std::uint64_t address = next_;
  next_ += bytes + kGap;
  return address;
}

// Makes room for `bytes` at next_: preferably in slots that no other machine has, and preferably right after the
// machine's last slot. Otherwise takes any slots that are not this machine's own.
bool Addresses::extend(std::uint64_t bytes) {
  for (const bool alone : {true, false}) {
    const unsigned end = slot_at(limit_), more = slot_at(next_ + bytes + kSlotBytes - 1) - end;
    if (take_slots(end, more, alone)) {
      limit_ += more * kSlotBytes;
      return true;
    }
    const auto count = static_cast<unsigned>((bytes + kSlotBytes - 1) / kSlotBytes);
    for (unsigned first = 0; first + count <= kSlots; ++first) {
      if (!take_slots(first, count, alone)) continue;
      next_ = kBegin + first * kSlotBytes;
      limit_ = next_ + count * kSlotBytes;
      return true;
    }
  }
  return false;
}

// Takes slots; with `alone`, only slots that no other machine has. Returns false if the slots are not available.
bool Addresses::take_slots(unsigned first, unsigned count, bool alone) {
  if (first + count > kSlots) return false;
  const std::uint64_t wanted = make_mask(first, count);
  if ((mine_ & wanted) != 0) return false;
  if (shared_ != nullptr) {
    std::uint64_t taken = shared_->load();
    do {
      if (alone && (taken & wanted) != 0) return false;
    } while (!shared_->compare_exchange_weak(taken, taken | wanted));
    alone_ |= wanted & ~taken;
  }
  mine_ |= wanted;
  return true;
}

}  // namespace eugene::launch
