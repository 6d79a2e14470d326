// Starts many threads of one kernel cheaply.
//
// A thread has 5 KB of registers, which are zero at its start except for the payload. Clearing and filling them takes
// longer than many kernels run. The threads of a dispatch are therefore copied from a model, one for each thread of a
// group. The first copy sets all registers that the kernel may read before it writes them
// (eu/analysis/initial_reads.h). Later copies set only the subset that the previous thread may have changed. Other
// registers keep old contents, which the kernel cannot see.
#pragma once

#include <cstdint>

#include "eu/kernel.h"
#include "eu/thread.h"

namespace eugene::eu {

// Like start(), but only for registers that the kernel can see. For threads without a system routine or vector mask.
void make_model(Thread& thread, const Kernel& kernel, std::uint32_t dispatch_mask);
// Starts `thread` as a copy of `model`, whatever `thread` held before. Registers of `model` may have been set since
// make_model(). The variables of a vISA kernel, which follow `thread` but not `model`, become zero.
void copy_model(Thread& thread, const Thread& model, const Kernel& kernel);
// Like copy_model(), but faster. The last start of `thread` must have been from `model`, and since then only
// instructions of `kernel` may have written its registers.
void restore_model(Thread& thread, const Thread& model, const Kernel& kernel);

}  // namespace eugene::eu
