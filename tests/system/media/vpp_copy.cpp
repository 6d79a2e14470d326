// Video processing through VA-API at 1:1: the kernels of Intel's driver copy a picture of random bytes from one surface
// to another of the same format. NV12, YV12 and YUY2 must come out as they went in.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <random>
#include <span>
#include <vector>

#include "vpp.h"

namespace {

constexpr unsigned kWidth = 176;
constexpr unsigned kHeight = 144;
constexpr Size kSize{kWidth, kHeight};

struct Format {
  const char* name;
  std::uint32_t fourcc;
  std::uint32_t surface;
};
constexpr Format kFormats[] = {{"NV12", VA_FOURCC_NV12, VA_RT_FORMAT_YUV420},
                               {"YV12", VA_FOURCC_YV12, VA_RT_FORMAT_YUV420},
                               {"YUY2", VA_FOURCC_YUY2, VA_RT_FORMAT_YUV422}};

// The bytes of a line of each plane.
std::vector<unsigned> line_bytes(const Format& format) {
  if (format.fourcc == VA_FOURCC_YUY2) return {2 * kWidth};
  if (format.fourcc == VA_FOURCC_NV12) return {kWidth, kWidth};
  return {kWidth, kWidth / 2, kWidth / 2};
}

// Calls `each` for every line of a surface's picture, in the driver's memory.
template <class Each>
void for_each_line(VideoProcessor& processor, VASurfaceID surface, const Format& format, Each each) {
  const std::vector<unsigned> bytes = line_bytes(format);
  processor.with_picture(surface, [&](std::uint8_t* memory, const VAImage& image) {
    for (std::size_t plane = 0; plane < bytes.size(); ++plane) {
      const unsigned lines = plane == 0 ? kHeight : kHeight / 2;
      for (unsigned y = 0; y < lines; ++y) {
        std::uint8_t* line = memory + image.offsets[plane] + std::size_t{y} * image.pitches[plane];
        each(std::span(line, bytes[plane]));
      }
    }
  });
}

std::size_t count_wrong(VideoProcessor& processor, const Format& format) {
  const VASurfaceID from = processor.create_surface(format.fourcc, format.surface, kSize);
  const VASurfaceID to = processor.create_surface(format.fourcc, format.surface, kSize);
  std::mt19937 random(format.fourcc);
  std::vector<std::uint8_t> picture;
  for_each_line(processor, from, format, [&](std::span<std::uint8_t> line) {
    for (std::uint8_t& byte : line) picture.push_back(byte = static_cast<std::uint8_t>(random()));
  });
  processor.process(from, to, kSize);
  std::size_t wrong = 0;
  std::size_t at = 0;
  for_each_line(processor, to, format, [&](std::span<std::uint8_t> line) {
    for (const std::uint8_t byte : line) wrong += byte != picture[at++] ? 1 : 0;
  });
  processor.destroy(from);
  processor.destroy(to);
  return wrong;
}

}  // namespace

int main() {
  VideoProcessor processor;
  std::size_t wrong = 0;
  for (const Format& format : kFormats) {
    const std::size_t now = count_wrong(processor, format);
    std::printf("%s %ux%u: %zu bytes wrong\n", format.name, kWidth, kHeight, now);
    wrong += now;
  }
  return wrong == 0 ? 0 : 1;
}
