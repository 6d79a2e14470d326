// Tells the driver's page tables from its data. The driver places its tables at fixed physical addresses (the PML4 at
// 512 MB, the others above it) and hands out pages for data from 4 KB upwards without leaving those addresses out: on
// its simulator interface, a program that uses 512 MB overwrites its own tables. Eugene keeps the two apart.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "memory/physical_memory.h"

namespace eugene::serve {

// Before each page of data the driver writes the four entries that lead to it, one message of eight bytes each, from
// the PML4 down: each entry names the page in which the next one lies. Such a chain is moved to the tables' own space
// (PhysicalMemory::kTableSpace), and what it overwrote is put back.
class TableWrites {
 public:
  // An entry-sized write has been done at `address`, which held `before`.
  void wrote_entry(memory::PhysicalMemory& memory, std::uint64_t address, std::uint64_t before);
  // Something else came: what was seen so far was data.
  void wrote_other() { count_ = 0; }

 private:
  struct Write {
    std::uint64_t address = 0;
    std::uint64_t before = 0;
    std::uint64_t entry = 0;
  };
  static constexpr std::size_t kLevels = 4;

  std::array<Write, kLevels> writes_{};
  std::size_t count_ = 0;
};

}  // namespace eugene::serve
