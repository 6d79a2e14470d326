// Reports about a trace: its dispatches and their surfaces, and errors in the trace.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gpu/schedule/work/work.h"
#include "gpu/work_stats.h"
#include "serve/aub_replay.h"

namespace eugene::gpu {
class MmioGpu;
}
namespace eugene::memory {
struct SurfaceState;
}

namespace eugene::cli {

// A dispatch that ran, and its address space.
struct ReplayedDispatch {
  gpu::Work work;
  gpu::DispatchStats stats;
  std::uint64_t page_tables = 0;
  std::string kernel;  // name of the kernel; empty if not known
};

// Returns the number of bytes that a surface covers, if they are contiguous in memory.
std::uint64_t surface_bytes(const memory::SurfaceState& surface);

// Options for printing the results.
struct ReplayText {
  bool json = false;
  bool surfaces = false;  // list the surfaces of every dispatch
};
void print_results(ReplayText text, const std::vector<ReplayedDispatch>& dispatches, const serve::AubReplay& replay,
                   gpu::MmioGpu& gpu);

// Prints to standard error: packets that are wrong or whose comparison fails, and the event that the GPU waits for.
void print_problems(const serve::AubReplay& result, const gpu::MmioGpu& gpu);

}  // namespace eugene::cli
