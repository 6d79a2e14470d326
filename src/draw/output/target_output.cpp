#include "draw/output/target_output.h"

#include <bit>

#include "base/bits.h"
#include "draw/output/blend.h"

namespace eugene::draw {
namespace {

DepthTest::Place place_of(const functions::Pixels& pixels, unsigned pixel) {
  return {.x = pixels.x(pixel), .y = pixels.y(pixel), .layer = pixels.layer};
}

}  // namespace

bool TargetOutput::reads_target(unsigned target) const { return draw::reads_target(find(target)); }

memory::Pixel TargetOutput::merge(unsigned target, const memory::PixelFormat& format, const memory::Pixel& source,
                                  const memory::Pixel& before) const {
  return blend_pixel(find(target), blend_.constant, format, source, before);
}

// Returns the depth that the pixel shader has computed, or else the depth of the triangle.
float TargetOutput::depth_of(const functions::Pixels& pixels, const DepthTest::Place& place, float computed) const {
  return late_.computes_depths ? computed : depths_->depth_at(pixels.source, place.x, place.y);
}

std::optional<std::uint32_t> TargetOutput::test(const functions::Pixels& pixels, std::uint32_t live,
                                                const std::array<float, kPixels>& depths, memory::View& memory) const {
  if (!late_.tests) return live;
  std::uint32_t passed = 0;
  for (unsigned i = 0; i < kPixels; ++i) {
    if (!bit(live, i)) continue;
    const DepthTest::Place place = place_of(pixels, i);
    const std::optional<bool> passes = depth_.test(place, depth_of(pixels, place, depths[i]), memory);
    if (!passes) return std::nullopt;
    passed |= static_cast<std::uint32_t>(*passes) << i;
  }
  return passed;
}

bool TargetOutput::finish(const functions::Pixels& pixels, std::uint32_t live, const std::array<float, kPixels>& depths,
                          memory::View& memory) const {
  if (late_.counts) counted_ += static_cast<unsigned>(std::popcount(live));
  if (!late_.writes) return true;
  for (unsigned i = 0; i < kPixels; ++i) {
    if (!bit(live, i)) continue;
    const DepthTest::Place place = place_of(pixels, i);
    if (!depth_.write(place, depth_of(pixels, place, depths[i]), memory)) return false;
  }
  return true;
}

}  // namespace eugene::draw
