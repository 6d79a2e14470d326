// Sub-groups: their sizes and places, and work-items of one that exchange values behind its barrier. The compiler
// chooses the width, so the host computes with what it was. AdaptiveCpp's SPIR-V has no shuffles and reductions of
// sub-groups.
#include "check.h"

int main() {
  constexpr std::size_t kSize = 512, kGroup = 64;
  auto queue = open_queue();
  unsigned* const widths = sycl::malloc_shared<unsigned>(kSize, queue);
  unsigned* const places = sycl::malloc_shared<unsigned>(kSize, queue);
  unsigned* const sums = sycl::malloc_shared<unsigned>(kSize, queue);
  queue
      .submit([&](sycl::handler& h) {
        const sycl::local_accessor<unsigned, 1> part(sycl::range<1>(kGroup), h);
        h.parallel_for(sycl::nd_range<1>(kSize, kGroup), [=](sycl::nd_item<1> item) {
          const auto subgroup = item.get_sub_group();
          const std::size_t i = item.get_global_id(0), width = subgroup.get_local_range()[0];
          const std::size_t first = subgroup.get_group_id()[0] * width;
          part[first + subgroup.get_local_id()[0]] = unsigned(i * i + 3);
          sycl::group_barrier(subgroup);
          unsigned sum = 0;
          for (std::size_t k = 0; k < width; ++k) sum += part[first + k];
          widths[i] = unsigned(width);
          places[i] = unsigned(subgroup.get_local_id()[0]);
          sums[i] = sum;
        });
      })
      .wait();
  const std::size_t width = widths[0];
  if (width != 8 && width != 16 && width != 32) return std::printf("a width of %zu\n", width), 1;
  compare("widths", widths, kSize, [&](std::size_t) { return width; });
  compare("places", places, kSize, [&](std::size_t i) { return i % width; });
  compare("sums", sums, kSize, [&](std::size_t i) {
    unsigned sum = 0;
    for (std::size_t k = i / width * width; k < i / width * width + width; ++k) sum += unsigned(k * k + 3);
    return sum;
  });
}
