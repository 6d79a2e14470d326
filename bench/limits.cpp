// The work of the workloads of bench/run as loops of C++, on one core: the time that no compiler of kernels needs to
// exceed. Prints one JSON object: seconds by the name of the workload, the best of several runs.
//
//     limits [--repeat N] [WORKLOAD...]
//
// The loops are written so that GCC makes vectors of them. Threads, local memory and barriers are gone, as a compiler
// that knows a whole group can remove them. A loop computes what its kernel computes, on numbers of its own. Workloads
// with private arrays, sorting and filtered images have no loop here: GCC's code for them is slower than kernels are.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace {

constexpr std::size_t kMillion = 1 << 20;

template <class T>
std::vector<T> words(std::size_t count) {
  std::vector<T> values(count);
  std::uint32_t state = 7;
  for (T& value : values) {
    state = state * 1664525U + 1013904223U;
    if constexpr (std::is_floating_point_v<T>)
      value = static_cast<T>(state >> 8) * static_cast<T>(0x1p-24);
    else
      value = static_cast<T>(state ^ state >> 15);
  }
  return values;
}

// A function that does a workload's work once.
using Work = std::function<void()>;

// Keeps the compiler from leaving out work whose result nobody reads.
template <class T>
void use(std::vector<T>& values) {
  asm volatile("" : : "r"(values.data()) : "memory");
}

// A loop over elements: `body(i)` for each.
template <class From, class To, class Body>
Work elementwise(std::size_t count, Body body) {
  return [count, body, from = words<From>(count), to = std::vector<To>(count)]() mutable {
    const From* __restrict source = from.data();
    To* __restrict target = to.data();
    for (std::size_t i = 0; i < count; ++i) target[i] = body(source[i]);
    use(to);
  };
}

Work copy() {
  return [from = words<float>(16 * kMillion), to = std::vector<float>(16 * kMillion)]() mutable {
    std::memcpy(to.data(), from.data(), from.size() * sizeof(float));
    use(to);
  };
}

Work vector_add() {
  return [a = words<float>(16 * kMillion), b = words<float>(16 * kMillion),
          c = std::vector<float>(16 * kMillion)]() mutable {
    for (std::size_t i = 0; i < c.size(); ++i) c[i] = a[i] + b[i];
    use(c);
  };
}

Work saxpy() {
  return [x = words<float>(16 * kMillion), y = std::vector<float>(16 * kMillion)]() mutable {
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = 1.5F * x[i] + y[i];
    use(y);
  };
}

Work launches() {
  return [from = words<float>(65536), to = std::vector<float>(65536)]() mutable {
    for (int launch = 0; launch < 64; ++launch) {
      for (std::size_t i = 0; i < to.size(); ++i) to[i] = 0.5F * from[i];
      use(to);
    }
  };
}

constexpr int kSide = 2048;

Work stencil() {
  return [from = words<float>(kSide * kSide), to = std::vector<float>(kSide * kSide)]() mutable {
    for (int y = 1; y < kSide - 1; ++y) {
      const float* p = from.data() + y * kSide;
      float* out = to.data() + y * kSide;
      for (int x = 1; x < kSide - 1; ++x) out[x] = 0.2F * (p[x] + p[x - 1] + p[x + 1] + p[x - kSide] + p[x + kSide]);
    }
    use(to);
  };
}

Work sobel() {
  return [from = words<std::uint8_t>(kSide * kSide), to = std::vector<std::uint8_t>(kSide * kSide)]() mutable {
    for (int y = 1; y < kSide - 1; ++y) {
      const std::uint8_t* __restrict row = from.data() + y * kSide;
      std::uint8_t* __restrict out = to.data() + y * kSide;
      for (int x = 1; x < kSide - 1; ++x) {
        const std::uint8_t *p = row + x, *above = p - kSide, *below = p + kSide;
        const int across = above[1] + 2 * p[1] + below[1] - above[-1] - 2 * p[-1] - below[-1];
        const int down = below[-1] + 2 * below[0] + below[1] - above[-1] - 2 * above[0] - above[1];
        const int length = static_cast<int>(std::sqrt(static_cast<float>(across * across + down * down)));
        out[x] = static_cast<std::uint8_t>(std::min(length, 255));
      }
    }
    use(to);
  };
}

Work transpose() {
  return [from = words<float>(kSide * kSide), to = std::vector<float>(kSide * kSide)]() mutable {
    for (int row = 0; row < kSide; row += 16)
      for (int column = 0; column < kSide; column += 16)
        for (int y = 0; y < 16; ++y)
          for (int x = 0; x < 16; ++x)
            to[static_cast<std::size_t>((column + y) * kSide + row + x)] =
                from[static_cast<std::size_t>((row + x) * kSide + column + y)];
    use(to);
  };
}

