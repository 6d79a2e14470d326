// Vectors, structures and functions of sycl:: on floats, in a kernel with loops and a lambda's captures.
#include <cmath>

#include "check.h"

struct Body {
  sycl::float4 place;
  float mass;
};

int main() {
  constexpr std::size_t kSize = 200;
  auto queue = open_queue();
  Body* const bodies = sycl::malloc_shared<Body>(kSize, queue);
  float* const pull = sycl::malloc_shared<float>(kSize, queue);
  const auto start = [](std::size_t i) {
    return Body{{float(i % 7), float(i % 11), float(i % 13), 0.0F}, 1.0F + float(i % 3)};
  };
  for (std::size_t i = 0; i < kSize; ++i) bodies[i] = start(i);
  const float soft = 0.5F;
  queue
      .parallel_for(sycl::range<1>(kSize),
                    [=](sycl::id<1> i) {
                      float sum = 0;
                      for (std::size_t k = 0; k < kSize; ++k) {
                        const sycl::float4 way = bodies[k].place - bodies[i].place;
                        sum += bodies[k].mass * sycl::rsqrt(sycl::dot(way, way) + soft);
                      }
                      pull[i] = sum;
                    })
      .wait();
  for (std::size_t i = 0; i < kSize; ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < kSize; ++k) {
      const Body a = start(i), b = start(k);
      double square = 0;
      for (int c = 0; c < 3; ++c) square += std::pow(double(b.place[c]) - double(a.place[c]), 2);
      sum += b.mass / std::sqrt(square + soft);
    }
    if (std::abs(pull[i] - sum) > 1e-5 * sum) return std::printf("%zu: %g, expected %g\n", i, pull[i], sum), 1;
  }
}
