// OpenCL C 2.0: generic pointers, work-group functions, C11 atomics, program-scope variables.
#include <algorithm>
#include <numeric>

#include "compare.h"
#include "gpu.h"

namespace suite {
namespace {

constexpr const char* kOptions = "-cl-std=CL2.0";

TEST(OpenCl2, GenericPointers) {
  REQUIRE(gpu().has_opencl2());
  for_each_width([](unsigned width) {
    const cl_int count = 256, local = 64;
    const auto data = integers<cl_int>(count, 110);
    const auto out = gpu().array<cl_int>(3 * count);
    gpu().run(gpu().build("opencl2.cl", kOptions, width), "generic_pointers", {256}, {64}, gpu().array(data), out);
    const auto total = [](auto&& value) {
      cl_int sum = 0;
      for (cl_int k = 0; k < 4; ++k) sum = sum * 3 + value(k);
      return sum;
    };
    std::vector<cl_int> want(3 * count);
    for (cl_int i = 0; i < count; ++i) {
      const cl_int group = i / local * local, l = i % local;
      const auto shared = [&](cl_int k) { return data[group + (l & 60) + k] * 2; };
      const cl_int own = total([&](cl_int k) { return data[i] + k; });
      const cl_int global = total([&](cl_int k) { return data[(i & ~3) + k]; });
      want[3 * i] = i % 3 == 0 ? own : i % 3 == 1 ? total(shared) : global;
      want[3 * i + 1] = i % 3 == 1;
      want[3 * i + 2] = total(shared);
    }
    expect_same(gpu().read(out), want);
  });
}

TEST(OpenCl2, WorkGroupFunctions) {
  REQUIRE(gpu().has_opencl2());
  for_each_width([](unsigned width) {
    for (const std::size_t local : {32, 96}) {
      const std::size_t groups = 4, count = local * groups;
      auto in = random_uniform<cl_int>(count, 111, -5000, 5000);
      const auto floats = random_uniform<float>(count, 112, -100, 100);
      for (std::size_t i = 0; i < local; ++i) in[i] = std::min(in[i], 0);  // one group without a large number
      const auto out = gpu().array<cl_int>(10 * count);
      const auto float_out = gpu().array<float>(2 * count);
      gpu().run(gpu().build("opencl2.cl", kOptions, width), "group_functions", {count}, {local}, gpu().array(in), out,
                gpu().array(floats), float_out);
      std::vector<cl_int> want(10 * count);
      std::vector<float> want_floats(2 * count);
      for (std::size_t g = 0; g < groups; ++g) {
        const auto first = in.begin() + g * local, last = first + local;
        cl_int running = 0, max = INT32_MIN, least = INT32_MAX;
        float peak = -INFINITY;
        for (std::size_t l = 0; l < local; ++l) {
          const std::size_t i = g * local + l;
          cl_int* to = &want[10 * i];
          to[0] = std::accumulate(first, last, 0);
          to[1] = *std::min_element(first, last), to[2] = *std::max_element(first, last);
          to[3] = running, to[4] = running += in[i];
          to[5] = max = std::max(max, in[i]);
          to[6] = least, least = std::min(least, in[i]);
          to[7] = first[5];
          to[8] = 1;
          to[9] = *std::max_element(first, last) > 1000;
          want_floats[2 * i] = *std::max_element(floats.begin() + g * local, floats.begin() + (g + 1) * local);
          want_floats[2 * i + 1] = peak = std::max(peak, floats[i]);
        }
      }
      auto got = gpu().read(out);
      for (std::size_t i = 0; i < count; ++i) {  // any non-zero number is true
        for (const std::size_t k : {8, 9}) got[10 * i + k] = got[10 * i + k] != 0;
      }
      expect_same(got, want);
      expect_same(gpu().read(float_out), want_floats);
    }
  });
}

TEST(OpenCl2, Atomics) {
  REQUIRE(gpu().has_opencl2());
  for_each_width([](unsigned width) {
    const cl_int count = 400;
    const auto p = gpu().array(std::vector<cl_int>{1, 2, 0, -1, 5, 1000, -5, 0, 9, 0});
    const auto u = gpu().array(std::vector<cl_uint>{3});
    const auto got = gpu().array<cl_int>(count);
    const auto program = gpu().build("opencl2.cl", kOptions, width);
    gpu().run(program, "c11_atomics", {400}, {100}, p, u, got);
    std::vector<cl_int> want = {1, 2, 0, -1, 5, 1000, -5, count, 9, 77};
    cl_uint max = 3;
    for (cl_int i = 0; i < count; ++i) {
      want[0] += i, want[1] -= i, want[2] |= 1 << (i % 31), want[3] &= ~(1 << (i % 31)), want[4] ^= i * 7919;
      want[5] = std::min(want[5], 500 - i), want[6] = std::max(want[6], 3 * i), want[8] += 2 * i;
      max = std::max(max, static_cast<cl_uint>(i) * 2654435761U);
    }
    expect_same(gpu().read(p), want);
    EXPECT_EQ(gpu().read(u)[0], max);
    auto tickets = gpu().read(got);
    std::sort(tickets.begin(), tickets.end());
    std::vector<cl_int> all(count);
    std::iota(all.begin(), all.end(), 0);
    expect_same(tickets, all, "tickets");

    const auto out = gpu().array<cl_int>(2 * 160);
    gpu().run(program, "c11_local", {160}, {80}, out);
    std::vector<cl_int> want_local;
    for (int i = 0; i < 160; ++i) want_local.insert(want_local.end(), {10 + 79 * 80 / 2, -1});
    expect_same(gpu().read(out), want_local, "local");
  });
}

TEST(OpenCl2, LocalLongAtomics) {
  REQUIRE(gpu().has_opencl2());
  REQUIRE_EXTENSION("cl_khr_int64_base_atomics");
  for_each_width([](unsigned width) {
    const std::size_t local = 64, count = 2 * local;
    const auto out = gpu().array<cl_long>(count);
    gpu().run(gpu().build("opencl2.cl", kOptions, width), "c11_local_longs", {count}, {local}, out);
    std::vector<cl_long> want(count);
    for (std::size_t i = 0; i < count; ++i) {
      want[i] = cl_long{1} << (32 + i % 4);
      for (std::size_t other = i % 4; other < local; other += 4) want[i] += static_cast<cl_long>(other) << 8;
    }
    expect_same(gpu().read(out), want);
  });
}

TEST(OpenCl2, ProgramScope) {
  REQUIRE(gpu().has_opencl2());
  const auto out = gpu().array<cl_int>(2);
  const auto program = gpu().build("opencl2.cl", std::string(kOptions));
  for (int call = 0; call < 3; ++call) {
    gpu().run(program, "program_scope", {32}, {32}, out);
    expect_same(gpu().read(out), {41 + call, static_cast<cl_int>((3.5f + static_cast<float>(call)) * 10 + 4.5f)},
                "call " + std::to_string(call));
  }
}

}  // namespace
}  // namespace suite
