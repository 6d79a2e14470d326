// Buffers in and out, every width of element, by-value arguments of every kind.
#include <algorithm>
#include <numeric>

#include "compare.h"
#include "gpu.h"

namespace suite {
namespace {

TEST(Basic, VectorAdd) {
  for_each_width([](unsigned width) {
    const std::size_t count = 1000;
    const auto a = random_uniform<float>(count, 1, -100, 100);
    const auto b = random_uniform<float>(count, 2, -100, 100);
    const auto c = gpu().array<float>(count);
    gpu().run(gpu().build("basic.cl", "", width), "vector_add", {1024}, {64}, gpu().array(a), gpu().array(b), c,
              static_cast<cl_uint>(count));
    std::vector<float> want(count);
    std::transform(a.begin(), a.end(), b.begin(), want.begin(), std::plus{});
    expect_same(gpu().read(c), want);
  });
}

TEST(Basic, Saxpy) {
  for_each_width([](unsigned width) {
    const std::size_t count = 4096;
    const auto x = random_uniform<float>(count, 3, -8, 8);
    const auto y = random_uniform<float>(count, 4, -8, 8);
    const auto result = gpu().array(y);
    gpu().run(gpu().build("basic.cl", "", width), "saxpy", {count}, cl::NullRange, 2.5f, gpu().array(x), result);
    std::vector<float> want(count);
    for (std::size_t i = 0; i < count; ++i) want[i] = 2.5f * x[i] + y[i];
    expect_same(gpu().read(result), want);
  });
}

template <class T>
void copy(const char* kernel, std::size_t count, std::size_t items, unsigned width) {
  const auto from = random_bits<T>(count, 5);
  const auto to = gpu().array<T>(count);
  gpu().run(gpu().build("basic.cl", "", width), kernel, {items}, cl::NullRange, gpu().array(from), to);
  expect_same(gpu().read(to), from, kernel);
}

TEST(Basic, CopyEveryWidth) {
  for_each_width([](unsigned width) {
    copy<std::uint8_t>("copy_bytes", 999, 999, width);
    copy<std::uint16_t>("copy_words", 1001, 1001, width);
    copy<std::uint64_t>("copy_quads", 513, 513, width);
    copy<std::uint32_t>("copy_wide", 1600, 100, width);
  });
}

TEST(Basic, GatherScatter) {
  for_each_width([](unsigned width) {
    const std::size_t count = 2048;
    const auto from = random_bits<std::uint32_t>(count, 6);
    std::vector<std::uint32_t> index(count);
    std::iota(index.begin(), index.end(), 0U);
    Random random(7);
    for (std::size_t i = count; i-- > 1;) std::swap(index[i], index[random.below(static_cast<std::uint32_t>(i + 1))]);
    const auto program = gpu().build("basic.cl", "", width);
    const auto device_from = gpu().array(from);
    const auto device_index = gpu().array(index);
    const auto gathered = gpu().array<std::uint32_t>(count);
    const auto scattered = gpu().array<std::uint32_t>(count);
    gpu().run(program, "gather", {count}, {128}, device_from, device_index, gathered);
    gpu().run(program, "scatter", {count}, {128}, device_from, device_index, scattered);
    std::vector<std::uint32_t> want_gathered(count), want_scattered(count);
    for (std::size_t i = 0; i < count; ++i) {
      want_gathered[i] = from[index[i]];
      want_scattered[index[i]] = from[i];
    }
    expect_same(gpu().read(gathered), want_gathered, "gather");
    expect_same(gpu().read(scattered), want_scattered, "scatter");
  });
}

struct Mixed {
  cl_char c;
  cl_short s;
  cl_int i;
  cl_long l;
  cl_float f;
  cl_uchar bytes[5];
};

TEST(Basic, StructArgument) {
  for_each_width([](unsigned width) {
    const Mixed m{-3, 1234, -567890, 1234567890123, 42.75f, {9, 8, 7, 6, 5}};
    const std::size_t count = 100;
    const auto out = gpu().array<cl_long>(count);
    gpu().run(gpu().build("basic.cl", "", width), "struct_argument", {count}, cl::NullRange, m, out);
    std::vector<cl_long> want(count);
    for (std::size_t i = 0; i < count; ++i) {
      const auto n = static_cast<cl_long>(i);
      want[i] = m.c + n * m.s + m.i + m.l * n + 42 + m.bytes[i % 5];
    }
    expect_same(gpu().read(out), want);
  });
}

TEST(Basic, ManyArguments) {
  for_each_width([](unsigned width) {
    const std::size_t count = 256, local = 64;
    const auto a14 = random_uniform<cl_int>(count, 8, -1000, 1000);
    const std::vector<cl_int> a15 = {5, 50, 500, 5000};
    const cl_int2 a9 = {{11, -12}};
    const cl_short4 a10 = {{1, -2, 3, -4}};
    cl_uchar16 a11{};
    a11.s[0] = 200, a11.s[15] = 100;
    const cl_long2 a12 = {{-1LL << 40, 3}};
    const cl_float4 a13 = {{1.5f, 9, 9, 2.25f}};
    const cl_int3 a17 = {{7, 9, 8}};
    const cl_char3 a18 = {{9, -5, 6}};
    const auto out = gpu().array<cl_long>(count);
    gpu().run(gpu().build("basic.cl", "", width), "many_arguments", {count}, {local}, cl_char{-1}, cl_uchar{255},
              cl_short{-300}, cl_ushort{65535}, cl_int{-70000}, cl_uint{4000000000U}, cl_long{-5000000000},
              cl_ulong{6000000000U}, 7.5f, a9, a10, a11, a12, a13, gpu().array(a14), gpu().array(a15),
              cl::Local(local * sizeof(cl_int)), a17, a18, cl_uint{19}, out);
    // The sum as OpenCL C forms it: the first terms in int and uint arithmetic until a6 makes it long.
    const cl_uint narrow = static_cast<cl_uint>(-1 + 255 - 300 + 65535 - 70000) + 4000000000U;
    const cl_long sum = narrow + -5000000000 + 6000000000 + 7 + (11 - 24) + (1 - 4 + 9 - 16) + (200 + 200) +
                        ((-1LL << 40) + 6) + 6 + (7 + 16) + (-5 + 18) + 19;
    std::vector<cl_long> want(count);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t l = local - 1 - i % local;
      want[i] = sum + a14[i - i % local + l] + a15[l % 4];
    }
    expect_same(gpu().read(out), want);
  });
}

}  // namespace
}  // namespace suite
