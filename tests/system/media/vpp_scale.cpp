// Scaling through VA-API: Intel's driver has the sampler's video scaler (sample_8x8) interpolate linearly. A picture of
// random bytes, larger and smaller, against the same interpolation on the host.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <random>
#include <utility>
#include <vector>

#include "vpp.h"

namespace {

constexpr Size kSize{176, 144};

// A plane of NV12: luma, or U and V in turn.
struct Plane {
  unsigned width = 0;
  unsigned height = 0;
  unsigned components = 1;
  std::vector<std::uint8_t> data;

  int at(int x, int y, unsigned component) const {
    x = std::clamp(x, 0, static_cast<int>(width) - 1);
    y = std::clamp(y, 0, static_cast<int>(height) - 1);
    return data[(static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x)) * components + component];
  }
  // Interpolates between texels. Coordinates are rounded to steps of 1/32.
  double between(double x, double y, unsigned component) const {
    const double x32 = std::floor(x * 32 + 0.5) / 32;
    const double y32 = std::floor(y * 32 + 0.5) / 32;
    const int x0 = static_cast<int>(std::floor(x32));
    const int y0 = static_cast<int>(std::floor(y32));
    const double fx = x32 - x0;
    const double fy = y32 - y0;
    return (1 - fy) * ((1 - fx) * at(x0, y0, component) + fx * at(x0 + 1, y0, component)) +
           fy * ((1 - fx) * at(x0, y0 + 1, component) + fx * at(x0 + 1, y0 + 1, component));
  }
};

Plane plane_of(Size size, unsigned number) {
  const auto [width, height] = size;
  if (number == 0) return {width, height, 1, std::vector<std::uint8_t>(std::size_t{width} * height)};
  return {width / 2, height / 2, 2, std::vector<std::uint8_t>(std::size_t{width} * height / 2)};
}

// Copies between a surface's planes and `planes`.
void transfer(VideoProcessor& processor, VASurfaceID surface, std::vector<Plane>& planes, bool to_surface) {
  processor.with_picture(surface, [&](std::uint8_t* memory, const VAImage& image) {
    for (std::size_t number = 0; number < planes.size(); ++number) {
      Plane& plane = planes[number];
      const std::size_t bytes = std::size_t{plane.width} * plane.components;
      for (unsigned y = 0; y < plane.height; ++y) {
        std::uint8_t* line = memory + image.offsets[number] + std::size_t{y} * image.pitches[number];
        std::uint8_t* own = plane.data.data() + y * bytes;
        if (to_surface) {
          std::copy_n(own, bytes, line);
        } else {
          std::copy_n(line, bytes, own);
        }
      }
    }
  });
}

std::size_t count_wrong(VideoProcessor& processor, Size size) {
  const VASurfaceID source = processor.create_surface(VA_FOURCC_NV12, VA_RT_FORMAT_YUV420, kSize);
  const VASurfaceID scaled = processor.create_surface(VA_FOURCC_NV12, VA_RT_FORMAT_YUV420, size);
  std::mt19937 random(size.width);
  std::vector<Plane> from{plane_of(kSize, 0), plane_of(kSize, 1)};
  for (Plane& plane : from) {
    for (std::uint8_t& byte : plane.data) byte = static_cast<std::uint8_t>(random());
  }
  transfer(processor, source, from, true);
  processor.process(source, scaled, size);
  std::vector<Plane> to{plane_of(size, 0), plane_of(size, 1)};
  transfer(processor, scaled, to, false);
  std::size_t wrong = 0;
  for (std::size_t number = 0; number < to.size(); ++number) {
    const Plane& plane = to[number];
    for (unsigned y = 0; y < plane.height; ++y) {
      for (unsigned x = 0; x < plane.width; ++x) {
        for (unsigned component = 0; component < plane.components; ++component) {
          const double wanted = from[number].between(x * double{kSize.width} / size.width,
                                                     y * double{kSize.height} / size.height, component);
          const int got = plane.at(static_cast<int>(x), static_cast<int>(y), component);
          // Gen6's kernels drop the fraction. A step of the scaler may be off by one of its 32 phases.
          const double slack = 1 + 255.0 / 16;
          wrong += std::fabs(got - wanted) > slack ? 1 : 0;
        }
      }
    }
  }
  processor.destroy(source);
  processor.destroy(scaled);
  return wrong;
}

}  // namespace

int main() {
  VideoProcessor processor;
  std::size_t wrong = 0;
  for (const Size size : {Size{352, 288}, Size{88, 72}, Size{176, 288}}) {
    const std::size_t now = count_wrong(processor, size);
    std::printf("NV12 %ux%u to %ux%u: %zu bytes wrong\n", kSize.width, kSize.height, size.width, size.height, now);
    wrong += now;
  }
  return wrong == 0 ? 0 : 1;
}
