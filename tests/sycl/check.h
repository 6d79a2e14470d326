// The queue of each program, which names its device, and the comparison with the host.
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <sycl/sycl.hpp>

inline sycl::queue open_queue(const sycl::property_list& properties = {}) {
  sycl::queue queue(sycl::gpu_selector_v, properties);
  std::printf("on %s\n", queue.get_device().get_info<sycl::info::device::name>().c_str());
  return queue;
}

// Ends the program with 1 at the first element that is not expected(i).
template <class Values, class Expected>
void compare(const char* what, const Values& values, std::size_t size, const Expected& expected) {
  for (std::size_t i = 0; i < size; ++i) {
    const auto wanted = static_cast<std::decay_t<decltype(values[i])>>(expected(i));
    if (values[i] == wanted) continue;
    std::printf("%s: element %zu is %g, expected %g\n", what, i, static_cast<double>(values[i]),
                static_cast<double>(wanted));
    std::exit(1);
  }
}
