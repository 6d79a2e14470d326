// The kernels of a checked program, and how it has set their arguments.
#pragma once

#include <level_zero/ze_api.h>

#include <array>
#include <cstddef>
#include <map>
#include <string>

namespace eugene::i915 {

// A value that the program has given an argument.
struct GivenValue {
  bool is_local = false;  // local memory of that size, or a null pointer: only the kernel's binary tells which
  std::size_t bytes = 0;
  const void* pointer = nullptr;  // the value, if it has as many bytes as a pointer
};

struct KernelState {
  std::string name;
  std::map<unsigned, GivenValue> arguments;
  std::array<std::size_t, 3> local{1, 1, 1};
  std::array<std::size_t, 3> offset{};
  bool reaches_device_memory = false;  // by pointers that the kernel finds in memory
};

// Gives the state that the kernel has now. A kernel that is not known has no name.
KernelState kernel_state(ze_kernel_handle_t kernel);

}  // namespace eugene::i915
