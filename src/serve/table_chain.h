// Chains of page-table entries in what the driver writes: before each page of data it writes the four entries that lead
// to it, one message of eight bytes each, from the PML4 down, so that each entry names the page in which the next lies.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/bits.h"
#include "memory/view.h"

namespace eugene::serve {

class TableChain {
 public:
  static constexpr std::size_t kLevels = 4;
  struct Entry {
    std::uint64_t address = 0;  // physical
    std::uint64_t value = 0;
  };

  // `value` was written at `address`. True if it ends a chain, which entries() holds until the next call.
  bool add(std::uint64_t address, std::uint64_t value) {
    if (count_ == kLevels || (count_ != 0 && !leads_to(entries_[count_ - 1].value, address))) count_ = 0;
    entries_[count_++] = {address, value};
    return count_ == kLevels;
  }
  // Something else was written: what was seen so far was data.
  void reset() { count_ = 0; }

  // What may be a chain so far, or is a whole one.
  std::span<const Entry> entries() const { return std::span(entries_).first(count_); }
  bool is_open() const { return count_ % kLevels != 0; }

 private:
  // Whether `entry` is present and names the page in which `address` lies.
  static bool leads_to(std::uint64_t entry, std::uint64_t address) {
    constexpr std::uint64_t kPage = memory::kAddressMask & ~(memory::kPageBytes - 1);
    return bit(entry, 0) && (entry & kPage) == (address & kPage);
  }

  std::array<Entry, kLevels> entries_{};
  std::size_t count_ = 0;
};

}  // namespace eugene::serve
