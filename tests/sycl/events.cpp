// Events: an order of kernels that do not commute, across two queues.
#include "check.h"

int main() {
  constexpr std::size_t kSize = 1024;
  auto queue = open_queue();
  sycl::queue other(queue.get_context(), queue.get_device());
  int* const data = sycl::malloc_shared<int>(kSize, queue);
  for (std::size_t i = 0; i < kSize; ++i) data[i] = int(i);
  const auto first = queue.parallel_for(sycl::range<1>(kSize), [=](sycl::id<1> i) { data[i] = data[i] * 2 + 1; });
  const auto second = other.submit([&](sycl::handler& h) {
    h.depends_on(first);
    h.parallel_for(sycl::range<1>(kSize), [=](sycl::id<1> i) { data[i] *= 3; });
  });
  auto third = queue.submit([&](sycl::handler& h) {
    h.depends_on({first, second});
    h.parallel_for(sycl::range<1>(kSize), [=](sycl::id<1> i) { data[i] -= 4; });
  });
  third.wait();
  compare("data", data, kSize, [](std::size_t i) { return (int(i) * 2 + 1) * 3 - 4; });
  if (third.get_info<sycl::info::event::command_execution_status>() != sycl::info::event_command_status::complete) {
    std::printf("the third kernel is not complete\n");
    return 1;
  }
}
