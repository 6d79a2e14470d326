// Statistics of one dispatch.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "gpu/report.h"
#include "gpu/substitute/difference.h"

namespace eugene::gpu {

struct DispatchStats {
  std::uint64_t groups = 0;
  std::uint64_t threads = 0;
  std::uint64_t instructions = 0;
  std::uint64_t lane_operations = 0;  // enabled channels over all instructions
  std::chrono::nanoseconds time{0};
  std::uint64_t preemptions = 0;       // of the walker
  std::optional<KernelFault> fault;    // of the first group, in walking order, that had one
  std::vector<KernelFault> recovered;  // faults that did not end a thread: the first of each instruction, reported once
  bool is_visa = false;                // the kernel's vISA was executed, or was compared with its machine code
  std::optional<Difference> difference;  // that this comparison has found
};

}  // namespace eugene::gpu
