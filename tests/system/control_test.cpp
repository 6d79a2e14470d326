// Divergent control flow, calls, private arrays, spills: the kernels' functions are plain C, so the host
// runs the very same text.
#include <algorithm>
#include <cmath>

#include "compare.h"
#include "gpu.h"

namespace suite {
namespace host {

using uint = std::uint32_t;
using uchar = std::uint8_t;
using ushort = std::uint16_t;
#define NOINLINE
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wimplicit-fallthrough"
#pragma GCC diagnostic ignored "-Wsign-compare"
#include "kernels/control.inc"
#pragma GCC diagnostic pop
#undef NOINLINE

}  // namespace host

namespace {

template <class In, class Out>
void check(const char* name, Out (*reference)(In), std::size_t count, unsigned width, const std::string& options = {}) {
  const auto in = integers<In>(count, 50);
  const auto out = gpu().array<Out>(count);
  gpu().run(gpu().build("control.cl", options, width), name, {count}, cl::NullRange, gpu().array(in), out);
  std::vector<Out> want(count);
  std::transform(in.begin(), in.end(), want.begin(), reference);
  expect_same(gpu().read(out), want, name);
}

TEST(Control, Switch) {
  for_each_width([](unsigned width) { check("switches", host::classify, 500, width); });
}
TEST(Control, NestedLoops) {
  for_each_width([](unsigned width) { check("loops", host::wander, 300, width); });
}
TEST(Control, Branches) {
  for_each_width([](unsigned width) { check("branches", host::decide, 500, width); });
}
TEST(Control, EarlyReturn) {
  for_each_width([](unsigned width) { check("returns", host::fibonacci, 500, width); });
}
TEST(Control, Calls) {
  for_each_width([](unsigned width) { check("calls", host::call, 300, width); });
}
TEST(Control, SmallPrivateArray) {
  for_each_width([](unsigned width) { check("small_arrays", host::small_array, 300, width); });
}
TEST(Control, LargePrivateArray) {
  for_each_width([](unsigned width) { check("large_arrays", host::heap_sort, 100, width); });
}
TEST(Control, BytePrivateArray) {
  for_each_width([](unsigned width) { check("byte_arrays", host::byte_array, 100, width); });
}

// Without optimisation, every variable is in memory, every function is called, and descriptors are in registers.
TEST(Control, Unoptimised) {
  const std::string options = "-cl-opt-disable";
  check("switches", host::classify, 100, 0, options);
  check("loops", host::wander, 100, 0, options);
  check("branches", host::decide, 100, 0, options);
  check("returns", host::fibonacci, 100, 0, options);
  check("calls", host::call, 100, 0, options);
  check("small_arrays", host::small_array, 100, 0, options);
  check("byte_arrays", host::byte_array, 50, 0, options);
}

TEST(Control, Spill) {
  for_each_width([](unsigned width) {
    const std::size_t count = 64;
    const auto in = random_uniform<float>(16 * count, 51, -2, 2);
    const auto out = gpu().array<float>(16 * count);
    gpu().run(gpu().build("control.cl", "", width), "spill", {count}, {64}, gpu().array(in), out);
    std::vector<float> want(16 * count);
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t c = 0; c < 16; ++c) {
        const auto v = [&](std::size_t k, std::size_t component) { return in[(i + k) % count * 16 + component]; };
        float sum = 0;
        for (std::size_t k = 0; k < 14; ++k) sum = std::fma(v(k, c), v(13 - k, c), sum * 0.5f);
        for (std::size_t k = 0; k < 14; ++k) sum += v(k, 15 - c);
        want[16 * i + c] = sum;
      }
    }
    expect_same(gpu().read(out), want);
  });
}

}  // namespace
}  // namespace suite
