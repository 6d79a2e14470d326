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

// The colours of eight pixels that factors are made of. A block has no second colours: they are zeros.
enum TermName : std::uint8_t { kZero, kSource, kDestination, kConstant, kSaturate, kTerms };
using VectorTerms = std::array<Color<F32x8>, kTerms>;

// A factor as base + slope * term. Vectors of pixels need no branch for each component with this.
struct LinearFactor {
  float base = 0, slope = 0;
  TermName term = kZero;
  bool is_alpha = false;  // each component has the factor of alpha
};

LinearFactor find_linear(BlendFactor factor) {
  switch (factor) {
    case BlendFactor::one:
    case BlendFactor::one_minus_source1_color:
    case BlendFactor::one_minus_source1_alpha: return {.base = 1};
    case BlendFactor::source_color: return {0, 1, kSource};
    case BlendFactor::source_alpha: return {0, 1, kSource, true};
    case BlendFactor::destination_alpha: return {0, 1, kDestination, true};
    case BlendFactor::destination_color: return {0, 1, kDestination};
    case BlendFactor::source_alpha_saturate: return {0, 1, kSaturate};
    case BlendFactor::constant_color: return {0, 1, kConstant};
    case BlendFactor::constant_alpha: return {0, 1, kConstant, true};
    case BlendFactor::one_minus_source_color: return {1, -1, kSource};
    case BlendFactor::one_minus_source_alpha: return {1, -1, kSource, true};
    case BlendFactor::one_minus_destination_alpha: return {1, -1, kDestination, true};
    case BlendFactor::one_minus_destination_color: return {1, -1, kDestination};
    case BlendFactor::one_minus_constant_color: return {1, -1, kConstant};
    case BlendFactor::one_minus_constant_alpha: return {1, -1, kConstant, true};
    case BlendFactor::source1_color:
    case BlendFactor::source1_alpha:
    case BlendFactor::zero: return {};
  }
  return {};
}

// A blend equation of normalised colours. The numbers are those of blend_component(), but for the signs of zeros.
class LinearEquation {
 public:
  explicit LinearEquation(const BlendEquation& equation)
      : source_(find_linear(equation.source)),
        destination_(find_linear(equation.destination)),
        function_(equation.function),
        source_sign_(equation.function == BlendFunction::reverse_subtract ? -1.0F : 1.0F),
        destination_sign_(equation.function == BlendFunction::subtract ? -1.0F : 1.0F) {}

  // Whether the equation has a factor of the saturated alpha.
  bool saturates() const { return source_.term == kSaturate || destination_.term == kSaturate; }
  F32x8 blend(const VectorTerms& terms, std::size_t c) const {
    const F32x8 &source = terms[kSource][c], &destination = terms[kDestination][c];
    if (function_ == BlendFunction::min) return smaller(source, destination);
    if (function_ == BlendFunction::max) return larger(source, destination);
    const F32x8 from = source * find(source_, terms, c), to = destination * find(destination_, terms, c);
    return from * source_sign_ + to * destination_sign_;
  }

 private:
  static F32x8 find(const LinearFactor& factor, const VectorTerms& terms, std::size_t c) {
    return factor.base + factor.slope * terms[factor.term][factor.is_alpha ? kAlpha : c];
  }

  LinearFactor source_, destination_;
  BlendFunction function_;
  float source_sign_, destination_sign_;
};

// Blends eight pixels from pixel `first` on.
void blend_eight(const TargetBlend& blend, const std::array<LinearEquation, 2>& equations,
                 const std::array<float, 4>& constant, const memory::PixelFormat& format, unsigned first,
                 BlockColors& colors) {
  const auto& [color, alpha] = equations;
  VectorTerms terms;
  for (std::size_t c = 0; c < constant.size(); ++c) {
    terms[kZero][c] = F32x8{};
    terms[kSource][c] = load8<F32x8>(colors.source[c].data() + first);
    terms[kDestination][c] = load8<F32x8>(colors.before[c].data() + first);
    terms[kConstant][c] = F32x8{} + constant[c];
  }
  if (blend.clamps_source) {
    clamp_color(blend.clamp_range, format, terms[kSource]);
    clamp_color(blend.clamp_range, format, terms[kConstant]);
  }
  if (color.saturates() || alpha.saturates()) {
    terms[kSaturate].fill(smaller(terms[kSource][kAlpha], 1 - terms[kDestination][kAlpha]));
    terms[kSaturate][kAlpha] = F32x8{} + 1;
  }
  Color<F32x8> result;
  for (std::size_t c = 0; c < kAlpha; ++c) result[c] = color.blend(terms, c);
  result[kAlpha] = alpha.blend(terms, kAlpha);
  if (blend.clamps_result) clamp_color(blend.clamp_range, format, result);
  for (std::size_t c = 0; c < result.size(); ++c) store8(colors.source[c].data() + first, result[c]);
}

}  // namespace

bool blend_block(const TargetBlend& blend, const std::array<float, 4>& constant, const memory::PixelFormat& format,
                 BlockColors& colors) {
  using memory::ChannelType;
  const bool is_normalised = format.type == ChannelType::unorm || format.type == ChannelType::snorm;
  if (!is_normalised || blend.has_logic || !blend.blends) return false;
  const std::array equations{LinearEquation(blend.color), LinearEquation(blend.alpha)};
  call_for_host(is_avx2_host(), [&]<class Host>() {
    for (unsigned first = 0; first < functions::Pixels::kMax; first += kVectorLanes)
      blend_eight(blend, equations, constant, format, first, colors);
  });
  return true;
}

}  // namespace eugene::draw
