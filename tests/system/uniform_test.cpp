// Arithmetic on arguments alone. The compiler does it for a single channel, and uses mad in Align16 for doubles.
#include <functional>

#include "compare.h"
#include "gpu.h"
#include "integer_builtins.h"

namespace suite {
namespace {

constexpr std::size_t kItems = 96;

TEST(Uniform, FusedDouble) {
  REQUIRE_EXTENSION("cl_khr_fp64");
  for_each_width([](unsigned width) {
    const auto program = gpu().build("uniform.cl", "", width);
    const auto v = random_uniform<double>(kItems, 1, -100, 100);
    const auto out = gpu().array<double>(kItems);
    for (const double a : {0.1, -3.75, 1e100}) {
      const double b = 0.1 / a + a;
      gpu().run(program, "fused", {kItems}, cl::NullRange, gpu().array(v), out, a, b);
      std::vector<double> want(kItems);
      for (std::size_t i = 0; i < kItems; ++i) want[i] = v[i] + std::fma(a, b, 1.5);
      expect_same(gpu().read(out), want, "fma of " + show(a));
    }
  });
}

TEST(Uniform, FusedDoubleVectors) {
  REQUIRE_EXTENSION("cl_khr_fp64");
  for_each_width([](unsigned width) {
    const cl_double4 a = {{0.1, -0.2, 0.3, 1.7}}, b = {{1.1, 5.5, -7.25, 0.01}};
    const auto v = random_uniform<double>(kItems, 2, -1, 1);
    const auto out = gpu().array<double>(kItems);
    gpu().run(gpu().build("uniform.cl", "", width), "polynomial", {kItems}, cl::NullRange, gpu().array(v), out, a, b);
    const std::size_t swapped[] = {1, 0, 3, 2}, chosen[] = {2, 2, 0, 0};
    double s[4], t[4];
    for (std::size_t k = 0; k < 4; ++k) s[k] = std::fma(a.s[k], b.s[k], a.s[3 - k]);
    for (std::size_t k = 0; k < 4; ++k) t[k] = std::fma(s[swapped[k]], b.s[chosen[k]], s[k]);
    std::vector<double> want(kItems);
    for (std::size_t i = 0; i < kItems; ++i) want[i] = std::fma(t[0], t[1], v[i]) + std::fma(t[2], -t[3], v[i]);
    expect_same(gpu().read(out), want);
  });
}

TEST(Uniform, DoubleFunctions) {
  REQUIRE_EXTENSION("cl_khr_fp64");
  for_each_width([](unsigned width) {
    const auto program = gpu().build("uniform.cl", "", width);
    const auto out = gpu().array<double>(10);
    for (const double a : {0.25, -1.375, 20.0}) {
      const double b = 2.5 + std::fabs(a);
      gpu().run(program, "functions", {32}, cl::NullRange, out, a, b);
      const long double x = a, y = b;
      const std::vector<long double> want = {std::exp(x),  std::log(y), std::sin(x),      std::cos(y),  std::pow(y, x),
                                             std::sqrt(y), x / y,       std::atan2(x, y), std::cbrt(y), std::exp2(-x)};
      expect_ulp(gpu().read(out), want, 16, "functions of " + show(a));
    }
  });
}

TEST(Uniform, Quadwords) {
  for_each_width([](unsigned width) {
    const auto program = gpu().build("uniform.cl", "", width);
    const auto v = integers<cl_long>(kItems, 3);
    const auto out = gpu().array<cl_long>(kItems);
    const auto values = integers<cl_long>(12, 4);
    for (std::size_t k = 0; k + 2 < values.size(); k += 3) {
      const cl_long a = values[k], b = values[k + 1];
      const auto c = static_cast<cl_ulong>(values[k + 2]);
      gpu().run(program, "quadwords", {kItems}, cl::NullRange, gpu().array(v), out, a, b, c);
      const auto high = static_cast<cl_long>(opencl::mul_hi(static_cast<cl_ulong>(a), c));
      const auto largest = static_cast<cl_long>(std::max(c, static_cast<cl_ulong>(b)));
      std::vector<cl_long> want(kItems);
      for (std::size_t i = 0; i < kItems; ++i) want[i] = v[i] + a * b + high + (a < b ? a >> 3 : b << 2) + largest;
      expect_same(gpu().read(out), want, "arguments " + std::to_string(a) + ", " + std::to_string(b));
    }
  });
}

}  // namespace
}  // namespace suite
