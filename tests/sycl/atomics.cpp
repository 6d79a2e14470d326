// Atomics on global and local memory: a histogram by groups, a largest value, and a float that all work-items add to by
// comparing and exchanging: Skylake has no atomic addition of floats, and the SPIR-V translator refuses it.
#include <vector>

#include <vector>

#include "check.h"

template <class T, sycl::memory_scope Scope>
using Atomic = sycl::atomic_ref<T, sycl::memory_order::relaxed, Scope>;

int main() {
  constexpr std::size_t kSize = 4096, kGroup = 128, kBins = 32;
  auto queue = open_queue();
  unsigned* const data = sycl::malloc_shared<unsigned>(kSize, queue);
  unsigned* const bins = sycl::malloc_shared<unsigned>(kBins, queue);
  unsigned* const most = sycl::malloc_shared<unsigned>(1, queue);
  float* const sum = sycl::malloc_shared<float>(1, queue);
  for (std::size_t i = 0; i < kSize; ++i) data[i] = unsigned(i * i % 6151);
  for (std::size_t i = 0; i < kBins; ++i) bins[i] = 0;
  *most = 0;
  *sum = 0;
  queue
      .submit([&](sycl::handler& h) {
        const sycl::local_accessor<unsigned, 1> part(sycl::range<1>(kBins), h);
        h.parallel_for(sycl::nd_range<1>(kSize, kGroup), [=](sycl::nd_item<1> item) {
          const std::size_t lane = item.get_local_id(0);
          if (lane < kBins) part[lane] = 0;
          sycl::group_barrier(item.get_group());
          const unsigned value = data[item.get_global_id(0)];
          Atomic<unsigned, sycl::memory_scope::work_group>(part[value % kBins])++;
          Atomic<unsigned, sycl::memory_scope::device>(*most).fetch_max(value);
          Atomic<float, sycl::memory_scope::device> total(*sum);
          float seen = total.load();
          while (!total.compare_exchange_strong(seen, seen + 0.5F)) {
          }
          sycl::group_barrier(item.get_group());
          if (lane < kBins) Atomic<unsigned, sycl::memory_scope::device>(bins[lane]) += part[lane];
        });
      })
      .wait();
  std::vector<unsigned> expected(kBins);
  unsigned largest = 0;
  for (std::size_t i = 0; i < kSize; ++i) {
    ++expected[data[i] % kBins];
    largest = std::max(largest, data[i]);
  }
  compare("bins", bins, kBins, [&](std::size_t i) { return expected[i]; });
  compare("most", most, 1, [&](std::size_t) { return largest; });
  compare("sum", sum, 1, [](std::size_t) { return kSize * 0.5F; });
}