Work matrix_vector() {
  return [matrix = words<float>(kSide * kSide), vector = words<float>(kSide),
          product = std::vector<float>(kSide)]() mutable {
    for (int row = 0; row < kSide; ++row) {
      const float* entries = matrix.data() + row * kSide;
      std::array<float, 16> sums{};  // the order of additions is free
      for (int k = 0; k < kSide; k += 16)
        for (int lane = 0; lane < 16; ++lane) sums[lane] += entries[k + lane] * vector[k + lane];
      for (const float sum : sums) product[row] += sum;
    }
    use(product);
  };
}

Work sparse() {
  constexpr std::size_t kRows = 262144, kWidth = 16;
  auto columns = words<std::uint32_t>(kRows * kWidth);
  for (std::uint32_t& column : columns) column %= kRows;
  return [columns, entries = words<float>(kRows * kWidth), vector = words<float>(kRows),
          product = std::vector<float>(kRows)]() mutable {
    for (std::size_t row = 0; row < kRows; ++row) {
      float sum = 0;
      for (std::size_t k = row * kWidth; k < (row + 1) * kWidth; ++k) sum += entries[k] * vector[columns[k]];
      product[row] = sum;
    }
    use(product);
  };
}

Work double_nbody() {
  constexpr std::size_t kBodies = 2048;
  std::array<std::vector<double>, 4> bodies;
  for (auto& each : bodies) each = words<double>(kBodies);
  return [bodies, forces = std::vector<double>(3 * kBodies)]() mutable {
    const double *xs = bodies[0].data(), *ys = bodies[1].data(), *zs = bodies[2].data(), *masses = bodies[3].data();
    double* out = forces.data();
    for (std::size_t first = 0; first < kBodies; first += 8) {
      std::array<double, 8> fx{}, fy{}, fz{};
      for (std::size_t j = 0; j < kBodies; ++j) {
        for (std::size_t l = 0; l < 8; ++l) {
          const double dx = xs[j] - xs[first + l], dy = ys[j] - ys[first + l], dz = zs[j] - zs[first + l];
          const double inverse = 1 / std::sqrt(dx * dx + dy * dy + dz * dz + 0.01);
          const double pull = masses[j] * inverse * inverse * inverse;
          fx[l] += dx * pull;
          fy[l] += dy * pull;
          fz[l] += dz * pull;
        }
      }
      for (std::size_t l = 0; l < 8; ++l) {
        out[3 * (first + l)] = fx[l];
        out[3 * (first + l) + 1] = fy[l];
        out[3 * (first + l) + 2] = fz[l];
      }
    }
    use(forces);
  };
}

Work long_division() {
  return [from = words<std::uint64_t>(kMillion), to = std::vector<std::uint64_t>(kMillion)]() mutable {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = from[i] * 0x9e3779b97f4a7c15U / (from[i ^ 1] >> 20 | 1);
    use(to);
  };
}

Work atomics() {
  return [keys = words<std::uint32_t>(4 * kMillion), bins = std::vector<std::uint32_t>(1024)]() mutable {
    for (const std::uint32_t key : keys) ++bins[key >> 22];
    use(bins);
  };
}

Work calls() {
  return [values = words<std::uint32_t>(262144)]() mutable {
    const auto mixed = [](std::uint32_t value, std::uint32_t key) {
      value = (value ^ key) * 0x85ebca6bU;
      return value ^ value >> 13;
    };
    for (std::size_t first = 0; first < values.size(); first += 64)
      for (std::uint32_t round = 0; round < 64; ++round)
        for (std::size_t i = first; i < first + 64; ++i)
          values[i] = mixed(values[i], round) + mixed(values[i] + 1, round);
    use(values);
  };
}

Work scan() {
  return [from = words<std::uint32_t>(4 * kMillion), to = std::vector<std::uint32_t>(4 * kMillion)]() mutable {
    for (std::size_t first = 0; first < to.size(); first += 256) {
      std::uint32_t sum = 0;
      for (std::size_t i = first; i < first + 256; ++i) to[i] = sum += from[i];
    }
    use(to);
  };
}

constexpr int kPicture = 1024, kBorder = 8, kStride = kPicture + 2 * kBorder;

// Pixels of four bytes, a row after the other. The border around them replaces tests of coordinates.
struct Picture {
  std::vector<std::uint32_t> pixels = words<std::uint32_t>(kStride * kStride);
};

// Writes a picture. `sum(pixels, x, y, c)` is channel `c` of a pixel, from 0 to 1.
template <class Sum>
Work picture(Sum sum) {
  return [sum, from = Picture(), to = std::vector<std::uint32_t>(kPicture * kPicture)]() mutable {
    for (int y = 0; y < kPicture; ++y) {
      const std::uint32_t* __restrict pixels = from.pixels.data();
      std::uint32_t* __restrict out = to.data() + y * kPicture;
      for (int x = 0; x < kPicture; ++x) {
        std::uint32_t pixel = 0;
#pragma GCC unroll 4
        for (int c = 0; c < 4; ++c)
          pixel |= static_cast<std::uint32_t>(static_cast<int>(sum(pixels, x, y, c) * 255.0F + 0.5F)) << (8 * c);
        out[x] = pixel;
      }
    }
    use(to);
  };
}

