// Whole little programs, each against the same algorithm on the host.
#include <array>
#include <bit>
#include <numeric>

#include "compare.h"
#include "gpu.h"

namespace suite {
namespace {

TEST(Programs, Mandelbrot) {
  for_each_width([](unsigned simd) {
    const int width = 64, height = 48, limit = 100;
    const float x0 = -2.2f, y0 = -1.2f, step = 0.05f;
    const auto out = gpu().array<cl_int>(width * height);
    gpu().run(gpu().build("programs.cl", "", simd), "mandelbrot", {width, height}, cl::NullRange, out, width, x0, y0,
              step, limit);
    std::vector<cl_int> want(width * height);
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const float cx = x0 + static_cast<float>(x) * step, cy = y0 + static_cast<float>(y) * step;
        float zx = 0, zy = 0;
        int n = 0;
        for (; n < limit && zx * zx + zy * zy <= 4.0f; ++n) {
          const float xx = zx * zx, yy = zy * zy;
          zy = 2.0f * zx * zy + cy;
          zx = xx - yy + cx;
        }
        want[y * width + x] = n;
      }
    }
    expect_same(gpu().read(out), want);
  });
}

TEST(Programs, NBody) {
  for_each_width([](unsigned simd) {
    const int count = 128, local = 32;
    const auto positions = random_uniform<float>(4 * count, 30, 0.1, 1);
    const auto velocities = gpu().array(std::vector<float>(4 * count));
    gpu().run(gpu().build("programs.cl", "", simd), "nbody", {count}, {local}, gpu().array(positions), velocities,
              count, 0.5f, cl::Local(local * 4 * sizeof(float)));
    const auto got = gpu().read(velocities);
    for (int i = 0; i < count; ++i) {
      std::array<double, 3> force{}, magnitude{};
      for (int k = 0; k < count; ++k) {
        std::array<double, 3> d;
        double r2 = 0.01f;
        for (int c = 0; c < 3; ++c)
          d[c] = static_cast<double>(positions[4 * k + c]) - positions[4 * i + c], r2 += d[c] * d[c];
        const double weight = positions[4 * k + 3] / (r2 * std::sqrt(r2));
        for (int c = 0; c < 3; ++c) force[c] += d[c] * weight, magnitude[c] += std::fabs(d[c] * weight);
      }
      // Sums of 128 terms, each with an error of a few ulp.
      for (int c = 0; c < 3; ++c) ASSERT_NEAR(got[4 * i + c], 0.5 * force[c], 2e-6 * magnitude[c]) << i;
    }
  });
}

// FIPS 180-4, one block. The round constants are derived, not copied: cube roots of the first 64 primes.
std::array<std::uint32_t, 8> sha256(const std::uint8_t* message, std::size_t length) {
  std::array<std::uint32_t, 64> k, w{};
  std::array<std::uint32_t, 8> h;
  for (std::uint32_t prime = 2, n = 0; n < 64; ++prime) {
    bool is_prime = true;
    for (std::uint32_t d = 2; d * d <= prime; ++d) is_prime &= prime % d != 0;
    if (!is_prime) continue;
    const auto fraction = [](long double root) {
      return static_cast<std::uint32_t>((root - std::floor(root)) * 4294967296.0L);
    };
    if (n < 8) h[n] = fraction(std::sqrt(static_cast<long double>(prime)));
    k[n++] = fraction(std::cbrt(static_cast<long double>(prime)));
  }
  std::array<std::uint8_t, 64> block{};
  std::copy_n(message, length, block.begin());
  block[length] = 0x80;
  for (int t = 0; t < 16; ++t) {
    for (int b = 0; b < 4; ++b) w[t] = w[t] << 8 | block[4 * t + b];
  }
  w[15] = static_cast<std::uint32_t>(8 * length);
  for (int t = 16; t < 64; ++t) {
    const auto s0 = std::rotr(w[t - 15], 7) ^ std::rotr(w[t - 15], 18) ^ w[t - 15] >> 3;
    const auto s1 = std::rotr(w[t - 2], 17) ^ std::rotr(w[t - 2], 19) ^ w[t - 2] >> 10;
    w[t] = w[t - 16] + s0 + w[t - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, last] = h;
  for (int t = 0; t < 64; ++t) {
    const auto t1 = last + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & f) ^ (~e & g)) + k[t] + w[t];
    const auto t2 = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    last = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  const std::array<std::uint32_t, 8> rounds = {a, b, c, d, e, f, g, last};
  for (int i = 0; i < 8; ++i) h[i] += rounds[i];
  return h;
}

