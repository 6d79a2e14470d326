// Statistics of one dispatch.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "gpu/report.h"
#include "gpu/schedule/substitute/difference.h"

namespace eugene::gpu {

class TieredKernel;

struct DispatchStats {
  std::uint64_t groups = 0;
  std::uint64_t threads = 0;
  std::uint64_t instructions = 0;
  std::uint64_t lane_operations = 0;  // enabled channels over all instructions
  std::chrono::nanoseconds time{0};
  std::uint64_t preemptions = 0;         // preemptions of the walker
  std::optional<KernelFault> fault;      // fault of the first faulting group, in dispatch order
  std::vector<KernelFault> recovered;    // faults after which the thread continued; only the first of each instruction
  bool is_visa = false;                  // the kernel's vISA was executed, or was compared with its machine code
  std::optional<Difference> difference;  // difference that the comparison found
  std::shared_ptr<const TieredKernel> kernel = nullptr;  // null: preempted before its end
};

}  // namespace eugene::gpu
