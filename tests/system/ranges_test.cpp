// Ranges of one to three dimensions, with offsets, odd sizes and uneven groups; constants.
#include "compare.h"
#include "gpu.h"

namespace suite {
namespace {

struct Shape {
  std::vector<std::size_t> global, local, offset;  // local may be empty: the driver's choice
};

cl::NDRange range(const std::vector<std::size_t>& sizes) {
  switch (sizes.size()) {
    case 1: return {sizes[0]};
    case 2: return {sizes[0], sizes[1]};
    case 3: return {sizes[0], sizes[1], sizes[2]};
    default: return {};
  }
}

TEST(Ranges, Places) {
  const Shape shapes[] = {{{1}, {1}, {}},
                          {{64}, {64}, {5}},
                          {{300}, {20}, {1000}},
                          {{77}, {77}, {}},
                          {{35}, {}, {3}},
                          {{12, 10}, {3, 5}, {7, 9}},
                          {{31, 17}, {31, 1}, {}},
                          {{8, 6, 4}, {4, 3, 2}, {1, 2, 3}},
                          {{5, 7, 3}, {5, 7, 3}, {100, 0, 50}},
                          {{9, 1, 2}, {}, {}}};
  for_each_width([&](unsigned width) {
    for (const Shape& shape : shapes) {
      const std::size_t dims = shape.global.size();
      std::size_t items = 1;
      for (const std::size_t size : shape.global) items *= size;
      const auto out = gpu().array(std::vector<cl_uint>(22 * items, 0xDEADBEEF));
      gpu().run_at(gpu().build("ranges.cl", "", width), "places", range(shape.offset), range(shape.global),
                   range(shape.local), out);
      const auto got = gpu().read(out);
      const auto of = [dims](const std::vector<std::size_t>& list, std::size_t d, std::size_t otherwise) {
        return d < dims && d < list.size() ? list[d] : otherwise;
      };
      for (std::size_t item = 0; item < items; ++item) {
        const cl_uint* at = &got[22 * item];
        std::size_t rest = item;
        for (std::size_t d = 0; d < 3; ++d) {
          const std::size_t size = of(shape.global, d, 1), index = rest % size;
          rest /= size;
          const std::size_t local = at[9 + d];  // what the driver chose, if it chose
          ASSERT_TRUE(local != 0 && size % local == 0) << local;
          ASSERT_EQ(local, shape.local.empty() ? local : of(shape.local, d, 1));
          const std::size_t offset = of(shape.offset, d, 0);
          const std::size_t want[7] = {index + offset, index % local, index / local, local, size / local, size, offset};
          for (std::size_t k = 0; k < 7; ++k)
            ASSERT_EQ(at[3 * k + d], want[k]) << "value " << k << " dimension " << d << " item " << item;
        }
        ASSERT_EQ(at[21], dims);
      }
    }
  });
}

TEST(Ranges, RequiredGroupSize) {
  for_each_width([](unsigned width) {
    const std::size_t items = 8 * 16 * 6;
    const auto out = gpu().array<cl_uint>(items);
    gpu().run(gpu().build("ranges.cl", "", width), "fixed", {8, 16, 6}, {4, 8, 2}, out);
    std::vector<cl_uint> want(items);
    for (cl_uint i = 0; i < items; ++i) want[i] = i / 64 * 1000 + 63 - i % 64;
    expect_same(gpu().read(out), want);
  });
}

TEST(Ranges, GroupsOfOne) {
  for_each_width([](unsigned width) {
    const auto out = gpu().array<cl_uint>(50);
    gpu().run(gpu().build("ranges.cl", "", width), "single", {50}, {1}, out);
    expect_same(gpu().read(out), std::vector<cl_uint>(50, 100));
  });
}

TEST(OpenCl2, UnevenGroups) {
  REQUIRE(gpu().has_opencl2());
  for_each_width([](unsigned width) {
    const cl_uint w = 37, h = 11, lw = 8, lh = 4;
    const auto out = gpu().array<cl_uint>(4 * w * h);
    gpu().run(gpu().build("ranges.cl", "-cl-std=CL2.0", width), "uneven", {w, h}, {lw, lh}, out);
    std::vector<cl_uint> want(4 * w * h);
    for (cl_uint y = 0; y < h; ++y) {
      for (cl_uint x = 0; x < w; ++x) {
        const cl_uint sx = std::min(lw, w - x / lw * lw), sy = std::min(lh, h - y / lh * lh), i = y * w + x;
        want[4 * i] = sx, want[4 * i + 1] = sy, want[4 * i + 2] = 804;
        want[4 * i + 3] = i * 1000 + y % lh * sx + x % lw;
      }
    }
    expect_same(gpu().read(out), want);
  });
}

TEST(Ranges, Constants) {
  for_each_width([](unsigned width) {
    const std::size_t count = 200;
    const auto given = integers<cl_int>(7, 90);
    const auto out = gpu().array<cl_int>(count);
    gpu().run(gpu().build("ranges.cl", "", width), "constants", {count}, cl::NullRange, out, gpu().array(given));
    const int table[] = {3, 1, 4, 1, 5}, weights[2][2] = {{1, 3}, {5, 7}};
    std::vector<cl_int> want(count);
    for (std::size_t i = 0; i < count; ++i) want[i] = table[i % 5] * 100 + weights[i & 1][i >> 1 & 1] + given[i % 7];
    expect_same(gpu().read(out), want);
  });
}

}  // namespace
}  // namespace suite
