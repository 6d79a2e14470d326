// Runs a dispatch twice from the same memory, once as vISA and once as machine code, and compares the results. Both run
// in copies of pages, so the program can continue in its memory; the changes of the machine code are then written to
// it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "base/diagnostic.h"
#include "eu/observer.h"
#include "gpu/stats.h"
#include "gpu/substitute/difference.h"
#include "isa/program.h"
#include "memory/view.h"

namespace eugene::gpu {

// GPU addresses.
struct AddressRange {
  std::uint64_t first = 0;
  std::uint64_t bytes = 0;
  bool contains(std::uint64_t address) const { return address - first < bytes; }
};

struct ComparedRuns {
  struct Run {
    const isa::Program& program;
    // On one worker; with an observer, interpreted.
    std::function<Result<DispatchStats>(memory::PageSource&, eu::Observer*)> run;
  };
  Run visa;
  Run machine_code;
  std::function<GroupId(std::uint64_t)> group_of;  // the number of a group, from its index in the walk
  AddressRange ignored;                            // where machine code spills registers, and vISA has nothing
  bool locate = true;                              // find the instructions that wrote the bytes that differ
};

// Returns the statistics of the machine code, whose results are kept, with the difference in `stats.difference`.
Result<DispatchStats> compare(const ComparedRuns& runs, memory::PageSource& space);

}  // namespace eugene::gpu
