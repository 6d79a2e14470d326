// Sub-groups: the lanes of one EU thread, at every SIMD width.
#include <algorithm>
#include <numeric>

#include "compare.h"
#include "gpu.h"

namespace suite {
namespace {

constexpr const char* kSubGroupOptions = "-cl-std=CL2.0";
constexpr std::size_t kLocal = 64, kCount = 192;

cl::Program program(unsigned width) { return gpu().build("subgroups.cl", kSubGroupOptions, width); }

TEST(SubGroup, Places) {
  REQUIRE_EXTENSION("cl_intel_subgroups");
  for_each_width([](unsigned width) {
    for (const std::size_t local : {std::size_t{64}, std::size_t{40}}) {  // 40: a last sub-group that is not full
      const std::size_t count = 3 * local;
      const auto out = gpu().array<cl_uint>(6 * count);
      gpu().run(program(width), "places", {count}, {local}, out);
      std::vector<cl_uint> want;
      const auto total = static_cast<cl_uint>((local + width - 1) / width);
      for (std::size_t i = 0; i < count; ++i) {
        const auto l = static_cast<cl_uint>(i % local), id = l / width;
        const cl_uint size = std::min(width, static_cast<cl_uint>(local) - id * width);
        want.insert(want.end(), {l % width, size, width, id, total, total});
      }
      expect_same(gpu().read(out), want);
    }
  });
}

// Calls `body(first, last)` for the items of every sub-group.
template <class Body>
void for_each_sub_group(unsigned width, const Body& body) {
  for (std::size_t first = 0; first < kCount; first += width) body(first, first + width);
}

TEST(SubGroup, Collective) {
  REQUIRE_EXTENSION("cl_intel_subgroups");
  for_each_width([](unsigned width) {
    const auto in = random_uniform<cl_int>(kCount, 120, -1000, 1000);
    const auto out = gpu().array<cl_int>(12 * kCount);
    gpu().run(program(width), "collective", {kCount}, {kLocal}, gpu().array(in), out);
    std::vector<cl_int> want(12 * kCount);
    for_each_sub_group(width, [&](std::size_t first, std::size_t last) {
      const auto begin = in.begin() + first, end = in.begin() + last;
      cl_int running = 0, least = INT32_MAX, max = INT32_MIN;
      for (std::size_t i = first; i < last; ++i) {
        cl_int* to = &want[12 * i];
        to[0] = std::accumulate(begin, end, 0), to[1] = *std::min_element(begin, end),
        to[2] = *std::max_element(begin, end);
        to[3] = running, to[4] = running += in[i];
        to[5] = least = std::min(least, in[i]);
        to[6] = max, max = std::max(max, in[i]);
        to[7] = begin[3];
        to[8] = *std::max_element(begin, end) > 100, to[9] = 1;
        to[10] = end[-1];
        to[11] = static_cast<cl_int>(width * (width - 1) / 2);
      }
    });
    auto got = gpu().read(out);
    for (std::size_t i = 0; i < kCount; ++i) {
      for (const std::size_t k : {8, 9}) got[12 * i + k] = got[12 * i + k] != 0;
    }
    expect_same(got, want);
  });
}

TEST(SubGroup, CollectiveWide) {
  REQUIRE_EXTENSION("cl_intel_subgroups");
  for_each_width([](unsigned width) {
    const auto in = integers<cl_long>(kCount, 121);
    const auto floats = random_uniform<float>(kCount, 122, -10, 10);
    const auto out = gpu().array<cl_long>(4 * kCount);
    const auto float_out = gpu().array<float>(3 * kCount);
    gpu().run(program(width), "collective_wide", {kCount}, {kLocal}, gpu().array(in), out, gpu().array(floats),
              float_out);
    std::vector<cl_long> want(4 * kCount);
    std::vector<float> want_floats(3 * kCount);
    for_each_sub_group(width, [&](std::size_t first, std::size_t last) {
      cl_long sum = 0, max = INT64_MIN;
      float peak = -INFINITY, least = INFINITY;
      for (std::size_t i = first; i < last; ++i) sum += in[i], peak = std::max(peak, floats[i]);
      for (std::size_t i = first; i < last; ++i) {
        max = std::max(max, in[i]), least = std::min(least, floats[i]);
        want[4 * i] = sum, want[4 * i + 1] = max, want[4 * i + 2] = in[first + 2];
        want[4 * i + 3] = in[first + ((i - first) ^ 1)];
        want_floats[3 * i] = peak, want_floats[3 * i + 1] = least, want_floats[3 * i + 2] = floats[first];
      }
    });
    expect_same(gpu().read(out), want);
    expect_same(gpu().read(float_out), want_floats);
  });
}

TEST(SubGroup, Shuffles) {
  REQUIRE_EXTENSION("cl_intel_subgroups");
  for_each_width([](unsigned width) {
    const auto in = random_bits<cl_uint>(kCount, 123);
    const auto out = gpu().array<cl_uint>(7 * kCount);
    gpu().run(program(width), "shuffles", {kCount}, {kLocal}, gpu().array(in), out);
    std::vector<cl_uint> want(7 * kCount);
    for_each_sub_group(width, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) {
        const std::size_t lane = i - first;
        cl_uint* to = &want[7 * i];
        to[0] = in[first + (lane * 5 + 3) % width];
        to[1] = in[first + in[i] % width];
        to[2] = in[first + (lane ^ 5)];
        to[3] = lane + 2 < width ? in[i + 2] : in[first + lane + 2 - width] + 1;
        to[4] = lane >= 3 ? in[i - 3] + 1 : in[first + lane + width - 3];
        to[5] = in[last - 1 - lane] & 0xFFFF;
        const cl_uint y = in[first + (lane ^ 2)];
        to[6] = y ^ (y + 1) * 3 ^ (y + 2) * 5 ^ (y + 3) * 7;
      }
    });
    expect_same(gpu().read(out), want);
  });
}

