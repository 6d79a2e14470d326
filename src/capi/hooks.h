// Reports events of launches to programs that use the library.
//
// A machine has one source of observers, which observes the running launch if that launch has a hook. The source needs
// no support from compiled code, so launches without a hook run at full speed. With a hook, groups are interpreted.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "eu/thread.h"
#include "eugene.h"
#include "gpu/schedule/observe/observation.h"
#include "step_source.h"

namespace eugene::capi {

inline constexpr unsigned kRegisters = eu::kGrfCount;

struct Hook {
  unsigned kinds = 0;  // eugene_event_kind
  eugene_hook function = nullptr;
  void* user = nullptr;
  unsigned first_register = 0, registers = 0;  // registers whose contents the hook receives
};

class HookSource final : public gpu::ObserverSource {
 public:
  // Observes for the hook of the running launch until the returned object is destroyed.
  // `stepper`: the stepper of a launch that runs step by step, else null.
  [[nodiscard]] auto hold(const Hook& hook, const Stepper* stepper) {
    const auto forget = [this](const Hook*) { hook_ = nullptr; };
    hook_ = hook.kinds == 0 ? nullptr : &hook;
    stepper_ = stepper;
    groups_ = 0;
    return std::unique_ptr<const Hook, decltype(forget)>(&hook, forget);
  }

  eu::Interest interest() const override { return {}; }
  std::unique_ptr<gpu::DispatchObserver> dispatch_begins(const gpu::ObservedDispatch& dispatch) override;

 private:
  const Hook* hook_ = nullptr;  // null: the launch has no hook
  const Stepper* stepper_ = nullptr;
  std::uint64_t groups_ = 0;  // groups of the launch in all dispatches that have begun
};

}  // namespace eugene::capi
