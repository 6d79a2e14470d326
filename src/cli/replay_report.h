// A report of a trace: its dispatches and their surfaces, and the trace's own mistakes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gpu/schedule/work.h"
#include "gpu/work_stats.h"
#include "serve/aub_replay.h"

namespace eugene::gpu {
class MmioGpu;
}
namespace eugene::memory {
struct SurfaceState;
}

namespace eugene::cli {

// A dispatch that ran, and the address space it ran in.
struct Ran {
  gpu::Work work;
  gpu::DispatchStats stats;
  std::uint64_t page_tables = 0;
  std::string kernel;  // its name; empty if not known
};

// Bytes that a surface covers, if they are contiguous in memory.
std::uint64_t surface_bytes(const memory::SurfaceState& surface);

// How the results are printed.
struct ReplayText {
  bool json = false;
  bool surfaces = false;  // those of every dispatch
};
void print_results(ReplayText text, const std::vector<Ran>& dispatches, const serve::AubReplay& replay,
                   gpu::MmioGpu& gpu);

// Packets that are wrong or whose comparison fails, and what the GPU waits for, to standard error.
void print_problems(const serve::AubReplay& result, const gpu::MmioGpu& gpu);

}  // namespace eugene::cli
