// The Level Zero device under test, and the few calls every test makes of it.
#pragma once

#include <gtest/gtest.h>
#include <level_zero/ze_api.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ze {

// Throws std::runtime_error with the call's name where it fails.
void check(ze_result_t result, const char* call);
#define ZE(function, ...) ::ze::check(function(__VA_ARGS__), #function)

// A descriptor or structure of properties with its type set and the rest zero.
template <class T>
T described(decltype(T::stype) type) {
  T result{};
  result.stype = type;
  return result;
}

class Gpu {
 public:
  // Opened at the first call; throws std::runtime_error where there is no driver or no device.
  static Gpu& get();

  ze_driver_handle_t driver = nullptr;
  ze_device_handle_t device = nullptr;
  ze_context_handle_t context = nullptr;
  ze_command_queue_handle_t queue = nullptr;  // asynchronous

  // A kernel of kernels.cl, with groups of that size.
  ze_kernel_handle_t kernel(const char* name, std::uint32_t x, std::uint32_t y = 1, std::uint32_t z = 1);
  ze_command_queue_handle_t new_queue() const;
  ze_command_list_handle_t new_list() const;
  // Closes and executes the list, and waits.
  void finish(ze_command_list_handle_t list);

  enum class Where { host, device, shared };
  void* allocate(Where where, std::size_t bytes) const;
  template <class T>
  std::span<T> array(Where where, std::size_t size) const {
    return {static_cast<T*>(allocate(where, size * sizeof(T))), size};
  }

 private:
  Gpu();
  ze_module_handle_t module_ = nullptr;
};

inline Gpu& gpu() { return Gpu::get(); }
using Where = Gpu::Where;

// A kernel's arguments: pointers into memory of the context, handles of images, scalars, and local memory.
struct Local {
  std::size_t bytes = 0;
};
inline void set(ze_kernel_handle_t kernel, std::uint32_t index, Local local) {
  ZE(zeKernelSetArgumentValue, kernel, index, local.bytes, nullptr);
}
template <class T>
void set(ze_kernel_handle_t kernel, std::uint32_t index, const T& value) {
  ZE(zeKernelSetArgumentValue, kernel, index, sizeof value, &value);
}
template <class... Arguments>
void set_all(ze_kernel_handle_t kernel, const Arguments&... arguments) {
  std::uint32_t index = 0;
  (set(kernel, index++, arguments), ...);
}

inline void launch(ze_command_list_handle_t list, ze_kernel_handle_t kernel, ze_group_count_t groups,
                   ze_event_handle_t signal = nullptr, std::vector<ze_event_handle_t> waits = {}) {
  ZE(zeCommandListAppendLaunchKernel, list, kernel, &groups, signal, static_cast<std::uint32_t>(waits.size()),
     waits.empty() ? nullptr : waits.data());
}
inline void barrier(ze_command_list_handle_t list) { ZE(zeCommandListAppendBarrier, list, nullptr, 0, nullptr); }

std::vector<std::uint8_t> read_spirv();

}  // namespace ze
