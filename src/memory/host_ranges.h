// An address space without page tables: ranges of GPU addresses that map directly to the host's memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "memory/view.h"

namespace eugene::memory {

// A copy shares the memory of the ranges and keeps it alive. Must not change while workers use it.
class HostRanges final : public PageSource {
 public:
  struct Range {
    std::uint64_t begin = 0;  // GPU address of at most 48 bits, multiple of 4 KB
    std::uint64_t end = 0;
    std::byte* host = nullptr;
    bool writable = true;
    std::uint64_t padding = 0;          // bytes at the end without memory, reserved for this range
    std::shared_ptr<const void> owner;  // keeps the memory alive
  };

  HostRanges() = default;
  HostRanges(const HostRanges&) = default;
  HostRanges& operator=(const HostRanges&) = default;

  // Adds a range and removes every range that overlaps it. Returns false and changes nothing if `range` is empty,
  // misaligned or beyond 48 bits.
  bool map(Range range);
  // Removes all ranges of `owner`.
  void unmap(const void* owner);
  // Returns the range that contains `address`, possibly in its padding; null if there is none.
  const Range* find(std::uint64_t address) const;
  const std::vector<Range>& ranges() const { return ranges_; }
  // Returns the lowest address from `lowest` on at which `bytes` bytes below `limit` are free; `limit` if there is
  // none.
  std::uint64_t find_free(std::uint64_t bytes, std::uint64_t alignment, std::uint64_t lowest,
                          std::uint64_t limit) const;

  std::byte* page(std::uint64_t address, Access access) override;
  std::uint64_t pages_from(std::uint64_t address, Access access, std::uint64_t pages, std::byte*& host) override;

 private:
  std::vector<Range> ranges_;  // ascending, not overlapping
};

}  // namespace eugene::memory