TEST(Programs, Sha256) {
  const std::uint8_t abc[] = {'a', 'b', 'c'};
  ASSERT_EQ(sha256(abc, 3)[0], 0xBA7816BFU);  // FIPS 180-4's own example
  for_each_width([](unsigned simd) {
    for (const cl_uint length : {0U, 3U, 55U}) {
      const std::size_t count = 100;
      const auto messages = random_bits<std::uint8_t>(count * length + 1, 31);
      const auto digests = gpu().array<cl_uint>(8 * count);
      gpu().run(gpu().build("programs.cl", "", simd), "sha256", {count}, cl::NullRange, gpu().array(messages), length,
                digests);
      std::vector<cl_uint> want;
      for (std::size_t i = 0; i < count; ++i) {
        const auto digest = sha256(messages.data() + i * length, length);
        want.insert(want.end(), digest.begin(), digest.end());
      }
      expect_same(gpu().read(digests), want, "length " + std::to_string(length));
    }
  });
}

TEST(Programs, Mix64) {
  for_each_width([](unsigned simd) {
    const std::size_t count = 256;
    const int rounds = 20;
    const auto in = random_bits<cl_ulong>(count, 32);
    const auto out = gpu().array<cl_ulong>(count);
    gpu().run(gpu().build("programs.cl", "", simd), "mix64", {count}, cl::NullRange, gpu().array(in), out, rounds);
    std::vector<cl_ulong> want = in;
    for (std::size_t i = 0; i < count; ++i) {
      for (int r = 0; r < rounds; ++r) {
        cl_ulong& h = want[i];
        h ^= h >> 33;
        h *= 0xff51afd7ed558ccdU;
        h = std::rotl(h, r + 5);
        h += in[(i + r) % count] * 0x9e3779b97f4a7c15U;
        h ^= h / static_cast<cl_ulong>(r + 3);
        h -= h % 1000003U;
      }
    }
    expect_same(gpu().read(out), want);
  });
}

TEST(Programs, Life) {
  for_each_width([](unsigned simd) {
    const int width = 33, height = 21;
    auto cells = random_bits<std::uint8_t>(width * height, 33);
    for (auto& cell : cells) cell &= 1;
    auto from = gpu().array(cells), to = gpu().array<std::uint8_t>(width * height);
    for (int step = 0; step < 5; ++step) {
      gpu().run(gpu().build("programs.cl", "", simd), "life", {width, height}, cl::NullRange, from, to, width, height);
      std::swap(from, to);
      auto next = cells;
      for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
          int neighbours = -cells[y * width + x];
          for (int dy = height - 1; dy <= height + 1; ++dy) {
            for (int dx = width - 1; dx <= width + 1; ++dx)
              neighbours += cells[(y + dy) % height * width + (x + dx) % width];
          }
          next[y * width + x] = neighbours == 3 || (neighbours == 2 && cells[y * width + x] != 0);
        }
      }
      cells = next;
    }
    expect_same(gpu().read(from), cells);
  });
}

TEST(Programs, Collatz) {
  for_each_width([](unsigned simd) {
    const std::size_t count = 500;
    std::vector<cl_uint> in(count), want(count);
    std::iota(in.begin(), in.end(), 1U);
    in.back() = 837799;
    const auto steps = gpu().array<cl_uint>(count);
    gpu().run(gpu().build("programs.cl", "", simd), "collatz", {count}, cl::NullRange, gpu().array(in), steps);
    for (std::size_t i = 0; i < count; ++i) {
      for (cl_ulong n = in[i]; n != 1; ++want[i]) n = n % 2 != 0 ? 3 * n + 1 : n / 2;
    }
    expect_same(gpu().read(steps), want);
  });
}

TEST(Programs, Queens) {
  for_each_width([](unsigned simd) {
    const int n = 8;
    const auto solutions = gpu().array<cl_uint>(n * n);
    gpu().run(gpu().build("programs.cl", "", simd), "queens", {n * n}, cl::NullRange, n, solutions);
    const auto found = gpu().read(solutions);
    EXPECT_EQ(std::accumulate(found.begin(), found.end(), 0U), 92U);
  });
}

}  // namespace
}  // namespace suite