inline float channel(const std::uint32_t* pixels, int x, int y, int c) {
  const std::uint32_t pixel = pixels[(y + kBorder) * kStride + x + kBorder];
  return static_cast<float>(static_cast<int>(pixel >> (8 * c) & 255)) * (1 / 255.0F);
}

Work image_copy() {
  return [from = Picture(), to = std::vector<std::uint32_t>(kPicture * kPicture)]() mutable {
    std::memcpy(to.data(), from.pixels.data(), to.size() * sizeof(std::uint32_t));
    use(to);
  };
}

constexpr auto kBox = [](const std::uint32_t* pixels, int x, int y, int c) {
  float sum = 0;
#pragma GCC unroll 3
  for (int j = -1; j <= 1; ++j)
#pragma GCC unroll 3
    for (int i = -1; i <= 1; ++i) sum += channel(pixels, x + i, y + j, c);
  return sum * (1 / 9.0F);
};

constexpr auto kBlur = [](const std::uint32_t* pixels, int x, int y, int c) {
  constexpr std::array kWeights{0.0162162F, 0.0540541F, 0.1216216F, 0.1945946F, 0.2270270F,
                                0.1945946F, 0.1216216F, 0.0540541F, 0.0162162F};
  float sum = 0;
#pragma GCC unroll 9
  for (int i = 0; i < 9; ++i) sum += channel(pixels, x + i - 4, y, c) * kWeights[static_cast<std::size_t>(i)];
  return sum;
};

// The tiles of sgemm_tiled as they are, without threads.
Work sgemm() {
  constexpr int n = 512;
  return [a = words<float>(n * n), b = words<float>(n * n), c = std::vector<float>(n * n)]() mutable {
    for (int row = 0; row < n; row += 8)
      for (int column = 0; column < n; column += 32) {
        std::array<std::array<float, 32>, 8> sums{};
        for (int k = 0; k < n; ++k)
          for (int y = 0; y < 8; ++y)
            for (int x = 0; x < 32; ++x) sums[y][x] += a[(row + y) * n + k] * b[k * n + column + x];
        for (int y = 0; y < 8; ++y) std::ranges::copy(sums[y], c.begin() + (row + y) * n + column);
      }
    use(c);
  };
}

struct Limit {
  const char* name;
  std::function<Work()> prepare;
};

const Limit kLimits[] = {
    {"fill", [] { return elementwise<float, float>(16 * kMillion, [](float) { return 2.0F; }); }},
    {"copy", copy},
    {"scale", [] { return elementwise<float, float>(16 * kMillion, [](float x) { return 0.5F * x; }); }},
    {"bytes",
     [] {
       return elementwise<std::uint8_t, std::uint8_t>(
           16 * kMillion, [](std::uint8_t x) { return static_cast<std::uint8_t>(std::min(x + 40, 255)); });
     }},
    {"vector_add", vector_add},
    {"saxpy", saxpy},
    {"launches", launches},
    {"long_division", long_division},
    {"stencil", stencil},
    {"sobel", sobel},
    {"transpose", transpose},
    {"double_nbody", double_nbody},
    {"atomics", atomics},
    {"sparse", sparse},
    {"matrix_vector", matrix_vector},
    {"calls", calls},
    {"scan", scan},
    {"image_copy", image_copy},
    {"box", [] { return picture(kBox); }},
    {"blur", [] { return picture(kBlur); }},
    {"sgemm_tiled", sgemm},
};

double best_seconds(const Work& work, int repeat) {
  using Clock = std::chrono::steady_clock;
  double best = 1e30;
  for (int i = 0; i <= repeat; ++i) {  // the first run touches the memory
    const auto start = Clock::now();
    work();
    if (i > 0) best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
  }
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  int repeat = 5;
  std::vector<std::string> wanted;
  for (int i = 1; i < argc; ++i) {
    if (std::string(argv[i]) == "--repeat" && i + 1 < argc)
      repeat = std::max(1, std::atoi(argv[++i]));
    else
      wanted.emplace_back(argv[i]);
  }
  std::string all;
  for (const Limit& each : kLimits) {
    if (!wanted.empty() && std::ranges::find(wanted, each.name) == wanted.end()) continue;
    char text[80];
    std::snprintf(text, sizeof text, "%s\"%s\": %.9f", all.empty() ? "" : ", ", each.name,
                  best_seconds(each.prepare(), repeat));
    all += text;
  }
  std::printf("{%s}\n", all.c_str());
}
