#include "draw/output/target_output.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/bits.h"
#include "draw/output/blend.h"
#include "draw/output/compare.h"

namespace eugene::draw {
namespace {

bool passes_alpha(const AlphaTest& test, float alpha) {
  if (!test.is_unorm8) return compare(test.function, alpha, std::bit_cast<float>(test.reference));
  constexpr float kSteps = 255;
  const float inside = alpha > 0 ? std::min(alpha, 1.0F) : 0.0F;  // 0 for what is not a number
  return compare<std::uint32_t>(test.function, static_cast<std::uint32_t>(std::nearbyint(inside * kSteps)),
                                static_cast<std::uint8_t>(test.reference));
}

// Alpha to coverage, for one sample a pixel: alpha is the share of the samples that are covered. Documents do not say
// how the share is rounded (docs/record/undefined.md).
bool covers_pixel(float alpha) { return alpha > 0.5F; }

}  // namespace

TargetOutput::TargetOutput(const BlendState& blend, const PixelTests& tests, const LateWork& late,
                           std::span<const ScreenTriangle> triangles)
    : blend_(blend), tests_(tests), late_(late), triangles_(triangles) {
  std::ranges::transform(blend_.targets, equations_.begin(), [](const TargetBlend& each) { return Equations(each); });
}

bool TargetOutput::reads_target(unsigned target) const { return draw::reads_target(find(target)); }

memory::Pixel TargetOutput::merge(unsigned target, const memory::PixelFormat& format, const Colors& colors) const {
  return blend_pixel(find(target), blend_.constant, format, colors);
}

void TargetOutput::merge_block(unsigned target, const memory::PixelFormat& format, BlockColors& colors) const {
  const Equations& equations = equations_[target % BlendState::kTargets];
  if (!blend_block(find(target), equations, blend_.constant, format, colors))
    PixelOutput::merge_block(target, format, colors);
}

// Returns the pixels of `live` that pass the alpha test and that their alpha covers.
std::uint32_t TargetOutput::test_alphas(std::uint32_t live, const functions::PixelValues& values) const {
  if (!blend_.reads_alpha()) return live;
  for (unsigned i = 0; i < values.alphas.size(); ++i) {
    const float alpha = values.alphas[i];
    const bool passes = !blend_.alpha_test.enabled || passes_alpha(blend_.alpha_test, alpha);
    const bool covers = !blend_.turns_alpha_to_coverage || covers_pixel(alpha);
    if (bit(live, i) && !(passes && covers)) live &= ~(1U << i);
  }
  return live;
}

// Runs the stencil and depth tests for the pixels of `live`, and returns those that pass.
std::optional<std::uint32_t> TargetOutput::run(const functions::Pixels& pixels, std::uint32_t live,
                                               const functions::PixelValues& values, bool writes,
                                               memory::View& memory) const {
  functions::Pixels tested = pixels;
  tested.mask = live;
  PixelTests::Source source{.triangle = &triangles_[pixels.source]};
  if (late_.parts.depths) source.depths = values.depths;
  if (late_.parts.references) source.references = values.references;
  return writes ? tests_.test_and_write(tested, source, memory) : tests_.test(tested, source, memory);
}

std::optional<std::uint32_t> TargetOutput::test(const functions::Pixels& pixels, std::uint32_t live,
                                                const functions::PixelValues& values, memory::View& memory) const {
  live = test_alphas(live, values);
  return late_.tests ? run(pixels, live, values, false, memory) : live;
}

bool TargetOutput::finish(const functions::Pixels& pixels, std::uint32_t live, const functions::PixelValues& values,
                          memory::View& memory) const {
  if (!late_.writes && !late_.counts) return true;
  std::optional<std::uint32_t> passed = test_alphas(live, values);
  if (late_.tests || late_.writes) passed = run(pixels, *passed, values, late_.writes, memory);
  if (passed && late_.counts) counted_ += static_cast<unsigned>(std::popcount(*passed));
  return passed.has_value();
}

}  // namespace eugene::draw
