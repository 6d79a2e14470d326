// Work items that cooperate: tiles, reductions, scans, histograms, sorts.
#include <algorithm>
#include <numeric>

#include "compare.h"
#include "gpu.h"

namespace suite {
namespace {

TEST(Groups, MatrixMultiply) {
  for_each_width([](unsigned width) {
    const int n = 64;
    const auto a = random_uniform<float>(n * n, 20, -1, 1), b = random_uniform<float>(n * n, 21, -1, 1);
    const auto c = gpu().array<float>(n * n);
    gpu().run(gpu().build("groups.cl", "", width), "matrix_multiply", {n, n}, {16, 16}, gpu().array(a), gpu().array(b),
              c, n);
    std::vector<float> want(n * n);
    for (int row = 0; row < n; ++row) {
      for (int column = 0; column < n; ++column) {
        float sum = 0;
        for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
        want[row * n + column] = sum;
      }
    }
    expect_same(gpu().read(c), want);
  });
}

TEST(Groups, Reduce) {
  for_each_width([](unsigned width) {
    for (const std::size_t local : {16, 64, 256}) {
      const std::size_t groups = 6;
      const auto in = integers<cl_int>(local * groups, 22);
      const auto sums = gpu().array<cl_int>(groups), least = gpu().array<cl_int>(groups),
                 max = gpu().array<cl_int>(groups);
      gpu().run(gpu().build("groups.cl", "", width), "reduce", {local * groups}, {local}, gpu().array(in), sums, least,
                max, cl::Local(local * sizeof(cl_int)));
      std::vector<cl_int> want_sums, want_least, want_max;
      for (std::size_t g = 0; g < groups; ++g) {
        const auto first = in.begin() + g * local, last = first + local;
        want_sums.push_back(std::accumulate(first, last, 0));
        want_least.push_back(*std::min_element(first, last));
        want_max.push_back(*std::max_element(first, last));
      }
      expect_same(gpu().read(sums), want_sums, "sum");
      expect_same(gpu().read(least), want_least, "minimum");
      expect_same(gpu().read(max), want_max, "maximum");
    }
  });
}

TEST(Groups, ReduceDouble) {
  REQUIRE_EXTENSION("cl_khr_fp64");
  for_each_width([](unsigned width) {
    const std::size_t local = 128, groups = 4;
    const auto in = random_uniform<double>(local * groups, 23, -1e6, 1e6);
    const auto sums = gpu().array<double>(groups);
    gpu().run(gpu().build("groups.cl", "", width), "reduce_double", {local * groups}, {local}, gpu().array(in), sums,
              cl::Local(local * sizeof(double)));
    std::vector<double> want;
    for (std::size_t g = 0; g < groups; ++g) {
      std::vector<double> tree(in.begin() + g * local, in.begin() + (g + 1) * local);
      for (std::size_t step = local / 2; step > 0; step /= 2) {
        for (std::size_t l = 0; l < step; ++l) tree[l] += tree[l + step];
      }
      want.push_back(tree[0]);
    }
    expect_same(gpu().read(sums), want);
  });
}

TEST(Groups, Scan) {
  for_each_width([](unsigned width) {
    const std::size_t local = 64, groups = 5, n = 2 * local;
    const auto in = integers<cl_uint>(n * groups, 24);
    const auto out = gpu().array<cl_uint>(n * groups);
    gpu().run(gpu().build("groups.cl", "", width), "scan", {local * groups}, {local}, gpu().array(in), out,
              cl::Local(n * sizeof(cl_uint)));
    std::vector<cl_uint> want(n * groups);
    for (std::size_t g = 0; g < groups; ++g)
      std::exclusive_scan(in.begin() + g * n, in.begin() + (g + 1) * n, want.begin() + g * n, 0U);
    expect_same(gpu().read(out), want);
  });
}

TEST(Groups, Histogram) {
  for_each_width([](unsigned width) {
    const std::size_t count = 20000;
    auto in = random_bits<std::uint8_t>(count, 25);
    for (std::size_t i = 0; i < count; i += 3) in[i] = 42;  // one bin that everybody wants
    std::vector<cl_uint> want(256);
    for (const std::uint8_t value : in) ++want[value];
    const auto device_in = gpu().array(in);
    for (const char* name : {"histogram_local", "histogram_global"}) {
      const auto bins = gpu().array(std::vector<cl_uint>(256));
      gpu().run(gpu().build("groups.cl", "", width), name, {1024}, {128}, device_in, static_cast<cl_uint>(count), bins);
      expect_same(gpu().read(bins), want, name);
    }
  });
}

TEST(Groups, BitonicSort) {
  for_each_width([](unsigned width) {
    const std::size_t count = 1024;
    const auto program = gpu().build("groups.cl", "", width);
    auto keys = random_bits<cl_uint>(count, 26);
    const auto data = gpu().array(keys);
    for (cl_uint stage = 2; stage <= count; stage *= 2) {
      for (cl_uint distance = stage / 2; distance > 0; distance /= 2)
        gpu().run(program, "bitonic_pass", {count}, cl::NullRange, data, stage, distance);
    }
    std::sort(keys.begin(), keys.end());
    expect_same(gpu().read(data), keys, "global");

    const std::size_t local = 128;
    auto wide = random_bits<cl_ulong>(4 * local, 27);
    const auto wide_data = gpu().array(wide);
    gpu().run(program, "bitonic_local", {4 * local}, {local}, wide_data, cl::Local(local * sizeof(cl_ulong)));
    for (std::size_t g = 0; g < 4; ++g) std::sort(wide.begin() + g * local, wide.begin() + (g + 1) * local);
    expect_same(gpu().read(wide_data), wide, "local");
  });
}

TEST(Groups, Stencil) {
  for_each_width([](unsigned width) {
    const int w = 67, h = 45;
    auto host = random_uniform<float>(w * h, 28, 0, 1);
    auto from = gpu().array(host), to = gpu().array<float>(w * h);
    for (int step = 0; step < 4; ++step) {
      gpu().run(gpu().build("groups.cl", "-cl-mad-enable", width), "stencil", {80, 48}, {16, 8}, from, to, w, h);
      std::swap(from, to);
      auto next = host;
      for (int y = 1; y < h - 1; ++y) {
        for (int x = 1; x < w - 1; ++x) {
          const int i = y * w + x;
          next[i] = 0.5f * host[i] + 0.125f * (((host[i - 1] + host[i + 1]) + host[i - w]) + host[i + w]);
        }
      }
      host = next;
    }
    const auto got = gpu().read(from);
    for (std::size_t i = 0; i < host.size(); ++i) ASSERT_NEAR(got[i], host[i], 1e-6) << i;  // mad may be used
  });
}

TEST(Groups, Transpose) {
  for_each_width([](unsigned width) {
    const int w = 50, h = 37;
    const auto from = random_bits<cl_short>(w * h, 29);
    const auto to = gpu().array<cl_short>(w * h);
    gpu().run(gpu().build("groups.cl", "", width), "transpose", {64, 48}, {16, 16}, gpu().array(from), to, w, h);
    std::vector<cl_short> want(w * h);
    for (int y = 0; y < h; ++y) {
      for (int x = 0; x < w; ++x) want[x * h + y] = from[y * w + x];
    }
    expect_same(gpu().read(to), want);
  });
}

TEST(Groups, LocalTypes) {
  REQUIRE_EXTENSION("cl_khr_fp64");
  for_each_width([](unsigned width) {
    const cl_uint local = 96, count = 3 * local;
    const auto out = gpu().array<cl_uint>(count);
    gpu().run(gpu().build("groups.cl", "", width), "local_types", {count}, {local}, out);
    std::vector<cl_uint> want(count);
    for (cl_uint i = 0; i < count; ++i) {
      const cl_uint o = (i % local * 7 + 3) % local;
      want[i] = (o * 5 & 0xFF) + (o * 777 & 0xFFFF) + o + 3 * (o * o) + 5 * (o ^ 0x5555) + 7 * ~o + 2 * o;
    }
    expect_same(gpu().read(out), want);
  });
}

TEST(Groups, LocalLarge) {
  for_each_width([](unsigned width) {
    const cl_uint local = 64, count = 4 * local, size = 15 * 1024;
    const auto out = gpu().array<cl_uint>(count);
    gpu().run(gpu().build("groups.cl", "", width), "local_large", {count}, {local}, out);
    std::vector<cl_uint> want(count);
    for (cl_uint i = 0; i < count; ++i) {
      for (cl_uint k = i % local; k < size; k += local) want[i] = want[i] * 31 + (size - 1 - k) * 2654435761U;
    }
    expect_same(gpu().read(out), want);
  });
}

}  // namespace
}  // namespace suite
