// Vector types: swizzles, unaligned loads and stores, shuffles, relational and geometric functions.
#include "compare.h"
#include "gpu.h"

namespace suite {
namespace {

TEST(Vector, Swizzles) {
  for_each_width([](unsigned width) {
    const std::size_t count = 200;
    const auto in = integers<cl_int>(4 * count, 70);
    const auto out = gpu().array<cl_int>(4 * count);
    gpu().run(gpu().build("vectors.cl", "", width), "swizzles", {count}, cl::NullRange, gpu().array(in), out);
    std::vector<cl_int> want(4 * count);
    for (std::size_t i = 0; i < count; ++i) {
      const cl_int* v = &in[4 * i];
      cl_int r[4] = {v[3], v[2], v[1], v[0]};
      const cl_int x = v[1] + r[2], z = v[1] + r[0];
      r[0] = x, r[2] = z;
      r[0] += v[2], r[1] += v[3];
      r[1] -= v[0], r[3] -= v[2];
      r[3] ^= v[0];
      cl_int w[8] = {v[0], v[1], v[2], v[3], r[0], r[1], r[2], r[3]};
      const cl_int odd[4] = {w[7], w[5], w[3], w[1]};
      for (int k = 0; k < 4; ++k) w[2 * k] = odd[k];
      const cl_int first[4] = {w[1], 3 * w[3], w[5], w[6]};
      for (int k = 0; k < 4; ++k) want[4 * i + k] = first[k] + w[k] - w[4 + k];
    }
    expect_same(gpu().read(out), want);
  });
}

TEST(Vector, LoadStore) {
  for_each_width([](unsigned width) {
    const cl_uint n = 100;
    const auto in = random_bits<cl_uchar>(16 * n + 64, 71);
    const auto out = gpu().array(std::vector<cl_uchar>(48 * n));
    gpu().run(gpu().build("vectors.cl", "", width), "load_store", {n}, cl::NullRange, gpu().array(in), out, n);
    std::vector<cl_uchar> want(48 * n);
    for (cl_uint i = 0; i < n; ++i) {
      for (int k = 0; k < 3; ++k) want[3 * i + k] = in[3 * i + 2 - k];
      for (int k = 0; k < 2; ++k) {
        cl_ushort word;
        std::memcpy(&word, &in[2 + 4 * i + 2 * k], 2);
        word = static_cast<cl_ushort>(word + 1 + k);
        std::memcpy(&want[3 * n + 4 * i + 2 * k], &word, 2);
      }
      for (int k = 0; k < 4; ++k) std::memcpy(&want[8 * n + 16 * i + 4 * k], &in[4 + 16 * i + 4 * ((k + 3) % 4)], 4);
      for (int k = 0; k < 8; ++k) want[24 * n + 8 * i + k] = in[1 + 8 * i + 7 - k];
      for (int k = 0; k < 16; ++k) want[32 * n + 16 * i + k] = in[3 + 16 * i + (k < 8 ? 2 * k : 2 * k - 15)];
    }
    expect_same(gpu().read(out), want);
  });
}

TEST(Vector, Shuffle) {
  for_each_width([](unsigned width) {
    const std::size_t count = 100;
    const auto a = random_bits<cl_ushort>(8 * count, 72), b = random_bits<cl_ushort>(8 * count, 73),
               mask = random_bits<cl_ushort>(8 * count, 74);
    const auto out = gpu().array<cl_ushort>(16 * count);
    gpu().run(gpu().build("vectors.cl", "", width), "shuffles", {count}, cl::NullRange, gpu().array(a), gpu().array(b),
              gpu().array(mask), out);
    std::vector<cl_ushort> want(16 * count);
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t k = 0; k < 8; ++k) {
        const std::size_t m = mask[8 * i + k];
        want[16 * i + k] = a[8 * i + m % 8];
        want[16 * i + 8 + k] = m % 16 < 8 ? a[8 * i + m % 8] : b[8 * i + m % 8];
      }
    }
    expect_same(gpu().read(out), want);
  });
}

