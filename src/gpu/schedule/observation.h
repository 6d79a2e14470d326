// Observers of the dispatches of a GPU. An ObserverSource lives as long as the GPU; it makes a DispatchObserver for
// each dispatch, and that an eu::Observer for each worker, which is used on the worker's host thread alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/variation.h"
#include "checks/thread_memory.h"
#include "eu/kernel.h"
#include "eu/observer.h"
#include "gpu/device.h"
#include "gpu/schedule/thread_pools.h"
#include "gpu/schedule/work.h"
#include "memory/view.h"

namespace eugene::gpu {

// A dispatch as it is known before it runs.
struct ObservedDispatch {
  const Device& device;
  const Work& work;
  const ThreadPools& pools;
  const eu::Kernel& kernel;
  std::span<const std::byte> code;  // that the kernel was decoded from
  std::uint64_t groups = 0;
  memory::PageSource& space;  // the memory that its threads access
};

// What an observer has tried before a dispatch runs (executor_trial.cpp): whether anything depends on contents that are
// undefined. The dispatch runs on private copies of memory, more than once, with other contents each time.
class Trial {
 public:
  virtual ~Trial() = default;
  // Gives undefined bytes of `page`, at `address` of the GPU's memory, the contents of `fill` for their addresses. From
  // any worker.
  virtual void vary(std::uint64_t address, std::span<std::byte> page, const Fill& fill) const = 0;
  // Memory of the device's threads, which is undefined where a group begins.
  virtual std::span<const checks::ThreadMemory> thread_memories() const = 0;
  // How many registers of a thread, from r0 on, have contents when it starts; others are varied.
  virtual unsigned given_registers() const = 0;
  // Threads have done the same in all runs. Of each page that they may have accessed: as it is then after two of them,
  // whose contents differed in each bit.
  virtual void has_become(std::uint64_t address, std::span<const std::byte> first,
                          std::span<const std::byte> second) = 0;
  // At the end. `agrees`: nothing depended on the undefined.
  virtual void ends(bool agrees) = 0;

 protected:
  Trial() = default;
  Trial(const Trial&) = default;
  Trial& operator=(const Trial&) = default;
};

class DispatchObserver {
 public:
  virtual ~DispatchObserver() = default;
  // Asked first. Null: nothing is to be tried. What follows may depend on how it ends.
  virtual Trial* trial() { return nullptr; }
  // A worker begins, on its host thread. The observer that this returns is destroyed there when the worker has run its
  // last group.
  virtual std::unique_ptr<eu::Observer> worker_begins() = 0;
  // Whether one worker must run all groups, one after the other.
  virtual bool needs_one_worker() const { return false; }
  // How many groups in a row a worker may take at most. One at a time, groups end nearly in their order.
  virtual std::uint64_t most_groups_taken() const { return 1; }
  // Whether it is to be told again of faults that a thread recovers from where earlier dispatches of the same machine
  // code had the same.
  virtual bool hears_all_recoveries() const { return false; }
  // All workers have ended, and the threads of the dispatch that have were `threads`.
  virtual void dispatch_ends(std::uint64_t /*threads*/) {}

 protected:
  DispatchObserver() = default;
  DispatchObserver(const DispatchObserver&) = default;
  DispatchObserver& operator=(const DispatchObserver&) = default;
};

class ObserverSource {
 public:
  virtual ~ObserverSource() = default;
  // Of all its observers. Code must have been compiled for that (CompilerOptions::observed).
  virtual eu::Interest interest() const = 0;
  // Null: this dispatch is not watched, and runs as if the source were not there. Not where code is compiled for
  // interest(): such code needs an observer.
  virtual std::unique_ptr<DispatchObserver> dispatch_begins(const ObservedDispatch& dispatch) = 0;

 protected:
  ObserverSource() = default;
  ObserverSource(const ObserverSource&) = default;
  ObserverSource& operator=(const ObserverSource&) = default;
};

using ObserverSources = std::vector<std::shared_ptr<ObserverSource>>;

inline eu::Interest interest_of(const ObserverSources& sources) {
  eu::Interest all;
  for (const auto& each : sources) all |= each->interest();
  return all;
}

}  // namespace eugene::gpu
