// Checks the kernels that a program launches (`eugene run --check`).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "binary/compute_shader.h"
#include "binary/device_binary.h"
#include "check/dispatch_check.h"
#include "check/dispatch_facts.h"
#include "check/host.h"
#include "check/kinds.h"
#include "check/launch.h"
#include "gpu/media/work_items.h"
#include "gpu/schedule/observe/observation.h"

namespace eugene::check {

class CheckSource final : public gpu::ObserverSource {
 public:
  CheckSource(const Kinds& kinds, Host host);

  // Whether kernels must be watched for any of these kinds.
  static bool has_any(const Kinds& kinds);
  eu::Interest interest() const override { return interest_; }
  std::unique_ptr<gpu::DispatchObserver> dispatch_begins(const gpu::ObservedDispatch& dispatch) override;

 private:
  struct Source {
    std::unique_ptr<KindSource> source;
    bool checks_draws = false;
  };
  struct Launched {
    ProgramLaunch launch;
    std::shared_ptr<const binary::DeviceKernel> kernel;
  };
  std::optional<Launched> launched(const gpu::ObservedDispatch& dispatch);
  std::unique_ptr<gpu::DispatchObserver> launch_begins(const DispatchFacts& facts);
  std::unique_ptr<gpu::DispatchObserver> shader_begins(const DispatchFacts& facts, Shaders shaders);
  std::unique_ptr<gpu::DispatchObserver> draw_begins(const DispatchFacts& facts, Shaders shaders);
  std::unique_ptr<gpu::DispatchObserver> begin(const DispatchFacts& facts, LaunchMemory memory,
                                               const gpu::WorkItems& items);

  Host host_;
  eu::Interest interest_;
  std::vector<Source> sources_;  // in the order of the kinds
  KernelFacts kernels_;
};

}  // namespace eugene::check
