// Output of `eugene run --stats`: the device, all dispatches together, and every kernel.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "findings/fidelity.h"
#include "gpu/device.h"
#include "gpu/tiers/tiered_kernel.h"
#include "gpu/work_stats.h"

namespace eugene::cli {

struct RunStats {
  const gpu::Device* device = nullptr;
  gpu::WorkStats all;
  std::size_t findings = 0;                        // of --check, each once, without suppressed ones
  std::vector<findings::KernelFidelity> fidelity;  // where it was counted
  std::uint64_t requests = 0;                      // of a driver, with commands
  std::string remark;  // that nothing was run, though the program wanted work done; else empty
  std::vector<gpu::KernelStats> kernels;
  std::chrono::duration<double> wall{0};  // of the whole command
};

// Lines for people, the kernels that took longest first.
std::string as_text(const RunStats& stats);

// One line of JSON; times are in seconds, rates per second.
std::string as_json(const RunStats& stats);

}  // namespace eugene::cli
