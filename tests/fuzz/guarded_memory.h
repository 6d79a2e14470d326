// GPU memory for fuzzers whose host code is not instrumented: every region lies between pages that nobody may access,
// so that an access in front of it or behind it ends the fuzzer.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "memory/view.h"

namespace eugene {

class GuardedMemory final : public memory::PageSource {
 public:
  // Returns zeros between guard pages. Never freed.
  static std::span<std::byte> allocate(std::size_t bytes) {
    constexpr std::size_t kGuard = 64 * memory::kPageBytes;
    void* all = ::mmap(nullptr, bytes + 2 * kGuard, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED) std::abort();
    auto* begin = static_cast<std::byte*>(all) + kGuard;
    if (::mprotect(begin, bytes, PROT_READ | PROT_WRITE) != 0) std::abort();
    return {begin, bytes};
  }

  // Maps whole pages at GPU address `address`, apart from other regions.
  std::span<std::byte> map(std::uint64_t address, std::size_t bytes, bool writable = true) {
    regions_.push_back({address, writable, allocate(bytes)});
    return regions_.back().host;
  }

  std::byte* page(std::uint64_t address, memory::Access access) override {
    for (const Region& each : regions_) {
      const std::uint64_t offset = (address & ~(memory::kPageBytes - 1)) - each.begin;
      if (offset < each.host.size() && (each.writable || access == memory::Access::read))
        return each.host.data() + offset;
    }
    return nullptr;
  }

  struct Region {
    std::uint64_t begin;
    bool writable;
    std::span<std::byte> host;
  };
  const std::vector<Region>& regions() const { return regions_; }

 private:
  std::vector<Region> regions_;
};

}  // namespace eugene
