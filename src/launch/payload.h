// What a driver puts before a kernel's threads: the cross-thread data, and the local ids of each thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "gpu/schedule/payload.h"
#include "launch/launch.h"
#include "load/device_binary.h"

namespace eugene::launch {

// Addresses of memory that the kernel needs besides its arguments; 0: it needs none.
struct KernelMemory {
  std::uint64_t private_memory = 0;
  std::uint64_t constant_data = 0;
  std::uint64_t global_data = 0;
  std::uint64_t printf_buffer = 0;
};

// Of a launch that check_arguments() has let pass.
struct LaunchShape {
  const load::DeviceKernel& kernel;
  const Launch& launch;
  Sizes local{};     // group_size()
  Sizes in_group{};  // the work-items of the groups of this part, where the last ones are smaller
};

// Bytes of local memory that a group has: the kernel's own, then its local arguments.
std::uint64_t local_bytes(const load::DeviceKernel& kernel, const Launch& launch);

// The cross-thread data, in whole registers. A field beyond them is ignored.
std::vector<eu::Grf> cross_thread_data(const LaunchShape& shape, const KernelMemory& memory);

// The local ids of all threads of a group, `own` registers each: of each dimension that the kernel asks for, a word a
// channel, x fastest.
struct ThreadIds {
  std::vector<eu::Grf> registers;
  std::size_t own = 0;
};
// `own` of the kernel's threads.
std::size_t own_registers(const load::DeviceKernel& kernel);
ThreadIds thread_ids(const load::DeviceKernel& kernel, const Sizes& local);

}  // namespace eugene::launch
