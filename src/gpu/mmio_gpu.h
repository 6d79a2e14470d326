// A GPU as its host sees it over the bus: physical memory, the global page table, registers, and contexts that are
// submitted as context images. Intel's simulator interface (TBX) and traces (AUB) drive it.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "base/diagnostic.h"
#include "gpu/commands/registers.h"
#include "gpu/device.h"
#include "gpu/engine_context.h"
#include "gpu/gpu.h"
#include "gpu/logical_context.h"
#include "gpu/schedule/workers/worker_pool.h"
#include "memory/ggtt.h"
#include "memory/physical_memory.h"
#include "memory/ppgtt.h"

namespace eugene::gpu {

struct MmioEvents {
  std::function<void(Report&&)> report;
  // Like GpuEvents::dispatched, with the page tables of the dispatch's address space.
  std::function<void(const Work&, const DispatchStats&, const memory::Ppgtt&)> dispatched;
};

// Used by one host thread at a time. Work runs to its end inside the call that submits it.
class MmioGpu {
 public:
  MmioGpu(const Device& device, WorkerPool& pool, const ExecutorOptions& options, MmioEvents events = {});
  ~MmioGpu();
  MmioGpu(const MmioGpu&) = delete;
  MmioGpu& operator=(const MmioGpu&) = delete;

  const Device& device() const { return gpu_.device(); }
  memory::PhysicalMemory& memory() { return memory_; }
  memory::Ggtt& ggtt() { return ggtt_; }

  // MMIO accesses. `offset` is in bytes from the start of the register space. A write that completes a submission runs
  // it.
  void write_register(std::uint32_t offset, std::uint32_t value);
  std::uint32_t read_register(std::uint32_t offset);

  // Submits a context to the engine, like a write to its execlist submit port.
  void submit(const Engine& engine, const ContextDescriptor& descriptor);

  // Runs the contexts that wait for a semaphore; must be called when memory has changed. Returns true if none still
  // waits.
  bool resume();
  bool is_waiting() const;
  // The conditions that contexts wait for; empty if none waits.
  std::string waiting_for() const;
  // Number of faults and bad commands reported so far.
  std::uint64_t failures() const { return gpu_.failures(); }

  // Marks the GPU as lost for good. Commands that cannot be executed leave everything after them undone, including the
  // signal of their end. So the front door answers reads of a lost GPU with all ones, like a device that has gone from
  // its bus, and a host that polls for the signal notices.
  void lose(const Diagnostic& why);
  bool is_lost() const { return lost_; }
  // Must be called when the host polls for the end of work: loses the GPU if a semaphore wait exceeded its time limit.
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

  Clock clock_;
  memory::PhysicalMemory memory_;
  memory::Ggtt ggtt_;
  Gpu gpu_;
  std::chrono::nanoseconds preempt_every_;
  std::vector<EnginePort> ports_;                               // indexed like kEngines
  std::map<std::uint32_t, std::uint32_t> global_;               // registers outside all engines
  std::map<std::uint64_t, std::unique_ptr<Context>> contexts_;  // indexed by engine and image address
  bool lost_ = false;
};

}  // namespace eugene::gpu
