// The EU's message port: takes each message to its shared function (data ports, gateway, thread spawner, ...).
#pragma once

#include "eu/port.h"
#include "functions/dispatch.h"
#include "functions/environment.h"
#include "functions/surfaces.h"
#include "isa/gen.h"

namespace eugene::functions {

// One worker's port: not shared between host threads. It lives as long as the worker; begin_dispatch() and
// begin_group() say what the next messages are relative to. Sending allocates nothing unless it faults.
class Port final : public eu::MessagePort {
 public:
  Port(const isa::Gen& gen, memory::View& view) : gen_(&gen), view_(&view), surfaces_(gen) {}

  // Forgets values derived from the surface states of the previous dispatch.
  void begin_dispatch(const Environment& environment) {
    surfaces_.begin_dispatch(environment);
    recoverable_ = environment.recoverable;
    windows_.forget();
  }
  void begin_group(const GroupResources& group) {
    surfaces_.begin_group(group);
    windows_.forget();
  }

  // The pixels that render target messages of the next thread are about, where the windower has dispatched it.
  void set_pixels(const Pixels& pixels) { surfaces_.set_pixels(pixels); }

  // Called for each fault that a thread recovers from (functions/recoverable_faults.h). Null disables it.
  void observe_recoveries(RecoveryObserver* observer) { recovery_observer_ = observer; }

  // Messages without an enabled channel do nothing. An unknown message is a fault that names the function and the
  // descriptor.
  eu::SendStatus send(const eu::SendRequest& request) override;
  eu::Fault take_fault() override { return std::move(fault_); }
  eu::MemoryWindow window(const eu::MemorySpace& message, std::uint64_t offset) override;
  eu::WindowTable* windows() override { return &windows_; }
  eu::Barrier* barrier() override;
  std::optional<std::uint64_t> address_of(const std::byte* host) override { return view_->address_of(host); }
  eu::FusedThreads* fused_threads() override { return surfaces_.group().fused_threads; }
  eu::NamedBarriers* named_barriers() override { return surfaces_.group().named_barriers; }
  // Called for each access of a message; compiled code must then send all messages. Null disables it.
  void observe(AccessObserver* observer) { observer_ = observer; }

 private:
  bool execute(Call& call, const isa::Message& message);
  void recover(const eu::SendRequest& request);

  const isa::Gen* gen_;
  memory::View* view_;
  Surfaces surfaces_;
  MessageCache messages_;
  RecoverableFaults recoverable_;
  eu::Fault fault_;
  eu::WindowTable windows_;
  AccessObserver* observer_ = nullptr;
  RecoveryObserver* recovery_observer_ = nullptr;
};

}  // namespace eugene::functions
