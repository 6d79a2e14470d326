// Reports the faults of dispatches: adds facts that are read from the kernel's memory, and reports a fault after which
// threads continue once for each instruction.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "gpu/device.h"
#include "gpu/report.h"
#include "gpu/schedule/job/job.h"
#include "gpu/stats.h"
#include "memory/view.h"

namespace eugene::gpu {

class FaultReports {
 public:
  explicit FaultReports(const Device& device) : device_(&device) {}

  // Returns the instructions of `kernel` whose recovered faults have been reported.
  std::vector<std::uint32_t> reported(const std::shared_ptr<TieredKernel>& kernel) const {
    const auto known = reported_.find(kernel);
    return known == reported_.end() ? std::vector<std::uint32_t>() : known->second;
  }
  // Moves the faults of work that has ended to `stats`.
  void add(SuspendedJob& ended, memory::View& view, DispatchStats& stats);

 private:
  void explain(KernelFault& fault, const Substitute* substitute, memory::View& view) const;

  const Device* device_;
  std::map<std::shared_ptr<TieredKernel>, std::vector<std::uint32_t>> reported_;
};

}  // namespace eugene::gpu
