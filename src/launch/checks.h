// Checks of launches without a driver: the kinds of `eugene run --check` that are about what kernels do.
#pragma once

#include <memory>
#include <vector>

#include "findings/fidelity.h"
#include "findings/finding.h"
#include "gpu/check_kinds.h"
#include "gpu/schedule/observation.h"
#include "gpu/stats.h"
#include "launch/launch.h"
#include "load/device_binary.h"

namespace eugene::launch {

class Checks {
 public:
  explicit Checks(const gpu::CheckKinds& kinds);
  ~Checks();
  Checks(const Checks&) = delete;
  Checks& operator=(const Checks&) = delete;

  // For the options of the executor that runs the checked launches. Empty: nothing has to be watched.
  gpu::ObserverSources sources() const;
  // Before Machine::launch(), whose kernel must live until take().
  void begin(const load::DeviceKernel& kernel, const Launch& launch);
  // What was found since begin(); with the fault that has ended the launch, if that is of one of the kinds.
  std::vector<findings::Finding> take(const gpu::DispatchStats& stats);
  // Of the kind `fidelity`: what was executed since the last call.
  std::vector<findings::KernelFidelity> take_fidelity();

 private:
  class Current;

  gpu::CheckKinds kinds_;
  std::unique_ptr<Current> current_;
  std::shared_ptr<gpu::ObserverSource> source_;  // null: nothing has to be watched
};

}  // namespace eugene::launch
