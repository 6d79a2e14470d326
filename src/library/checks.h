// The checks of `eugene run --check` for launches of the library: their observers are those of libraries/in_process.
//
// Code that is compiled does not know of checks, so that launches without them run as fast as ever: a launch that is
// checked is interpreted (hooks.h).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "findings/finding.h"
#include "gpu/check_kinds.h"
#include "gpu/schedule/observation.h"
#include "launch/launch.h"
#include "load/device_binary.h"

namespace eugene::library {

class CheckSource final : public gpu::ObserverSource {
 public:
  CheckSource();
  ~CheckSource() override;

  // The kinds that are about single launches.
  static gpu::CheckKinds of_launches(const gpu::CheckKinds& kinds);
  // What the next dispatch is checked for. `group` as launch::group_size() gives it.
  void begin(const gpu::CheckKinds& kinds, const load::DeviceKernel& kernel, const launch::Launch& launch,
             const launch::Sizes& group);
  // What has been found since, each once.
  std::vector<findings::Finding> end();

  eu::Interest interest() const override { return {}; }
  std::unique_ptr<gpu::DispatchObserver> dispatch_begins(const gpu::ObservedDispatch& dispatch) override;

 private:
  struct Checks;
  std::unique_ptr<Checks> checks_;
};

}  // namespace eugene::library
