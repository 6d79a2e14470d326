// Saves the state of threads and local memory to the context image, and restores it: BXT PRM vol6 "GPGPU Context
// Switch".
//
// The dispatcher sends each thread to the system routine that the driver has installed (STATE_SIP), with the reason in
// cr0.1. The routine is a program like any other: it copies registers to memory by scratch messages, which at that time
// go to the thread's part of the context image, and ends the thread. Later the dispatcher starts a thread in the same
// slot with the routine, which copies everything back and jumps to AIP. Eugene executes Intel's routine without any
// knowledge of its content.
//
// State that the routine does not copy stays in this process: the groups and threads that exist, arrivals at barriers,
// counts, tdr, acc1, the guard bits of acc0 (the routine has no instructions that could restore them), and sp (Intel's
// routine restores four dwords of it that do not exist). r1 and acc2 to acc9 stay here too, until a routine restores
// them: Broxton's copies them, Skylake's does not.
#pragma once

#include <cstdint>
#include <optional>

#include "eu/kernel.h"
#include "eu/port.h"
#include "gpu/schedule/job/job.h"
#include "gpu/schedule/preempt/context_image.h"
#include "memory/view.h"

namespace eugene::gpu {

class ContextSave {
 public:
  // `pools` gives the places of groups; `routine` is the program at STATE_SIP.
  ContextSave(const Device& device, const ThreadPools& pools, std::uint64_t csr_base, const eu::Kernel& routine,
              memory::View& view)
      : map_{.device = &device, .base = csr_base}, pools_(pools), routine_(&routine), view_(&view) {}

  // Save or restore the group that worker `number` has left in the job. An error has the fault and the faulting thread.
  struct Failure {
    unsigned thread = 0;
    eu::Fault fault;
  };
  std::optional<Failure> save(SuspendedGroup& group, unsigned number);
  std::optional<Failure> restore(SuspendedGroup& group, unsigned number);

  // Save or restore a thread whose sr0.0 is `topology`. After saving, `thread` holds only the state that is kept here.
  std::optional<eu::Fault> save(eu::Thread& thread, std::uint32_t topology);
  std::optional<eu::Fault> restore(eu::Thread& thread, std::uint32_t topology);

 private:
  std::optional<eu::Fault> run(eu::Thread& thread, std::uint32_t topology, std::uint32_t purpose);
  // Returns the address for the group's local memory; nothing if the banks are full, and the memory then stays here.
  std::optional<std::uint64_t> find_slm(const SuspendedGroup& group, unsigned number) const;

  ContextMap map_;
  ThreadPools pools_;
  const eu::Kernel* routine_;
  memory::View* view_;
};

}  // namespace eugene::gpu
