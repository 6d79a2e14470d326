// parallel_for over ranges of one, two and three dimensions, none a multiple of a group's size.
#include "check.h"

int main() {
  auto queue = open_queue();
  constexpr std::size_t kX = 37, kY = 23, kZ = 5;
  int* const data = sycl::malloc_shared<int>(kX * kY * kZ, queue);
  queue.parallel_for(sycl::range<1>(kX), [=](sycl::id<1> i) { data[i] = int(i) * 3; }).wait();
  compare("one", data, kX, [](std::size_t i) { return i * 3; });
  queue.parallel_for(sycl::range<2>(kY, kX), [=](sycl::item<2> i) { data[i.get_linear_id()] = int(i[0] * 100 + i[1]); })
      .wait();
  compare("two", data, kX * kY, [](std::size_t i) { return i / kX * 100 + i % kX; });
  queue
      .parallel_for(
          sycl::range<3>(kZ, kY, kX),
          [=](sycl::id<3> i) { data[(i[0] * kY + i[1]) * kX + i[2]] = int(i[0] * 10000 + i[1] * 100 + i[2]); })
      .wait();
  compare("three", data, kX * kY * kZ,
          [](std::size_t i) { return i / (kX * kY) * 10000 + i / kX % kY * 100 + i % kX; });
}
