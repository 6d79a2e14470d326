// The kernels of a checked program, and their arguments.
#pragma once

#include <level_zero/ze_api.h>

#include <array>
#include <cstddef>
#include <map>
#include <mutex>
#include <string>

namespace eugene::inside::level_zero {

// A value that the program has set for an argument.
struct GivenValue {
  bool is_local = false;  // local memory of `bytes` bytes, or a null pointer: only the kernel's binary can tell
  std::size_t bytes = 0;
  const void* pointer = nullptr;  // the value, if `bytes` is the size of a pointer
};

struct KernelState {
  std::string name;
  std::map<unsigned, GivenValue> arguments;
  std::array<std::size_t, 3> local{1, 1, 1};
  std::array<std::size_t, 3> offset{};
  bool reaches_device_memory = false;  // through pointers that the kernel finds in memory
};

// Safe for several threads with the lock.
struct Kernels {
  std::mutex mutex;
  std::map<ze_kernel_handle_t, KernelState> states;
};

// Returns the current state of the kernel. An unknown kernel has no name.
KernelState kernel_state(ze_kernel_handle_t kernel);

}  // namespace eugene::inside::level_zero
