// Finds the registers that a thread may read before it has written them. They must be zero, or hold the payload, when
// the thread starts; other registers need not be touched. A Thread has over five kilobytes of registers, and clearing
// them for each of millions of threads takes longer than a short kernel runs.
//
// One walk over the program is enough: a register counts as written only by instructions before the first branch, which
// every thread executes with all its channels. A data flow over branches finds more, but costs more for each prepared
// kernel. It is done only for the variables of vISA, because they may need ten times as many bytes as a thread has
// registers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "eu/analysis/cells.h"
#include "eu/thread.h"

namespace eugene::isa {
struct Program;
}

namespace eugene::eu {

struct PreparedProgram;

// A range of bytes in the Thread and the vISA variables that follow it.
struct ByteRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  constexpr std::size_t size() const { return end - begin; }
  bool operator==(const ByteRange&) const = default;
};
// State of a Thread other than its large registers that is set at its start. It excludes the IPs of waiting channels,
// since no channel waits then.
inline constexpr ByteRange kStartState{offsetof(Thread, flag), offsetof(Thread, channel_ip)};

// A range of cells in the Thread or in the vISA variables that follow it.
struct CellRange {
  std::uint32_t first = 0;
  std::uint32_t end = 0;
  bool operator==(const CellRange&) const = default;
};

// Ranges are in ascending order.
struct InitialCells {
  std::vector<CellRange> seen;     // some instruction may read these before they are written
  std::vector<CellRange> changed;  // the part of `seen` that some instruction of the thread may write
};

struct InitialReads {
  std::uint32_t channels = 0;  // channels used by the instructions before the first branch
  InitialCells whole;          // for threads that start with all of these channels, so that their writes count
  InitialCells partial;        // for all other threads
};

// For threads that start at the first instruction and have no system routine.
InitialReads find_initial_reads(const isa::Program& program, const PreparedProgram& prepared);

}  // namespace eugene::eu
