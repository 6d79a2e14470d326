// Checks of launches without a driver: the kinds of `eugene run --check` that concern kernels.
#pragma once

#include <memory>
#include <vector>

#include "binary/device_binary.h"
#include "check/finding/fidelity.h"
#include "check/finding/finding.h"
#include "check/kinds.h"
#include "gpu/schedule/observe/observation.h"
#include "gpu/stats.h"
#include "launch/launch.h"

namespace eugene::launch {

class Checks {
 public:
  explicit Checks(const check::Kinds& kinds);
  ~Checks();
  Checks(const Checks&) = delete;
  Checks& operator=(const Checks&) = delete;

  // Returns observers for the options of the executor that runs the checked launches; empty if no check needs one.
  gpu::ObserverSources sources() const;
  // Must be called before Machine::launch(). `kernel` must live until take().
  void begin(const binary::DeviceKernel& kernel, const Launch& launch);
  // Returns the findings since begin(), including the fault that ended the launch if it is of a checked kind.
  std::vector<check::Finding> take(const gpu::DispatchStats& stats);
  // For the kind `fidelity`: returns what was executed since the last call.
  std::vector<check::KernelFidelity> take_fidelity();

 private:
  class Current;

  check::Kinds kinds_;
  std::unique_ptr<Current> current_;
  std::shared_ptr<gpu::ObserverSource> source_;  // null: no check needs an observer
};

}  // namespace eugene::launch
