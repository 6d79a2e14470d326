// Memory of the device, of the host and shared, with copies and fills between them.
#include <numeric>
#include <vector>

#include "check.h"

int main() {
  constexpr std::size_t kSize = 5000;
  auto queue = open_queue(sycl::property::queue::in_order{});
  int* const on_device = sycl::malloc_device<int>(kSize, queue);
  int* const on_host = sycl::malloc_host<int>(kSize, queue);
  int* const shared = sycl::malloc_shared<int>(kSize, queue);
  std::vector<int> start(kSize);
  std::iota(start.begin(), start.end(), -7);

  queue.copy(start.data(), on_device, kSize);
  queue.fill(shared, 1000, kSize);
  queue.parallel_for(sycl::range<1>(kSize), [=](sycl::id<1> i) {
    shared[i] += on_device[i];
    on_device[i] *= 3;
  });
  queue.memcpy(on_host, on_device, kSize * sizeof(int));
  queue.memset(on_device, 0x5A, kSize * sizeof(int)).wait();
  compare("shared", shared, kSize, [](std::size_t i) { return int(i) - 7 + 1000; });
  compare("host", on_host, kSize, [](std::size_t i) { return (int(i) - 7) * 3; });
  queue.copy(on_device, start.data(), kSize).wait();
  compare("device", start, kSize, [](std::size_t) { return 0x5A5A5A5A; });
  for (int* each : {on_device, on_host, shared}) sycl::free(each, queue);
}
