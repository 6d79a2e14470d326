// Which registers a thread may read before it has written them. These must be zero, or hold their payload, when it
// starts; the others need not be touched. A Thread has over five kilobytes of registers, and clearing them for each of
// millions of threads takes longer than a short kernel runs. Found by one walk over the program: a register counts as
// written only by instructions before the first branch, which every thread executes with all its channels. A data flow
// over branches finds more, and costs more for each kernel that is prepared: it is done for the variables of vISA, of
// which a kernel may have ten times as many bytes as a thread has registers.
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

// Of the Thread, and of the variables after it.
struct ByteRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  constexpr std::size_t size() const { return end - begin; }
  bool operator==(const ByteRange&) const = default;
};
// State of a Thread other than its large registers that is set at its start: everything except the IPs of waiting
// channels, since no channel waits then.
inline constexpr ByteRange kStartState{offsetof(Thread, flag), offsetof(Thread, channel_ip)};

// Of the Thread, or of the variables after it.
struct CellRange {
  std::uint32_t first = 0;
  std::uint32_t end = 0;
  bool operator==(const CellRange&) const = default;
};

// Ranges ascend.
struct InitialCells {
  std::vector<CellRange> seen;     // that some instruction may read before one has written them
  std::vector<CellRange> changed;  // of these, what some instruction of the thread may write
};

struct InitialReads {
  std::uint32_t channels = 0;  // those that the instructions before the first branch work on
  InitialCells whole;          // of threads with all of these channels: their writes count
  InitialCells partial;        // of all others
};

// For threads that start at the first instruction and have no system routine.
InitialReads find_initial_reads(const isa::Program& program, const PreparedProgram& prepared);

}  // namespace eugene::eu
