// An address space without page tables: ranges of GPU addresses that lie in the host's memory as they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "memory/view.h"

namespace eugene::memory {

// A value: copies share the memory of the ranges and keep it alive. Not changed while workers use it.
class HostRanges final : public PageSource {
 public:
  struct Range {
    std::uint64_t begin = 0;  // of GPU addresses of 48 bits; multiples of 4 KB
    std::uint64_t end = 0;
    std::byte* host = nullptr;
    bool writable = true;
    std::uint64_t padding = 0;          // bytes at the end without memory, kept free of other ranges
    std::shared_ptr<const void> owner;  // of the memory
  };

  HostRanges() = default;
  HostRanges(const HostRanges&) = default;
  HostRanges& operator=(const HostRanges&) = default;

  // Adds a range; all that overlap it are removed as a whole. False, and nothing changed, if it is empty, misaligned or
  // beyond 48 bits.
  bool map(Range range);
  // Removes all ranges of one owner.
  void unmap(const void* owner);
  // The range that holds `address`, be it in its padding; null if none does.
  const Range* find(std::uint64_t address) const;
  const std::vector<Range>& ranges() const { return ranges_; }
  // The lowest free place of `bytes` bytes from `lowest` on, with all of it below `limit`; `limit` if there is none.
  std::uint64_t find_free(std::uint64_t bytes, std::uint64_t alignment, std::uint64_t lowest,
                          std::uint64_t limit) const;

  std::byte* page(std::uint64_t address, Access access) override;
  std::uint64_t pages_from(std::uint64_t address, Access access, std::uint64_t pages, std::byte*& host) override;

 private:
  std::vector<Range> ranges_;  // ascending, apart
};

}  // namespace eugene::memory
