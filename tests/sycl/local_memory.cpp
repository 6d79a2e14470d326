// nd_range with local memory and barriers: a matrix is transposed by tiles.
#include <vector>

#include "check.h"

int main() {
  constexpr std::size_t kTile = 16, kRows = 5 * kTile, kColumns = 3 * kTile;
  auto queue = open_queue();
  int* const from = sycl::malloc_shared<int>(kRows * kColumns, queue);
  int* const to = sycl::malloc_shared<int>(kRows * kColumns, queue);
  for (std::size_t i = 0; i < kRows * kColumns; ++i) from[i] = int(i * 31 + 5), to[i] = 0;
  queue
      .submit([&](sycl::handler& h) {
        const sycl::local_accessor<int, 2> tile(sycl::range<2>(kTile, kTile + 1), h);
        h.parallel_for(sycl::nd_range<2>({kRows, kColumns}, {kTile, kTile}), [=](sycl::nd_item<2> item) {
          const std::size_t y = item.get_local_id(0), x = item.get_local_id(1);
          tile[y][x] = from[item.get_global_id(0) * kColumns + item.get_global_id(1)];
          sycl::group_barrier(item.get_group());
          to[(item.get_group(1) * kTile + y) * kRows + item.get_group(0) * kTile + x] = tile[x][y];
        });
      })
      .wait();
  compare("transposed", to, kRows * kColumns, [&](std::size_t i) { return from[i % kRows * kColumns + i / kRows]; });
}
