// An address space of a few regions without page tables, for programs that are run directly and for tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/diagnostic.h"
#include "memory/view.h"

namespace eugene::memory {

// Regions are page-granular, zeroed, and do not move. Map and unmap while no worker runs; page() is then safe from all.
class FlatMemory final : public PageSource {
 public:
  static constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 36;  // largest region

  // Maps `bytes` bytes, rounded up to whole pages, at `address` (a multiple of 4 KB); the span is the region's
  // first `bytes` bytes. Fails if misaligned, empty, too large, or overlapping another region.
  Result<std::span<std::byte>> map(std::uint64_t address, std::uint64_t bytes, bool writable = true);

  // Unmaps the region that begins at `address`. Returns false if there is none.
  bool unmap(std::uint64_t address);

  // Returns the memory from `address` to the end of the last page of its region; empty if `address` is not mapped.
  std::span<std::byte> from(std::uint64_t address);

  std::byte* page(std::uint64_t address, Access access) override;

 private:
  struct Unmap {
    std::size_t bytes = 0;
    void operator()(std::byte* host) const;
  };
  struct RegionOfPages {
    std::uint64_t begin;
    std::uint64_t end;
    bool writable;
    std::unique_ptr<std::byte, Unmap> host;
  };
  std::vector<RegionOfPages> regions_;  // ascending by address
};

}  // namespace eugene::memory
