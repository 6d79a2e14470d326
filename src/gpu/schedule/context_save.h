// The state of threads and local memory leaves the machine, and comes back: BXT PRM vol6 "GPGPU Context Switch".
//
// The dispatcher sends each thread to the system routine that the driver has installed (STATE_SIP), with the reason in
// cr0.1. The routine is a program like any other: it copies registers to memory by scratch messages, which in these
// moments go to the thread's part of the context image, and ends the thread. Later the dispatcher starts a thread in
// the same slot with the routine, which copies everything back and leaves for AIP. Intel's routine is Eugene's to
// execute, not to know.
//
// What the routine does not copy stays here: which groups and threads there are, who has arrived at a barrier, counts,
// tdr, acc1, the guard bits of acc0, for which it has no instructions that would bring them back, and sp, of which
// Intel's brings back four dwords that are not there. So do r1 and acc2 to acc9, until a routine brings them back:
// Broxton's copies them, Skylake's does not.
#pragma once

#include <cstdint>
#include <optional>

#include "eu/kernel.h"
#include "eu/port.h"
#include "gpu/schedule/context_image.h"
#include "gpu/schedule/job.h"
#include "memory/view.h"

namespace eugene::gpu {

class ContextSave {
 public:
  // `pools`: where groups lie. `routine`: the program at STATE_SIP.
  ContextSave(const Device& device, const ThreadPools& pools, std::uint64_t csr_base, const eu::Kernel& routine,
              memory::View& view)
      : map_{.device = &device, .base = csr_base}, pools_(pools), routine_(&routine), view_(&view) {}

  // Of the group that place `number` of a job has left. Errors: what was wrong, in the thread at fault.
  struct Failure {
    unsigned thread = 0;
    eu::Fault fault;
  };
  std::optional<Failure> save(SuspendedGroup& group, unsigned number);
  std::optional<Failure> restore(SuspendedGroup& group, unsigned number);

  // A thread whose sr0.0 is `topology`. Afterwards it holds nothing but what stays on the machine.
  std::optional<eu::Fault> save(eu::Thread& thread, std::uint32_t topology);
  std::optional<eu::Fault> restore(eu::Thread& thread, std::uint32_t topology);

 private:
  std::optional<eu::Fault> run(eu::Thread& thread, std::uint32_t topology, std::uint32_t purpose);
  // Where its local memory goes; none: the banks are full, and it stays here.
  std::optional<std::uint64_t> slm_of(const SuspendedGroup& group, unsigned number) const;

  ContextMap map_;
  ThreadPools pools_;
  const eu::Kernel* routine_;
  memory::View* view_;
};

}  // namespace eugene::gpu
