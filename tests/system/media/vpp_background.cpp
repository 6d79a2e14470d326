// Conversion and scaling through VA-API with a background colour, as ffmpeg's scale_vaapi asks for it: the driver
// clears the background by a command of Gen6's form on Gen9, too, which must not spoil the pictures. Each picture is of
// one colour, so that scaling does not change it.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>

#include "vpp.h"

namespace {

constexpr Size kFrom{320, 240};
constexpr Size kTo{160, 120};
constexpr int kSlack = 1;

// Bytes that are wrong in a picture made of YUYV with that luma and chroma.
std::size_t count_wrong(VideoProcessor& processor, int luma, int u, int v) {
  const VASurfaceID source = processor.create_surface(VA_FOURCC_YUY2, VA_RT_FORMAT_YUV422, kFrom);
  const VASurfaceID scaled = processor.create_surface(VA_FOURCC_NV12, VA_RT_FORMAT_YUV420, kTo);
  processor.with_picture(source, [&](std::uint8_t* memory, const VAImage& image) {
    for (unsigned y = 0; y < kFrom.height; ++y) {
      for (unsigned x = 0; x < 2 * kFrom.width; ++x) {
        const int chroma = x % 4 == 1 ? u : v;
        memory[image.offsets[0] + y * image.pitches[0] + x] = static_cast<std::uint8_t>(x % 2 == 0 ? luma : chroma);
      }
    }
  });
  processor.process(source, scaled, kTo, 0xFF00'0000);
  std::size_t wrong = 0;
  const auto differs = [](int got, int wanted) { return std::abs(got - wanted) > kSlack ? 1U : 0U; };
  processor.with_picture(scaled, [&](const std::uint8_t* memory, const VAImage& image) {
    for (unsigned y = 0; y < kTo.height; ++y) {
      for (unsigned x = 0; x < kTo.width; ++x) {
        wrong += differs(memory[image.offsets[0] + y * image.pitches[0] + x], luma);
        if (y % 2 == 0) wrong += differs(memory[image.offsets[1] + y / 2 * image.pitches[1] + x], x % 2 == 0 ? u : v);
      }
    }
  });
  processor.destroy(source);
  processor.destroy(scaled);
  return wrong;
}

}  // namespace

int main() {
  VideoProcessor processor;
  std::size_t wrong = 0;
  for (const int luma : {60, 200}) {
    const std::size_t now = count_wrong(processor, luma, 90, 170);
    std::printf("YUYV to NV12 of half the size, luma %d: %zu bytes wrong\n", luma, now);
    wrong += now;
  }
  return wrong == 0 ? 0 : 1;
}
