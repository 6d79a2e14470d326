#include "draw/output/blend.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>

#include "base/bits.h"
#include "base/vector_host.h"

namespace eugene::draw {
namespace {

constexpr std::size_t kAlpha = 3;

// The equations are for single pixels and for eight together: a Number is a float, or a vector of floats. Both have the
// same operations, so both give the same results.
template <class Number>
using Color = std::array<Number, 4>;

float smaller(float a, float b) { return std::min(a, b); }
float larger(float a, float b) { return std::max(a, b); }
F32x8 smaller(const F32x8& a, const F32x8& b) { return choose(b < a, b, a); }
F32x8 larger(const F32x8& a, const F32x8& b) { return choose(a < b, b, a); }

// The colours that factors are made of.
template <class Number>
struct Terms {
  Color<Number> source, second, destination, constant;
};

// Returns the factor of component `c`.
template <class Number>
Number factor_of(BlendFactor factor, const Terms<Number>& terms, std::size_t c) {
  switch (factor) {
    case BlendFactor::one: return Number{} + 1;
    case BlendFactor::source_color: return terms.source[c];
    case BlendFactor::source_alpha: return terms.source[kAlpha];
    case BlendFactor::destination_alpha: return terms.destination[kAlpha];
    case BlendFactor::destination_color: return terms.destination[c];
    case BlendFactor::source_alpha_saturate:
      return c == kAlpha ? Number{} + 1 : smaller(terms.source[kAlpha], 1 - terms.destination[kAlpha]);
    case BlendFactor::constant_color: return terms.constant[c];
    case BlendFactor::constant_alpha: return terms.constant[kAlpha];
    case BlendFactor::source1_color: return terms.second[c];
    case BlendFactor::source1_alpha: return terms.second[kAlpha];
    case BlendFactor::zero: return Number{};
    case BlendFactor::one_minus_source_color: return 1 - terms.source[c];
    case BlendFactor::one_minus_source_alpha: return 1 - terms.source[kAlpha];
    case BlendFactor::one_minus_destination_alpha: return 1 - terms.destination[kAlpha];
    case BlendFactor::one_minus_destination_color: return 1 - terms.destination[c];
    case BlendFactor::one_minus_constant_color: return 1 - terms.constant[c];
    case BlendFactor::one_minus_constant_alpha: return 1 - terms.constant[kAlpha];
    case BlendFactor::one_minus_source1_color: return 1 - terms.second[c];
    case BlendFactor::one_minus_source1_alpha: return 1 - terms.second[kAlpha];
  }
  return Number{};
}

template <class Number>
Number blend_component(const BlendEquation& equation, const Terms<Number>& terms, std::size_t c) {
  const Number &source = terms.source[c], &destination = terms.destination[c];
  if (equation.function == BlendFunction::min) return smaller(source, destination);
  if (equation.function == BlendFunction::max) return larger(source, destination);
  const Number from = source * factor_of(equation.source, terms, c);
  const Number to = destination * factor_of(equation.destination, terms, c);
  switch (equation.function) {
    case BlendFunction::subtract: return from - to;
    case BlendFunction::reverse_subtract: return to - from;
    default: return from + to;
  }
}

// Clamps a colour to the range that Color Clamp Range selects.
template <class Number>
void clamp_color(std::uint8_t range, const memory::PixelFormat& format, Color<Number>& color) {
  enum : std::uint8_t { unorm = 0, snorm = 1 };
  const bool is_unorm = range == unorm || (range > snorm && format.type == memory::ChannelType::unorm);
  const bool is_snorm = range == snorm || (range > snorm && format.type == memory::ChannelType::snorm);
  if (!is_unorm && !is_snorm) return;
  const Number least = Number{} + (is_snorm ? -1.0F : 0.0F);
  for (Number& value : color) value = smaller(larger(value, least), Number{} + 1);
}

template <class Number>
Color<Number> blend_color(const TargetBlend& blend, const memory::PixelFormat& format, Terms<Number> terms) {
  if (blend.clamps_source) {
    for (Color<Number>* const each : {&terms.source, &terms.second, &terms.constant})
      clamp_color(blend.clamp_range, format, *each);
  }
  Color<Number> result;
  for (std::size_t c = 0; c < kAlpha; ++c) result[c] = blend_component(blend.color, terms, c);
  result[kAlpha] = blend_component(blend.alpha, terms, kAlpha);
  if (blend.clamps_result) clamp_color(blend.clamp_range, format, result);
  return result;
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
  const auto to_color = [](const memory::Pixel& pixel) { return std::bit_cast<Color<float>>(pixel); };
  return std::bit_cast<memory::Pixel>(blend_color<float>(blend, format,
                                                         {.source = to_color(colors.source),
                                                          .second = to_color(colors.second),
                                                          .destination = to_color(colors.before),
                                                          .constant = constant}));
}

namespace {

using BlockColors = functions::PixelOutput::BlockColors;

// Blends eight pixels from pixel `first` on. They have no second colour.
void blend_eight(const TargetBlend& blend, const std::array<float, 4>& constant, const memory::PixelFormat& format,
                 unsigned first, BlockColors& colors) {
  Terms<F32x8> terms{};
  for (std::size_t c = 0; c < terms.source.size(); ++c) {
    terms.source[c] = load8<F32x8>(colors.source[c].data() + first);
    terms.destination[c] = load8<F32x8>(colors.before[c].data() + first);
    terms.constant[c] = F32x8{} + constant[c];
  }
  const Color<F32x8> result = blend_color(blend, format, terms);
  for (std::size_t c = 0; c < result.size(); ++c) store8(colors.source[c].data() + first, result[c]);
}

}  // namespace

bool blend_block(const TargetBlend& blend, const std::array<float, 4>& constant, const memory::PixelFormat& format,
                 BlockColors& colors) {
  using memory::ChannelType;
  const bool is_normalised = format.type == ChannelType::unorm || format.type == ChannelType::snorm;
  if (!is_normalised || blend.has_logic || !blend.blends) return false;
  call_for_host(is_avx2_host(), [&]<class Host>() {
    for (unsigned first = 0; first < functions::Pixels::kMax; first += kVectorLanes)
      blend_eight(blend, constant, format, first, colors);
  });
  return true;
}

}  // namespace eugene::draw
