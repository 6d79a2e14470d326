// The payload that a driver prepares for a kernel's threads: the cross-thread data, and the local IDs of each thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "binary/device_binary.h"
#include "gpu/schedule/work/payload.h"
#include "launch/launch.h"

namespace eugene::launch {

// Addresses of memory that the kernel needs in addition to its arguments; 0: not needed.
struct KernelMemory {
  std::uint64_t private_memory = 0;
  std::uint64_t constant_data = 0;
  std::uint64_t global_data = 0;
  std::uint64_t printf_buffer = 0;
};

// A launch that has passed check_arguments(), and a part of it.
struct LaunchShape {
  const binary::DeviceKernel& kernel;
  const Launch& launch;
  Sizes local{};     // group_size()
  Sizes in_group{};  // size of the groups of this part, smaller than `local` in the last groups
};

// Bytes of local memory of a group: the kernel's own, then its local arguments.
std::uint64_t local_bytes(const binary::DeviceKernel& kernel, const Launch& launch);

// Returns the cross-thread data, in whole registers. Fields beyond them are ignored.
std::vector<eu::Grf> cross_thread_data(const LaunchShape& shape, const KernelMemory& memory);

// The local IDs of all threads of a group, in `own` registers each: a word per channel for each dimension that the
// kernel uses. Work-items are numbered x fastest.
struct ThreadIds {
  std::vector<eu::Grf> registers;
  std::size_t own = 0;
};
// Number of registers with local IDs that each of the kernel's threads has.
std::size_t own_registers(const binary::DeviceKernel& kernel);
ThreadIds thread_ids(const binary::DeviceKernel& kernel, const Sizes& local);

}  // namespace eugene::launch
