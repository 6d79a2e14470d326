// One software GPU: memory, registers, contexts, and the way from a submission to finished work.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "base/diagnostic.h"
#include "gpu/commands/command_streamer.h"
#include "gpu/commands/registers.h"
#include "gpu/device.h"
#include "gpu/logical_context.h"
#include "gpu/report.h"
#include "gpu/schedule/executor.h"
#include "gpu/schedule/preemption.h"
#include "gpu/schedule/worker_pool.h"
#include "memory/ggtt.h"
#include "memory/physical_memory.h"
#include "memory/ppgtt.h"

namespace eugene::gpu {

// Callbacks from a GPU. Empty functions are not called.
struct Observer {
  std::function<void(const Report&)> report;
  // After each walker that ran: the walker, its statistics, and the address space that it ran in.
  std::function<void(const Dispatch&, const DispatchStats&, const memory::Ppgtt&)> dispatched;
};

// Used by one host thread at a time. Work runs to its end inside the call that submits it.
class Gpu {
 public:
  Gpu(const Device& device, WorkerPool& pool, const ExecutorOptions& options, Observer observer = {});
  ~Gpu();
  Gpu(const Gpu&) = delete;
  Gpu& operator=(const Gpu&) = delete;

  const Device& device() const { return *device_; }
  memory::PhysicalMemory& memory() { return memory_; }
  memory::Ggtt& ggtt() { return ggtt_; }

  // MMIO. A write that completes a submission runs it; offsets are bytes in the register space.
  void write_register(std::uint32_t offset, std::uint32_t value);
  std::uint32_t read_register(std::uint32_t offset);

  // Submits a context to the engine, as its execlist submit port would.
  void submit(const Engine& engine, const ContextDescriptor& descriptor);

  // Runs contexts that wait for a semaphore: call when memory has changed. True if none waits any more.
  bool resume();
  bool is_waiting() const;
  // The conditions that contexts wait for; empty if none waits.
  std::string waiting_for() const;
  // Reports of faults and bad commands so far.
  std::uint64_t failures() const { return failures_; }

  // Drops all work of the host for good. Commands that cannot be executed leave everything after them undone, including
  // the signal of their end. The front door then answers reads with all ones, as for a device that has gone from its
  // bus, so that a host polling for the signal notices.
  void lose(const Diagnostic& why);
  bool is_lost() const { return lost_; }
  // Called where the host looks for the end of work: loses a context whose semaphore has not come in the time allowed.
  void poll();

 private:
  struct Context;
  struct EnginePort {
    std::array<std::uint32_t, 4> submit{};  // as written: element 1 high, low, element 0 high, low
    unsigned writes = 0;
    Registers registers;
    explicit EnginePort(const Clock& clock) : registers(clock) {}
  };

  void run(Context& context);
  Result<void> dispatch(const Dispatch& dispatch, Context& context, SuspendedWalkerPtr* left);
  void report(const Report& report);
  // Called for each malformed command that is executed anyway. Null disables it.
  std::function<void(const Diagnostic&)> suspect();

  const Device* device_;
  Clock clock_;
  memory::PhysicalMemory memory_;
  memory::Ggtt ggtt_;
  PreemptionTime preemption_;
  Executor executor_;
  std::chrono::nanoseconds preempt_every_;
  bool checks_commands_;
  Observer observer_;
  std::vector<EnginePort> ports_;                               // by index of kEngines
  std::map<std::uint32_t, std::uint32_t> global_;               // registers of no engine
  std::map<std::uint64_t, std::unique_ptr<Context>> contexts_;  // by engine and image address
  std::uint64_t failures_ = 0;
  bool lost_ = false;
};

}  // namespace eugene::gpu
