// Observers of the dispatches of a GPU. An ObserverSource lives as long as the GPU, and makes a DispatchObserver for
// each dispatch. A DispatchObserver makes an eu::Observer for each worker, which is used only on the worker's host
// thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/variation.h"
#include "eu/kernel.h"
#include "eu/observer.h"
#include "gpu/device.h"
#include "gpu/schedule/work/thread_memory.h"
#include "gpu/schedule/work/thread_pools.h"
#include "gpu/schedule/work/work.h"
#include "memory/view.h"

namespace eugene::gpu {

// Facts about a dispatch that are known before it runs.
struct ObservedDispatch {
  const Device& device;
  const Work& work;
  const ThreadPools& pools;
  const eu::Kernel& kernel;
  std::span<const std::byte> code;  // the code that the kernel was decoded from
  std::uint64_t groups = 0;
  memory::PageSource& space;  // the memory that the threads access
};

// A trial that an observer requests before a dispatch runs (rehearse/trial_runs.h), to find out whether anything
// depends on undefined contents. The dispatch runs on private copies of memory several times, with different undefined
// contents each time.
class Trial {
 public:
  virtual ~Trial() = default;
  // Sets undefined bytes of `page`, at `address` of the GPU's memory, to the contents that `fill` has for their
  // addresses. May be called by any worker.
  virtual void vary(std::uint64_t address, std::span<std::byte> page, const Fill& fill) const = 0;
  // Memory of the device's threads, which is undefined when a group begins.
  virtual std::span<const ThreadMemory> thread_memories() const = 0;
  // Number of registers, from r0 on, with defined contents when a thread starts. Other registers are varied.
  virtual unsigned given_registers() const = 0;
  // Called if threads did the same in all runs, for each page that they may have accessed. `first` and `second` are the
  // page's contents after two runs whose undefined contents differed in every bit.
  virtual void has_become(std::uint64_t address, std::span<const std::byte> first,
                          std::span<const std::byte> second) = 0;
  // Called at the end of the trial. `agrees` is true if nothing depended on undefined contents.
  virtual void ends(bool agrees) = 0;

 protected:
  Trial() = default;
  Trial(const Trial&) = default;
  Trial& operator=(const Trial&) = default;
};

class DispatchObserver {
 public:
  virtual ~DispatchObserver() = default;
  // Called first. Returns null if no trial is wanted. The other functions may depend on the result of the trial.
  virtual Trial* trial() { return nullptr; }
  // Called when a worker begins, on its host thread. The returned observer is destroyed on that thread when the worker
  // has run its last group.
  virtual std::unique_ptr<eu::Observer> worker_begins() = 0;
  // Whether one worker must run all groups, one after the other.
  virtual bool needs_one_worker() const { return false; }
  // Max groups that a worker may take at a time. With one at a time, groups end nearly in order.
  virtual std::uint64_t max_groups_taken() const { return 1; }
  // Whether recovered faults are reported to this observer even if earlier dispatches of the same machine code had
  // them.
  virtual bool needs_all_recoveries() const { return false; }
  // Called when all workers have ended. `threads` is the number of threads of the dispatch that ended.
  virtual void dispatch_ends(std::uint64_t /*threads*/) {}

 protected:
  DispatchObserver() = default;
  DispatchObserver(const DispatchObserver&) = default;
  DispatchObserver& operator=(const DispatchObserver&) = default;
};

using DispatchObservers = std::vector<std::unique_ptr<DispatchObserver>>;

class ObserverSource {
 public:
  virtual ~ObserverSource() = default;
  // The interest of all observers of this source. Code must have been compiled for it (CompilerOptions::observed).
  virtual eu::Interest interest() const = 0;
  // Returns null if this dispatch is not observed; it then runs as if the source did not exist. Must not return null if
  // code is compiled for interest(), because such code needs an observer.
  virtual std::unique_ptr<DispatchObserver> dispatch_begins(const ObservedDispatch& dispatch) = 0;

 protected:
  ObserverSource() = default;
  ObserverSource(const ObserverSource&) = default;
  ObserverSource& operator=(const ObserverSource&) = default;
};

using ObserverSources = std::vector<std::shared_ptr<ObserverSource>>;

inline eu::Interest find_interest(const ObserverSources& sources) {
  eu::Interest all;
  for (const auto& each : sources) all |= each->interest();
  return all;
}

}  // namespace eugene::gpu
