// Half precision: arithmetic, comparisons, vectors, mixed with float; bit for bit, but for NaN payloads.
#include "compare.h"
#include "gpu.h"

namespace suite {
namespace {

void expect_same_halves(const std::vector<half>& got, const std::vector<half>& want) {
  ASSERT_EQ(got.size(), want.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (got[i] != got[i] && want[i] != want[i]) continue;
    ASSERT_EQ(std::bit_cast<std::uint16_t>(got[i]), std::bit_cast<std::uint16_t>(want[i]))
        << i << ": got " << show_value(got[i]) << ", want " << show_value(want[i]);
  }
}

TEST(Half, Arithmetic) {
  REQUIRE_EXTENSION("cl_khr_fp16");
  for_each_width([](unsigned width) {
    const std::size_t count = 4000;
    auto a = random_bits<half>(count, 140), b = random_bits<half>(count, 141);
    for (std::size_t i = 0; i < count; i += 2) {  // half of them of ordinary size
      a[i] = static_cast<half>(std::remainder(static_cast<float>(i) * 0.37f, 20.0f));
      b[i] = static_cast<half>(std::remainder(static_cast<float>(i) * 0.73f, 3.0f));
    }
    const auto out = gpu().array<half>(8 * count);
    const auto flags = gpu().array<cl_int>(count);
    gpu().run(gpu().build("half.cl", "", width), "arithmetic", {count}, cl::NullRange, gpu().array(a), gpu().array(b),
              out, flags);
    std::vector<half> want;
    std::vector<cl_int> want_flags;
    for (std::size_t i = 0; i < count; ++i) {
      const half x = a[i], y = b[i];
      const auto wide = [](half value) { return static_cast<long double>(value); };
      // Sums and products of two halves are exact in long double, so this rounds once.
      for (const long double value : {wide(x) + wide(y), wide(x) - wide(y), wide(x) * wide(y), wide(x) / wide(y),
                                      wide(x) * wide(y) + wide(x), wide(x < y ? x : y), -wide(x), std::fabs(wide(y))})
        want.push_back(static_cast<half>(value));
      want_flags.push_back((x < y) | (x <= y) << 1 | (x == y) << 2 | (x != y) << 3 | (x > y) << 4 | (x >= y) << 5 |
                           (x != x) << 6 | static_cast<int>(std::isinf(wide(x))) << 7);
    }
    expect_same_halves(gpu().read(out), want);
    expect_same(gpu().read(flags), want_flags, "comparisons");
  });
}

TEST(Half, Vectors) {
  REQUIRE_EXTENSION("cl_khr_fp16");
  for_each_width([](unsigned width) {
    const std::size_t count = 200;
    const auto a = random_uniform<half>(4 * count, 142, -4, 4), b = random_uniform<half>(4 * count, 143, -4, 4);
    const auto out = gpu().array<half>(4 * count);
    gpu().run(gpu().build("half.cl", "", width), "vectors", {count}, cl::NullRange, gpu().array(a), gpu().array(b),
              out);
    std::vector<half> want(4 * count);
    for (std::size_t i = 0; i < count; ++i) {
      const half *x = &a[4 * i], *y = &b[4 * i];
      const float add[4] = {0.5f, 1.0f, -2.0f, 4.0f};
      half v[4];
      for (int c = 0; c < 4; ++c) {
        const half product = static_cast<half>(static_cast<float>(x[c]) * static_cast<float>(y[3 - c]));
        v[c] = static_cast<half>(static_cast<float>(product) + add[c]);
      }
      v[0] = std::max(v[0], v[2]), v[1] = std::max(v[1], v[3]);
      v[3] = static_cast<half>(static_cast<float>(v[3]) * static_cast<float>(i));
      const int order[4] = {1, 0, 3, 2};
      for (int c = 0; c < 4; ++c)
        want[4 * i + c] = static_cast<half>(static_cast<float>(v[order[c]]) - static_cast<float>(y[c]));
    }
    expect_same_halves(gpu().read(out), want);
  });
}

TEST(Half, MixedWithFloat) {
  REQUIRE_EXTENSION("cl_khr_fp16");
  for_each_width([](unsigned width) {
    const std::size_t count = 128;
    const int steps = 20;
    const auto in = random_uniform<half>(count, 144, -4, 4);
    const auto out = gpu().array<float>(count);
    gpu().run(gpu().build("half.cl", "", width), "accumulate", {count}, cl::NullRange, gpu().array(in), out, steps);
    std::vector<float> want(count);
    for (std::size_t i = 0; i < count; ++i) {
      half sum = 0;
      for (int k = 0; k < steps; ++k) {
        sum = static_cast<half>(static_cast<float>(sum) + static_cast<float>(in[(i + k) % count]));
        want[i] += static_cast<float>(sum);
      }
    }
    expect_same(gpu().read(out), want);
  });
}

}  // namespace
}  // namespace suite
