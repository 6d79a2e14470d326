#include "draw/output/blend.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>

#include "base/bits.h"

namespace eugene::draw {
namespace {

using Color = std::array<float, 4>;
constexpr std::size_t kAlpha = 3;

Color to_color(const memory::Pixel& pixel) {
  Color color;
  for (std::size_t c = 0; c < color.size(); ++c) color[c] = std::bit_cast<float>(pixel[c]);
  return color;
}

memory::Pixel to_pixel(const Color& color) {
  memory::Pixel pixel;
  for (std::size_t c = 0; c < color.size(); ++c) pixel[c] = std::bit_cast<std::uint32_t>(color[c]);
  return pixel;
}

// The colours that factors are made of.
struct Terms {
  Color source, second, destination, constant;
};

// Returns the factor of component `c`.
float factor_of(BlendFactor factor, const Terms& terms, std::size_t c) {
  switch (factor) {
    case BlendFactor::one: return 1;
    case BlendFactor::source_color: return terms.source[c];
    case BlendFactor::source_alpha: return terms.source[kAlpha];
    case BlendFactor::destination_alpha: return terms.destination[kAlpha];
    case BlendFactor::destination_color: return terms.destination[c];
    case BlendFactor::source_alpha_saturate:
      return c == kAlpha ? 1 : std::min(terms.source[kAlpha], 1 - terms.destination[kAlpha]);
    case BlendFactor::constant_color: return terms.constant[c];
    case BlendFactor::constant_alpha: return terms.constant[kAlpha];
    case BlendFactor::source1_color: return terms.second[c];
    case BlendFactor::source1_alpha: return terms.second[kAlpha];
    case BlendFactor::zero: return 0;
    case BlendFactor::one_minus_source_color: return 1 - terms.source[c];
    case BlendFactor::one_minus_source_alpha: return 1 - terms.source[kAlpha];
    case BlendFactor::one_minus_destination_alpha: return 1 - terms.destination[kAlpha];
    case BlendFactor::one_minus_destination_color: return 1 - terms.destination[c];
    case BlendFactor::one_minus_constant_color: return 1 - terms.constant[c];
    case BlendFactor::one_minus_constant_alpha: return 1 - terms.constant[kAlpha];
    case BlendFactor::one_minus_source1_color: return 1 - terms.second[c];
    case BlendFactor::one_minus_source1_alpha: return 1 - terms.second[kAlpha];
  }
  return 0;
}

float blend_component(const BlendEquation& equation, const Terms& terms, std::size_t c) {
  const float source = terms.source[c], destination = terms.destination[c];
  if (equation.function == BlendFunction::min) return std::min(source, destination);
  if (equation.function == BlendFunction::max) return std::max(source, destination);
  const float from = source * factor_of(equation.source, terms, c);
  const float to = destination * factor_of(equation.destination, terms, c);
  switch (equation.function) {
    case BlendFunction::subtract: return from - to;
    case BlendFunction::reverse_subtract: return to - from;
    default: return from + to;
  }
}

// Clamps a colour to the range that Color Clamp Range selects.
void clamp_color(std::uint8_t range, const memory::PixelFormat& format, Color& color) {
  enum : std::uint8_t { unorm = 0, snorm = 1 };
  const bool is_unorm = range == unorm || (range > snorm && format.type == memory::ChannelType::unorm);
  const bool is_snorm = range == snorm || (range > snorm && format.type == memory::ChannelType::snorm);
  if (!is_unorm && !is_snorm) return;
  for (float& value : color) value = std::min(std::max(value, is_snorm ? -1.0F : 0.0F), 1.0F);
}

// The sixteen functions of two bits are their own tables: bit 2 * source + destination of the code is the result.
std::byte combine_bits(std::uint8_t code, std::byte source, std::byte destination) {
  std::byte result{};
  if (bit(code, 0)) result |= ~source & ~destination;
  if (bit(code, 1)) result |= ~source & destination;
  if (bit(code, 2)) result |= source & ~destination;
  if (bit(code, 3)) result |= source & destination;
  return result;
}

// Logical operations are on the bits in memory. Formats of floats ignore them.
memory::Pixel combine(std::uint8_t code, const memory::PixelFormat& format, const memory::Pixel& source,
                      const memory::Pixel& before) {
  constexpr std::size_t kMaxBytes = 16;
  std::array<std::byte, kMaxBytes> from{}, to{};
  memory::pack_pixel(format, source, from.data());
  memory::pack_pixel(format, before, to.data());
  for (std::size_t i = 0; i < format.bytes; ++i) to[i] = combine_bits(code, from[i], to[i]);
  return memory::unpack_pixel(format, to.data());
}

}  // namespace

bool reads_target(const TargetBlend& blend) { return blend.blends || blend.has_logic; }

memory::Pixel blend_pixel(const TargetBlend& blend, const std::array<float, 4>& constant,
                          const memory::PixelFormat& format, const functions::PixelOutput::Colors& colors) {
  if (blend.has_logic && format.type != memory::ChannelType::float_)
    return combine(blend.logic, format, colors.source, colors.before);
  if (format.has_integers() || !blend.blends) return colors.source;
  Terms terms{.source = to_color(colors.source),
              .second = to_color(colors.second),
              .destination = to_color(colors.before),
              .constant = constant};
  if (blend.clamps_source) {
    for (Color* const each : {&terms.source, &terms.second, &terms.constant})
      clamp_color(blend.clamp_range, format, *each);
  }
  Color result;
  for (std::size_t c = 0; c < kAlpha; ++c) result[c] = blend_component(blend.color, terms, c);
  result[kAlpha] = blend_component(blend.alpha, terms, kAlpha);
  if (blend.clamps_result) clamp_color(blend.clamp_range, format, result);
  return to_pixel(result);
}

}  // namespace eugene::draw
