// Events of launches for the programs that use the library.
//
// A machine has one source of observers, which watches the launch that runs if that has a hook. It needs nothing of
// compiled code, so launches without a hook run as fast as ever; with one, groups are interpreted.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "eu/thread.h"
#include "eugene.h"
#include "gpu/schedule/observation.h"

namespace eugene::library {

inline constexpr unsigned kRegisters = eu::kGrfCount;

struct Hook {
  unsigned kinds = 0;  // eugene_event_kind
  eugene_hook function = nullptr;
  void* user = nullptr;
  unsigned first_register = 0, registers = 0;  // whose contents it gets
};

class HookSource final : public gpu::ObserverSource {
 public:
  // Of the launch that runs, as long as what this returns lives.
  [[nodiscard]] auto hold(const Hook& hook) {
    const auto forget = [this](const Hook*) { hook_ = nullptr; };
    hook_ = hook.kinds == 0 ? nullptr : &hook;
    groups_ = 0;
    return std::unique_ptr<const Hook, decltype(forget)>(&hook, forget);
  }

  eu::Interest interest() const override { return {}; }
  std::unique_ptr<gpu::DispatchObserver> dispatch_begins(const gpu::ObservedDispatch& dispatch) override;

 private:
  const Hook* hook_ = nullptr;  // null: the launch has none
  std::uint64_t groups_ = 0;    // of the launch, in dispatches that have begun
};

}  // namespace eugene::library
