// Buffers and accessors: the runtime orders two kernels by what they access, and copies back.
#include <vector>

#include <vector>

#include "check.h"

int main() {
  constexpr std::size_t kSize = 3000;
  std::vector<float> a(kSize), b(kSize), c(kSize);
  for (std::size_t i = 0; i < kSize; ++i) a[i] = float(i), b[i] = 0.25F * float(i % 100);
  auto queue = open_queue();
  {
    sycl::buffer<float> on_a(a.data(), kSize), on_b(b.data(), kSize), on_c(c.data(), kSize);
    queue.submit([&](sycl::handler& h) {
      const sycl::accessor x(on_a, h, sycl::read_only), y(on_b, h, sycl::read_only);
      const sycl::accessor z(on_c, h, sycl::write_only, sycl::no_init);
      h.parallel_for(sycl::range<1>(kSize), [=](sycl::id<1> i) { z[i] = x[i] + y[i]; });
    });
    queue.submit([&](sycl::handler& h) {
      const sycl::accessor z(on_c, h, sycl::read_write);
      h.parallel_for(sycl::range<1>(kSize), [=](sycl::id<1> i) { z[i] *= 2.0F; });
    });
    const sycl::host_accessor seen(on_c, sycl::read_only);
    compare("host accessor", seen, kSize, [&](std::size_t i) { return (a[i] + b[i]) * 2.0F; });
  }
  compare("after the buffers", c, kSize, [&](std::size_t i) { return (a[i] + b[i]) * 2.0F; });
}
