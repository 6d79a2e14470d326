// The registers with which the threads of a dispatch start: SNB PRM vol4 part2 5.3, BXT PRM vol6 "Media GPGPU Payload".
#pragma once

#include <cstdint>

#include "eu/analysis/channel_use.h"
#include "eu/kernel.h"
#include "eu/thread.h"
#include "functions/pixels.h"
#include "gpu/schedule/dispatch.h"
#include "gpu/schedule/thread_pools.h"

namespace eugene::gpu {

inline constexpr unsigned kHeaderRegisters = 1;  // r0; constants follow

// The place of a thread in the machine, as its payload and sr0 show it.
struct Placement {
  std::uint16_t fixed_function_thread = 0;  // FFTID: unique among the threads in flight
  std::uint8_t barrier = 0;                 // one of 32
  std::uint16_t topology = 0;               // sr0.0 bits 15:0: slice, subslice, EU and thread slot
};

// Of thread `index` of the group, of `threads`, that worker `worker` runs.
Placement placement_of(const ThreadPools& pools, unsigned worker, unsigned threads, unsigned index);

// The enabled channels of thread `index` of a group.
std::uint32_t dispatch_mask(const Dispatch& dispatch, unsigned index);

// Enabled channels of all threads of all groups: what queries of pipeline statistics count.
std::uint64_t invocations_of(const Dispatch& dispatch);

// Which channels of its threads run.
eu::ThreadChannels thread_channels_of(const Dispatch& dispatch, const eu::Kernel& kernel);

// cr0.0 of every thread at its start.
std::uint32_t start_control(const Dispatch& dispatch);

// Starts thread `index` of `group` as the dispatcher does; registers without a payload are zero.
void start_thread(const Dispatch& dispatch, const GroupId& group, unsigned index, const Placement& placement,
                  eu::Thread& thread);
// Parts of start_thread(), for a thread that has been cleared: all registers that are not zero, except the group's
// number, ...
void set_payload(const Dispatch& dispatch, unsigned index, const Placement& placement, eu::Thread& thread);
// ... that number, ...
void set_group(eu::Thread& thread, const GroupId& group);
// ... and, if the threads of a group differ in it, the part of thread `index` in group `group`.
void set_place(const Dispatch& dispatch, std::uint64_t group, unsigned index, eu::Thread& thread);
// Of a pixel shader thread, r1: where its pixels are, and which are lit.
void set_pixels(eu::Thread& thread, const functions::Pixels& pixels);

}  // namespace eugene::gpu