TEST(Vector, Relational) {
  for_each_width([](unsigned width) {
    const std::size_t count = 200;
    const float special[] = {0.0f, -0.0f, 1.0f, -1.0f, INFINITY, -INFINITY, NAN, 1e-40f, 1e-38f, 3e38f, 2.0f};
    Random random(75);
    std::vector<float> a(4 * count), b(4 * count);
    for (auto* list : {&a, &b}) {
      for (float& x : *list)
        x = random.below(3) != 0 ? special[random.below(11)] : static_cast<float>(random.uniform(-2, 2));
    }
    const auto out = gpu().array<cl_int>(18 * 4 * count);
    gpu().run(gpu().build("vectors.cl", "", width), "relational", {count}, cl::NullRange, gpu().array(a),
              gpu().array(b), out);
    std::vector<cl_int> want(out.size);
    for (std::size_t i = 0; i < count; ++i) {
      int any_less = 0, all_less = 1, any_nan = 0, all_ordered = 1;
      for (std::size_t c = 0; c < 4; ++c) {
        const float x = a[4 * i + c], y = b[4 * i + c];
        const auto put = [&](std::size_t k, cl_int value) { want[(18 * i + k) * 4 + c] = value; };
        put(0, -(x == y)), put(1, -(x != y)), put(2, -(x > y)), put(3, -(x >= y)), put(4, -(x < y)), put(5, -(x <= y));
        put(6, -(x < y || x > y)), put(7, -static_cast<int>(std::isfinite(x))),
            put(8, -static_cast<int>(std::isinf(x)));
        put(9, -static_cast<int>(std::isnan(x))), put(10, -static_cast<int>(std::isnormal(x)));
        put(11, -(x == x && y == y)), put(12, -(x != x || y != y)), put(13, -static_cast<int>(std::signbit(x)));
        put(14, std::bit_cast<cl_int>(x < y ? y : x));
        put(15, (std::bit_cast<cl_int>(x) & ~0x0F0F0F0F) | (std::bit_cast<cl_int>(y) & 0x0F0F0F0F));
        put(16, -(x == y));
        any_less |= x < y, all_less &= x < y, any_nan |= x != x, all_ordered &= x == x;
      }
      const int last[4] = {any_less, all_less, any_nan, all_ordered};
      for (std::size_t c = 0; c < 4; ++c) want[(18 * i + 17) * 4 + c] = last[c];
    }
    expect_same(gpu().read(out), want);
  });
}

TEST(Vector, Geometry) {
  for_each_width([](unsigned width) {
    const std::size_t count = 200;
    const auto a = random_uniform<float>(4 * count, 76, -2, 2), b = random_uniform<float>(4 * count, 77, -2, 2);
    const auto out = gpu().array<float>(24 * count);
    gpu().run(gpu().build("vectors.cl", "", width), "geometry", {count}, cl::NullRange, gpu().array(a), gpu().array(b),
              out);
    const auto got = gpu().read(out);
    for (std::size_t i = 0; i < count; ++i) {
      const float *x = &a[4 * i], *y = &b[4 * i];
      double dot4 = 0, dot3 = 0, square = 0, apart = 0;
      for (int c = 0; c < 4; ++c) {
        dot4 += static_cast<double>(x[c]) * y[c];
        if (c < 3) dot3 += static_cast<double>(x[c]) * y[c];
        square += static_cast<double>(x[c]) * x[c];
        apart += (static_cast<double>(x[c]) - y[c]) * (static_cast<double>(x[c]) - y[c]);
      }
      const double norm = std::sqrt(square), t = std::clamp((x[2] + 1.0) / 2, 0.0, 1.0);
      const double degrees = x[0] * 180 / M_PI, radians = x[1] * M_PI / 180;
      const double want[24] = {dot4,
                               dot3,
                               norm,
                               std::sqrt(apart),
                               static_cast<double>(x[1]) * y[2] - static_cast<double>(x[2]) * y[1],
                               static_cast<double>(x[2]) * y[0] - static_cast<double>(x[0]) * y[2],
                               static_cast<double>(x[0]) * y[1] - static_cast<double>(x[1]) * y[0],
                               0,
                               x[0] / norm,
                               x[1] / norm,
                               x[2] / norm,
                               x[3] / norm,
                               x[0] + (static_cast<double>(y[0]) - x[0]) * 0.25,
                               y[1] < x[1] ? 0.0 : 1.0,
                               t * t * (3 - 2 * t),
                               x[3] > 0   ? 1.0
                               : x[3] < 0 ? -1.0
                                          : x[3],
                               degrees,
                               radians,
                               std::clamp<double>(x[2], -0.5, 0.5),
                               std::max(x[3], y[3]),
                               norm,
                               std::sqrt(apart),
                               std::min(x[0], y[0]),
                               static_cast<double>(x[0]) * y[0] + x[1]};
      for (int k = 0; k < 24; ++k) {
        const bool fast = k == 20 || k == 21;  // 8192 ulp of float
        const double tolerance = fast ? 1e-3 : 4e-6 + 4e-7 * std::fabs(want[k]);
        ASSERT_NEAR(got[24 * i + k], want[k], tolerance) << "item " << i << " value " << k;
      }
    }
  });
}

