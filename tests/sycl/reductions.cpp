// Reductions by the runtime: a sum, a largest element, and several at once.
#include <algorithm>
#include <numeric>
#include <vector>

#include "check.h"

int main() {
  constexpr std::size_t kSize = 10000;
  auto queue = open_queue();
  int* const data = sycl::malloc_shared<int>(kSize, queue);
  int* const results = sycl::malloc_shared<int>(3, queue);
  for (std::size_t i = 0; i < kSize; ++i) data[i] = int(i * 7919 % 10007) - 5000;
  results[0] = results[1] = results[2] = 0;
  queue
      .parallel_for(sycl::range<1>(kSize), sycl::reduction(&results[0], sycl::plus<int>()),
                    [=](sycl::id<1> i, auto& sum) { sum += data[i]; })
      .wait();
  queue
      .parallel_for(sycl::nd_range<1>(kSize / 16 * 16, 16), sycl::reduction(&results[1], sycl::maximum<int>()),
                    sycl::reduction(&results[2], sycl::minimum<int>()),
                    [=](sycl::nd_item<1> item, auto& most, auto& least) {
                      most.combine(data[item.get_global_id(0)]);
                      least.combine(data[item.get_global_id(0)]);
                    })
      .wait();
  const int expected[]{std::accumulate(data, data + kSize, 0), *std::max_element(data, data + kSize),
                       *std::min_element(data, data + kSize)};
  compare("results", results, 3, [&](std::size_t i) { return expected[i]; });
}
