// Output of `eugene run --stats`: the device, totals of all dispatches, and every kernel.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "check/finding/fidelity.h"
#include "gpu/device.h"
#include "gpu/draw_stats.h"
#include "gpu/tiers/tiered_kernel.h"
#include "gpu/work_stats.h"

namespace eugene::cli {

struct RunStats {
  const gpu::Device* device = nullptr;
  gpu::WorkStats all;
  std::size_t findings = 0;                     // distinct findings of --check that are not suppressed
  std::vector<check::KernelFidelity> fidelity;  // empty if not counted
  std::uint64_t requests = 0;                   // requests of a driver, with commands
  std::string remark;  // says that nothing was run although the program requested work; else empty
  std::vector<gpu::KernelStats> kernels;
  gpu::DrawSummary draws;
  std::chrono::duration<double> wall{0};  // time of the whole command
};

// Returns lines for people, the kernels that took longest first.
std::string as_text(const RunStats& stats);

// Returns one line of JSON. Times are in seconds, rates per second.
std::string as_json(const RunStats& stats);

}  // namespace eugene::cli
