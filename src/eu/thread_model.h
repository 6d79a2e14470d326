// Starting many threads of one kernel cheaply.
//
// A thread has 5 KB of registers, which are zero at its start except for the payload. Clearing and filling them takes
// longer than many kernels run. The threads of a dispatch are therefore copied from a model, one for each thread of a
// group: the first time all registers that the kernel may read before it writes them (eu/analysis/initial_reads.h),
// from then on only those of them that the previous thread has changed. Other registers keep old contents, which the
// kernel cannot see.
#pragma once

#include <cstdint>

#include "eu/kernel.h"
#include "eu/thread.h"

namespace eugene::eu {

// As start(), for a thread of `kernel` without a system routine and without a vector mask, of the registers that it can
// see.
void make_model(Thread& thread, const Kernel& kernel, std::uint32_t dispatch_mask);
// `thread` starts as `model`, in which registers may have been set since it was made; whatever `thread` held before.
// The variables of a vISA kernel, which follow `thread` and which a model does not have, are zeros.
void copy_model(Thread& thread, const Thread& model, const Kernel& kernel);
// As copy_model(), but faster. `thread` must last have been started from `model`, and only instructions of `kernel` may
// have written its registers since.
void restore_model(Thread& thread, const Thread& model, const Kernel& kernel);

}  // namespace eugene::eu