TEST(Vector, TwoResults) {
  for_each_width([](unsigned width) {
    const std::size_t count = 300;
    auto xs = random_uniform<float>(count, 78, -30, 30);
    const auto ys = random_uniform<float>(count, 79, 0.1, 7);
    const float special[] = {0.0f, -0.0f, 1.0f, 0.5f, 8.0f, -8.0f, 1e-40f, 3e38f, -1e-10f};
    std::copy(std::begin(special), std::end(special), xs.begin());
    const auto f = gpu().array<float>(8 * count);
    const auto n = gpu().array<cl_int>(4 * count);
    gpu().run(gpu().build("vectors.cl", "", width), "pairs", {count}, cl::NullRange, gpu().array(xs), gpu().array(ys),
              f, n);
    const auto got = gpu().read(f);
    const auto whole = gpu().read(n);
    for (std::size_t i = 0; i < count; ++i) {
      const float x = xs[i], y = ys[i];
      float truncated;
      int exponent, quotient;
      const float rest = std::modf(x, &truncated), mantissa = std::frexp(x, &exponent);
      const float remainder = std::remquo(x, y, &quotient);
      EXPECT_EQ(got[8 * i], std::fmin(x - std::floor(x), 0x1.fffffep-1f)) << "fract " << x;
      EXPECT_EQ(got[8 * i + 1], std::floor(x)) << "fract " << x;
      EXPECT_EQ(got[8 * i + 2], rest) << "modf " << x;
      EXPECT_EQ(got[8 * i + 3], truncated) << "modf " << x;
      EXPECT_EQ(got[8 * i + 4], mantissa) << "frexp " << x;
      EXPECT_EQ(whole[4 * i], exponent) << "frexp " << x;
      EXPECT_LE(ulp_error<float>(got[8 * i + 5], std::sin(static_cast<long double>(x))), 4) << "sincos " << x;
      EXPECT_LE(ulp_error<float>(got[8 * i + 6], std::cos(static_cast<long double>(x))), 4) << "sincos " << x;
      EXPECT_EQ(got[8 * i + 7], remainder) << "remquo " << x << ", " << y;
      EXPECT_EQ(whole[4 * i + 1], quotient & 7) << "remquo " << x << ", " << y;
      EXPECT_EQ(whole[4 * i + 2], x == 0 ? whole[4 * i + 2] : std::ilogb(x)) << "ilogb " << x;
      EXPECT_EQ(whole[4 * i + 3], 0x7F800000) << "nan";
    }
  });
}

// native_ functions have no bounds in the specification; 8192 ulp is what half_ ones promise, and what the
// GPU's own functions keep on this range, native_sin and native_cos near their zeros aside.
TEST(Vector, Native) {
  for_each_width([](unsigned width) {
    const std::size_t count = 200;
    const auto xs = random_uniform<float>(count, 80, 0.01, 3.0);
    const auto out = gpu().array<float>(14 * count);
    gpu().run(gpu().build("vectors.cl", "", width), "native", {count}, cl::NullRange, gpu().array(xs), out);
    const auto got = gpu().read(out);
    for (std::size_t i = 0; i < count; ++i) {
      const double x = xs[i];
      const double want[14] = {std::sin(x),      std::cos(x),  std::exp(x),      std::exp2(x), std::log(x),
                               std::log2(x),     std::sqrt(x), 1 / std::sqrt(x), 1 / x,        x / 3,
                               std::pow(x, 1.5), std::exp(x),  std::log10(x),    std::tan(x)};
      for (int k = 0; k < 14; ++k)
        ASSERT_NEAR(got[14 * i + k], want[k], 1e-3 * std::fabs(want[k]) + 1e-5) << x << " " << k;
    }
  });
}

}  // namespace
}  // namespace suite
