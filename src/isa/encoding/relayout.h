// Where the instructions of a program lie: compaction changes their sizes, so branch distances and labels
// follow. SNB PRM vol4 part2 5.5.3.
#pragma once

#include <cstddef>
#include <vector>

#include "base/diagnostic.h"
#include "isa/program.h"

namespace eugene::isa {

enum class Compaction : std::uint8_t {
  none,       // every instruction takes 16 bytes
  as_marked,  // those marked `compacted` take 8; it is an error if one of them has no such form
  all,        // whatever has a compacted form takes 8
};

// `program` with new offsets: every immediate branch distance (and `add ip`) still reaches the same
// instruction, or the end; labels move along; `compacted` says what was done. A branch to anywhere else keeps its
// distance, which is an error if anything moves; so are a distance that no longer fits and a mark that cannot be
// honoured.
Result<Program> relayout(const Program& program, Compaction compaction);

// The bytes of `program`, each instruction in the form its `compacted` says.
Result<std::vector<std::byte>> encode_program(const Program& program);

}  // namespace eugene::isa
