// Finds targets of structured flow control that the text leaves out: SNB PRM vol4 part2 9.2.6, "these are optional in
// the assembly syntax as the jitter can determine the location of the matching instruction". Section 8.3, if to while,
// defines the targets.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "isa/program.h"

namespace eugene::assembly {

// A block without an end, or an end without a beginning.
struct Unmatched {
  std::size_t instruction;
};

// Fills in `jip` and `uip` of the instructions `open` of `program` (ascending). `dos` are the places of `do`
// (ascending), which has no machine code. Returns the instructions that have no counterpart.
std::vector<Unmatched> match_blocks(isa::Program& program, std::span<const std::size_t> open,
                                    std::span<const std::size_t> dos);

}  // namespace eugene::assembly
