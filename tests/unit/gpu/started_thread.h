// Threads of a Work as they start.
#pragma once

#include "eu/interpreter.h"
#include "functions/port.h"
#include "gpu/schedule/work/payload.h"
#include "memory/flat_memory.h"

namespace eugene::gpu {

// Thread `index` of group `group`; registers without a payload are zero.
inline eu::Thread started_thread(const Work& work, std::uint64_t group, unsigned index, const Placement& placement,
                                 const isa::Gen& gen = isa::kGen9) {
  memory::FlatMemory memory;
  memory::View view(memory);
  functions::Port port(gen, view);
  eu::Thread thread;
  eu::start(thread, work.payload->channels(index));
  write_header(gen, work, placement, thread);
  work.payload->write_model(index, thread);
  work.payload->start({group, work.payload->dwords(group)}, index, thread, port);
  return thread;
}

}  // namespace eugene::gpu
