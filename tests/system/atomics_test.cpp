// Atomics: results that do not depend on the order, and protocols that only work if they are atomic.
#include <algorithm>
#include <array>
#include <numeric>

#include "compare.h"
#include "gpu.h"

namespace suite {
namespace {

using Nine = std::array<cl_int, 9>;
constexpr Nine kStart = {5, 7, 100, 200, 1000, -1000, -1, 0, 0x1234};

void apply(Nine& p, cl_uint i) {
  p[0] += static_cast<cl_int>(i * 3 + 1);
  p[1] -= static_cast<cl_int>(i * 5);
  ++p[2];
  --p[3];
  p[4] = std::min(p[4], static_cast<cl_int>(i ^ 0x33) - 20);
  p[5] = std::max(p[5], static_cast<cl_int>(i ^ 0x33) - 20);
  p[6] &= ~(1 << (i % 31));
  p[7] |= 1 << (i % 29);
  p[8] ^= static_cast<cl_int>(i * 2654435761U);
}

TEST(Atomics, Global) {
  for_each_width([](unsigned width) {
    const cl_uint count = 1000;
    const auto p = gpu().array(std::vector<cl_int>(kStart.begin(), kStart.end()));
    gpu().run(gpu().build("atomics.cl", "", width), "global_atomics", {count}, cl::NullRange, p);
    Nine want = kStart;
    for (cl_uint i = 0; i < count; ++i) apply(want, i);
    expect_same(gpu().read(p), {want.begin(), want.end()});
  });
}

TEST(Atomics, Local) {
  for_each_width([](unsigned width) {
    const cl_uint local = 100, groups = 4;
    std::vector<cl_int> start, want;
    for (cl_uint g = 0; g < groups; ++g) {
      start.insert(start.end(), kStart.begin(), kStart.end());
      Nine p = kStart;
      for (cl_uint i = 0; i < local; ++i) apply(p, i);
      want.insert(want.end(), p.begin(), p.end());
    }
    const auto out = gpu().array(start);
    gpu().run(gpu().build("atomics.cl", "", width), "local_atomics", {local * groups}, {local}, out);
    expect_same(gpu().read(out), want);
  });
}

TEST(Atomics, Unsigned) {
  for_each_width([](unsigned width) {
    const cl_uint count = 500;
    const auto p = gpu().array(std::vector<cl_uint>{0xF0000000U, 5, 9});
    gpu().run(gpu().build("atomics.cl", "", width), "unsigned_atomics", {count}, cl::NullRange, p);
    std::vector<cl_uint> want = {0xF0000000U, 5, 9};
    for (cl_uint i = 0; i < count; ++i) {
      const cl_uint value = i * 2654435761U;
      want[0] = std::min(want[0], value), want[1] = std::max(want[1], value), want[2] += value;
    }
    expect_same(gpu().read(p), want);
  });
}

TEST(Atomics, Tickets) {
  for_each_width([](unsigned width) {
    const cl_int count = 2000;
    const auto counter = gpu().array(std::vector<cl_int>{0}), last = gpu().array(std::vector<cl_int>{-1});
    const auto owner = gpu().array(std::vector<cl_int>(count, -1));
    gpu().run(gpu().build("atomics.cl", "", width), "tickets", {2000}, {100}, counter, owner, last);
    EXPECT_EQ(gpu().read(counter)[0], count);
    auto owners = gpu().read(owner);
    std::sort(owners.begin(), owners.end());
    std::vector<cl_int> want(count);
    std::iota(want.begin(), want.end(), 0);
    expect_same(owners, want);
    const cl_int final_owner = gpu().read(last)[0];
    EXPECT_TRUE(final_owner >= 0 && final_owner < count);
  });
}

TEST(Atomics, CompareExchange) {
  for_each_width([](unsigned width) {
    const cl_int count = 300;
    const auto head = gpu().array(std::vector<cl_int>{-1}), next = gpu().array(std::vector<cl_int>(count, -2));
    const auto program = gpu().build("atomics.cl", "", width);
    gpu().run(program, "push", {300}, cl::NullRange, head, next);
    const auto links = gpu().read(next);
    std::vector<bool> seen(count);
    cl_int length = 0;
    for (cl_int at = gpu().read(head)[0]; at != -1; at = links[at], ++length) {
      ASSERT_TRUE(at >= 0 && at < count && !seen[at]) << at;
      seen[at] = true;
    }
    EXPECT_EQ(length, count);

    std::vector<float> in(count);
    std::iota(in.begin(), in.end(), 1.0f);  // whole numbers: the order of the sum does not matter
    const auto sum = gpu().array(std::vector<float>{0.5f});
    gpu().run(program, "float_sum", {300}, cl::NullRange, sum, gpu().array(in));
    EXPECT_EQ(gpu().read(sum)[0], 0.5f + 300 * 301 / 2);
  });
}

TEST(Atomics, ExchangeFloat) {
  for_each_width([](unsigned width) {
    const std::size_t count = 256;
    const auto slot = gpu().array(std::vector<float>{-1.0f});
    const auto got = gpu().array<float>(count);
    gpu().run(gpu().build("atomics.cl", "", width), "exchange_float", {count}, cl::NullRange, slot, got);
    auto all = gpu().read(got);  // with the last value of the slot: -1 and every id, each once
    all.push_back(gpu().read(slot)[0]);
    std::sort(all.begin(), all.end());
    std::vector<float> want(count + 1);
    std::iota(want.begin(), want.end(), -1.0f);
    expect_same(all, want);
  });
}

}  // namespace
}  // namespace suite
