// The per-process page tables of Gen8 and later: four levels of 512 64-bit entries in physical memory
// translate 48-bit GPU addresses to 4 KB, 64 KB, 2 MB or 1 GB pages.
#pragma once

#include <cstdint>
#include <optional>

#include "memory/physical_memory.h"
#include "memory/view.h"

namespace eugene::memory {

// Result of a page walk: the physical address of the byte and whether it may be written.
struct Translation {
  std::uint64_t physical = 0;
  bool writable = false;
  bool operator==(const Translation&) const = default;
};

// Safe to call from several workers. Views cache translations: invalidate them after the tables change.
class Ppgtt final : public PageSource {
 public:
  // `root` is the physical address of the PML4 table (the context's PDP0 registers); bits 11:0 are ignored.
  Ppgtt(PhysicalMemory& memory, std::uint64_t root) : memory_(&memory), root_(root) {}

  std::uint64_t root() const { return root_; }
  std::optional<Translation> translate(std::uint64_t address) const;
  // Returns null if a table entry is not present, forbids the access, or points outside physical memory.
  std::byte* page(std::uint64_t address, Access access) override;
  // Reads consecutive entries of a page table without a new walk.
  std::uint64_t pages_from(std::uint64_t address, Access access, std::uint64_t pages, std::byte*& host) override;

 private:
  // The last entry of a page walk.
  struct Leaf {
    std::uint64_t entry = 0;    // the entry's value
    std::uint64_t address = 0;  // physical address of the entry
    unsigned shift = 0;         // log2 of the page's size
    bool writable = false;
    bool is_single = false;  // the next entry maps the next page
  };
  std::optional<Leaf> walk(std::uint64_t address) const;
  static std::uint64_t physical(const Leaf& leaf, std::uint64_t address);

  PhysicalMemory* memory_;
  std::uint64_t root_;
};

}  // namespace eugene::memory
