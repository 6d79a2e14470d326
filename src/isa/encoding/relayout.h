// Computes where the instructions of a program lie. Compaction changes their sizes, so branch distances and labels have
// to be adjusted. SNB PRM vol4 part2 5.5.3.
#pragma once

#include <cstddef>
#include <vector>

#include "base/diagnostic.h"
#include "isa/program.h"

namespace eugene::isa {

enum class Compaction : std::uint8_t {
  none,       // every instruction takes 16 bytes
  as_marked,  // instructions marked `compacted` take 8; it is an error if one of them has no such form
  all,        // every instruction that has a compacted form takes 8
};

// Returns `program` with new offsets and adjusted labels; `compacted` says which form each instruction got. Immediate
// branch distances (and `add ip`) still reach the same instruction, or the end of the program. A branch to anywhere
// else keeps its distance, which is an error if any instruction moves. It is also an error if a distance no longer
// fits, or if an instruction marked `compacted` has no compacted form.
Result<Program> relayout(const Program& program, Compaction compaction);

// Returns the bytes of `program`, with each instruction in the form that its `compacted` says.
Result<std::vector<std::byte>> encode_program(const Program& program);

}  // namespace eugene::isa
