// Tells the driver's page tables from its data. The driver places its tables at fixed physical addresses (the PML4 at
// 512 MB, the others above it) and hands out pages for data from 4 KB upwards without leaving those addresses out: on
// its simulator interface, a program that uses 512 MB overwrites its own tables. Eugene keeps the two apart.
#pragma once

#include <array>
#include <cstdint>

#include "memory/physical_memory.h"
#include "serve/table_chain.h"

namespace eugene::serve {

// A chain of entries is moved to the tables' own space (PhysicalMemory::kTableSpace), and what it overwrote is put
// back.
class TableWrites {
 public:
  // An entry-sized write has been done at `address`, which held `before`.
  void wrote_entry(memory::PhysicalMemory& memory, std::uint64_t address, std::uint64_t before);
  // Something else came.
  void wrote_other() { chain_.reset(); }

 private:
  TableChain chain_;
  std::array<std::uint64_t, TableChain::kLevels> before_{};  // of each entry of the chain
};

}  // namespace eugene::serve
