// A scan of a long array by three kernels: of each work-group in local memory, of the groups' sums, and the addition.
// AdaptiveCpp's SPIR-V has no group algorithms of SYCL's (joint_*, *_over_group): the driver finds no such function.
#include "check.h"

int main() {
  constexpr std::size_t kGroup = 128, kGroups = 40, kSize = kGroup * kGroups;
  auto queue = open_queue(sycl::property::queue::in_order{});
  int* const data = sycl::malloc_shared<int>(kSize, queue);
  int* const sums = sycl::malloc_shared<int>(kGroups, queue);
  const auto start = [](std::size_t i) { return int(i * 37 % 101) - 50; };
  for (std::size_t i = 0; i < kSize; ++i) data[i] = start(i);
  queue.submit([&](sycl::handler& h) {
    const sycl::local_accessor<int, 1> part(sycl::range<1>(kGroup), h);
    h.parallel_for(sycl::nd_range<1>(kSize, kGroup), [=](sycl::nd_item<1> item) {
      const std::size_t i = item.get_global_id(0), lane = item.get_local_id(0);
      part[lane] = data[i];
      for (std::size_t step = 1; step < kGroup; step *= 2) {
        sycl::group_barrier(item.get_group());
        const int before = lane >= step ? part[lane - step] : 0;
        sycl::group_barrier(item.get_group());
        part[lane] += before;
      }
      data[i] = part[lane];
      if (lane == kGroup - 1) sums[item.get_group(0)] = part[lane];
    });
  });
  queue.single_task([=] {
    int before = 0;
    for (std::size_t group = 0; group < kGroups; ++group) {
      const int own = sums[group];
      sums[group] = before;
      before += own;
    }
  });
  queue.parallel_for(sycl::range<1>(kSize), [=](sycl::id<1> i) { data[i] += sums[i[0] / kGroup]; }).wait();
  int sum = 0;
  compare("scan", data, kSize, [&](std::size_t i) { return sum += start(i); });
}
