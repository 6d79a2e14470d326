// The EU's message port: sends each message to its shared function (data ports, gateway, thread spawner, ...).
#pragma once

#include "eu/port.h"
#include "functions/dispatch.h"
#include "functions/environment.h"
#include "functions/surfaces.h"
#include "isa/gen.h"

namespace eugene::functions {

// One worker's port, which lives as long as the worker. Not shared between host threads. begin_dispatch() and
// begin_group() set the environment of the following messages. Sending allocates memory only for a fault.
class Port final : public eu::MessagePort, public eu::WindowSource {
 public:
  Port(const isa::Gen& gen, memory::View& view);
  Port(const Port&) = delete;
  Port& operator=(const Port&) = delete;

  // Forgets values derived from the surface states of the previous dispatch.
  void begin_dispatch(const Environment& environment);
  void begin_group(const GroupResources& group);

  // Sets the pixels of render target messages of the next thread, if the windower has dispatched it.
  void set_pixels(const Pixels& pixels) { new_pixels() = pixels; }
  // Returns the pixels of the next thread; set all members. Copying a Pixels would wait for the stores to the copied
  // object.
  Pixels& new_pixels() { return surfaces_.new_pixels(); }

  // From now on, `observers` receive messages and the faults that threads recover from
  // (functions/recoverable_faults.h). Null disables this.
  void observe(const eu::Observers* observers);

  // A message without an enabled channel does nothing. An unknown message is a fault that names the shared function and
  // the descriptor.
  eu::SendStatus send(const eu::SendRequest& request) override;
  eu::Fault take_fault() override { return std::move(fault_); }
  eu::MemoryWindow window(const eu::MemorySpace& message, std::uint64_t offset) override;
  std::optional<std::uint64_t> find_address(const std::byte* host) const override { return view_->find_address(host); }

 private:
  eu::MemoryWindow whole_window(const eu::MemorySpace& message, std::uint64_t offset);
  eu::SendStatus execute(const eu::SendRequest& request);
  bool execute(MessageCall& call, const isa::Message& message);
  void open_barrier();
  void open_windows();
  bool execute_prepared(const eu::SendRequest& request);
  void forget_windows();
  void recover(const eu::SendRequest& request);

  const isa::Gen* gen_;
  memory::View* view_;
  Surfaces surfaces_;
  MessageCache messages_;
  RecoverableFaults recoverable_;
  eu::Fault fault_;
  eu::WindowTable windows_;
  eu::WindowTable message_windows_;  // for the interpreter
  eu::PreparedMessages prepared_;
  const eu::Observers* observers_ = nullptr;
};

}  // namespace eugene::functions