TEST(SubGroup, Blocks) {
  REQUIRE_EXTENSION("cl_intel_subgroups");
  for (const unsigned width : {8U, 16U}) {  // the compiler has none for SIMD32
    SCOPED_TRACE(width);
    const auto in = random_bits<cl_uint>(8 * kCount, 124);
    const auto out = gpu().array(std::vector<cl_uint>(8 * kCount)), out8 = gpu().array<cl_uint>(8 * kCount);
    gpu().run(gpu().build("blocks.cl", kSubGroupOptions, width), "blocks", {kCount}, {kLocal}, gpu().array(in), out);
    gpu().run(gpu().build("blocks.cl", kSubGroupOptions, width), "blocks8", {kCount}, {kLocal}, gpu().array(in), out8);
    std::vector<cl_uint> want(8 * kCount), want8(8 * kCount);
    for_each_sub_group(width, [&](std::size_t first, std::size_t) {
      const std::size_t base = 8 * first;
      const std::size_t from[7] = {0, 2, 1, 6, 5, 4, 3};
      for (std::size_t lane = 0; lane < width; ++lane) {
        for (std::size_t k = 0; k < 7; ++k)
          want[base + k * width + lane] = in[base + from[k] * width + lane] + (k == 0);
        for (std::size_t k = 0; k < 8; ++k) want8[base + k * width + lane] = in[base + (7 - k) * width + lane];
      }
    });
    expect_same(gpu().read(out), want, "1, 2 and 4");
    expect_same(gpu().read(out8), want8, "8");
  }
}

TEST(SubGroup, ShortBlocks) {
  REQUIRE_EXTENSION("cl_intel_subgroups_short");
  for (const unsigned width : {8U, 16U}) {  // the compiler has none for SIMD32
    SCOPED_TRACE(width);
    const auto in = random_bits<cl_ushort>(4 * kCount, 125);
    const auto out = gpu().array<cl_ushort>(4 * kCount);
    gpu().run(gpu().build("blocks.cl", kSubGroupOptions, width), "blocks_short", {kCount}, {kLocal}, gpu().array(in),
              out);
    std::vector<cl_ushort> want(4 * kCount);
    for_each_sub_group(width, [&](std::size_t first, std::size_t) {
      for (std::size_t k = 0; k < 4; ++k) {
        for (std::size_t lane = 0; lane < width; ++lane)
          want[4 * first + k * width + lane] =
              static_cast<cl_ushort>(in[4 * first + (k + 3) % 4 * width + lane] + k + 1);
      }
    });
    expect_same(gpu().read(out), want);
  }
}

TEST(SubGroup, Divergent) {
  REQUIRE_EXTENSION("cl_intel_subgroups");
  for_each_width([](unsigned width) {
    const auto in = random_uniform<cl_int>(kCount, 126, -1000, 1000);
    const auto out = gpu().array<cl_int>(kCount);
    gpu().run(program(width), "divergent", {kCount}, {kLocal}, gpu().array(in), out);
    std::vector<cl_int> want(kCount);
    for_each_sub_group(width, [&](std::size_t first, std::size_t last) {
      const bool odd = (first % kLocal / width) % 2 != 0;
      const cl_int sum = std::accumulate(in.begin() + first, in.begin() + last, 0);
      cl_int running = 0;
      for (std::size_t i = first; i < last; ++i) {
        cl_int x = in[i];
        if (odd) x = sum - x;
        for (std::size_t k = 0; !odd && k <= (i - first) % 3; ++k) x = x * 3 + static_cast<cl_int>(k);
        want[i] = running += x;
      }
    });
    expect_same(gpu().read(out), want);
  });
}

}  // namespace
}  // namespace suite
