// The global graphics translation table: one level of 64-bit entries, 4 KB pages, 32-bit addresses. It maps rings,
// context images and hardware status pages.
#pragma once

#include <cstdint>
#include <vector>

#include "memory/physical_memory.h"
#include "memory/view.h"

namespace eugene::memory {

// One host thread sets entries while no other thread translates.
class Ggtt final : public PageSource {
 public:
  static constexpr std::uint64_t kMaxEntries = std::uint64_t{1} << 20;  // 4 GB of addresses: 8 MB of entries

  explicit Ggtt(PhysicalMemory& memory) : memory_(&memory) {}

  // Bit 0 of `entry` is the present bit, bits 47:12 are the page. Returns false if `index` is not below kMaxEntries.
  bool set_entry(std::uint64_t index, std::uint64_t entry);
  std::uint64_t entry(std::uint64_t index) const { return index < entries_.size() ? entries_[index] : 0; }

  std::byte* page(std::uint64_t address, Access access) override;

 private:
  PhysicalMemory* memory_;
  std::vector<std::uint64_t> entries_;
};

}  // namespace eugene::memory
