// The global graphics translation table: one level of 64-bit entries, 4 KB pages, 32-bit addresses. Rings,
// context images and hardware status pages live there.
#pragma once

#include <cstdint>
#include <vector>

#include "memory/physical_memory.h"
#include "memory/view.h"

namespace eugene::memory {

// Entries are set by one host thread while no other translates.
class Ggtt final : public PageSource {
 public:
  static constexpr std::uint64_t kMaxEntries = std::uint64_t{1} << 20;  // 4 GB of addresses: 8 MB of entries

  explicit Ggtt(PhysicalMemory& memory) : memory_(&memory) {}

  // `entry`: bit 0 present, bits 47:12 the page. False if `index` is beyond kMaxEntries.
  bool set_entry(std::uint64_t index, std::uint64_t entry);
  std::uint64_t entry(std::uint64_t index) const { return index < entries_.size() ? entries_[index] : 0; }

  std::byte* page(std::uint64_t address, Access access) override;

 private:
  PhysicalMemory* memory_;
  std::vector<std::uint64_t> entries_;
};

}  // namespace eugene::memory
