// Runs a dispatch twice from the same memory, once as vISA and once as machine code, and compares the results. Both
// runs use private copies of one copy of memory, which the program that owns the memory does not change meanwhile. The
// machine code's changes are then applied to the program's memory, so that the program can continue.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "base/diagnostic.h"
#include "eu/observer.h"
#include "gpu/schedule/rehearse/private_copies.h"
#include "gpu/schedule/substitute/difference.h"
#include "gpu/stats.h"
#include "isa/program.h"
#include "memory/view.h"

namespace eugene::gpu {

// A range of GPU addresses.
struct AddressRange {
  std::uint64_t first = 0;
  std::uint64_t bytes = 0;
  bool contains(std::uint64_t address) const { return address - first < bytes; }
};

struct ComparedRuns {
  struct Run {
    const isa::Program& program;
    // Runs the program on one worker. With an observer, the program is interpreted.
    std::function<Result<DispatchStats>(memory::PageSource&, eu::Observer*)> run;
  };
  Run visa;
  Run machine_code;
  std::function<GroupId(std::uint64_t)> find_group;  // returns the ID of a group from its index in dispatch order
  AddressRange ignored;  // memory for register spills of machine code; vISA writes nothing there
  bool locate = true;    // find the instructions that wrote the differing bytes
};

// Returns the statistics of the machine code, whose results are kept. The difference is in `stats.difference`.
Result<DispatchStats> compare(const ComparedRuns& runs, memory::PageSource& space, PrivateCopies& copies);

}  // namespace eugene::gpu
