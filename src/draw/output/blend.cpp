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

template <class Number>
class Terms {
 public:
  Color<Number>& operator[](BlendTerm term) { return colors_[static_cast<std::size_t>(term)]; }
  const Color<Number>& operator[](BlendTerm term) const { return colors_[static_cast<std::size_t>(term)]; }

 private:
  std::array<Color<Number>, kBlendTerms> colors_;
};

template <class Number>
Number factor_at(const TermFactor& factor, const Terms<Number>& terms, std::size_t c) {
  return factor.base + factor.slope * terms[factor.term][factor.is_alpha ? kAlpha : c];
}

template <class Number>
Number blend_component(const Equation& equation, const Terms<Number>& terms, std::size_t c) {
  const Number &source = terms[BlendTerm::source][c], &destination = terms[BlendTerm::destination][c];
  if (equation.function == BlendFunction::min) return smaller(source, destination);
  if (equation.function == BlendFunction::max) return larger(source, destination);
  return source * factor_at(equation.source, terms, c) * equation.source_sign +
         destination * factor_at(equation.destination, terms, c) * equation.destination_sign;
}

TermFactor find_factor(BlendFactor factor) {
  switch (factor) {
    case BlendFactor::zero: return {};
    case BlendFactor::one: return {.base = 1};
    case BlendFactor::source_color: return {0, 1, BlendTerm::source};
    case BlendFactor::source_alpha: return {0, 1, BlendTerm::source, true};
    case BlendFactor::destination_alpha: return {0, 1, BlendTerm::destination, true};
    case BlendFactor::destination_color: return {0, 1, BlendTerm::destination};
    case BlendFactor::source_alpha_saturate: return {0, 1, BlendTerm::saturated};
    case BlendFactor::constant_color: return {0, 1, BlendTerm::constant};
    case BlendFactor::constant_alpha: return {0, 1, BlendTerm::constant, true};
    case BlendFactor::source1_color: return {0, 1, BlendTerm::second};
    case BlendFactor::source1_alpha: return {0, 1, BlendTerm::second, true};
    case BlendFactor::one_minus_source_color: return {1, -1, BlendTerm::source};
    case BlendFactor::one_minus_source_alpha: return {1, -1, BlendTerm::source, true};
    case BlendFactor::one_minus_destination_alpha: return {1, -1, BlendTerm::destination, true};
    case BlendFactor::one_minus_destination_color: return {1, -1, BlendTerm::destination};
    case BlendFactor::one_minus_constant_color: return {1, -1, BlendTerm::constant};
    case BlendFactor::one_minus_constant_alpha: return {1, -1, BlendTerm::constant, true};
    case BlendFactor::one_minus_source1_color: return {1, -1, BlendTerm::second};
    case BlendFactor::one_minus_source1_alpha: return {1, -1, BlendTerm::second, true};
  }
  return {};
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

// Blends the colours in `terms`. Their `zero` and `saturated` are set here.
template <class Number>
Color<Number> blend_color(const TargetBlend& blend, const Equations& equations, const memory::PixelFormat& format,
                          Terms<Number>& terms) {
  if (blend.clamps_source) {
    for (const BlendTerm each : {BlendTerm::source, BlendTerm::second, BlendTerm::constant})
      if (each == BlendTerm::source || equations.use(each)) clamp_color(blend.clamp_range, format, terms[each]);
  }
  if (equations.use(BlendTerm::zero)) terms[BlendTerm::zero] = {};
  if (equations.use(BlendTerm::saturated)) {
    terms[BlendTerm::saturated].fill(
        smaller(terms[BlendTerm::source][kAlpha], 1 - terms[BlendTerm::destination][kAlpha]));
    terms[BlendTerm::saturated][kAlpha] = Number{} + 1;
  }
  Color<Number> result;
  for (std::size_t c = 0; c < kAlpha; ++c) result[c] = blend_component(equations.color, terms, c);
  result[kAlpha] = blend_component(equations.alpha, terms, kAlpha);
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

Equation::Equation(const BlendEquation& equation)
    : source(find_factor(equation.source)),
      destination(find_factor(equation.destination)),
      function(equation.function),
      source_sign(equation.function == BlendFunction::reverse_subtract ? -1.0F : 1.0F),
      destination_sign(equation.function == BlendFunction::subtract ? -1.0F : 1.0F) {}

bool reads_target(const TargetBlend& blend) { return blend.blends || blend.has_logic; }

memory::Pixel blend_pixel(const TargetBlend& blend, const std::array<float, 4>& constant,
                          const memory::PixelFormat& format, const functions::PixelOutput::Colors& colors) {
  if (blend.has_logic && format.type != memory::ChannelType::float_)
    return combine(blend.logic, format, colors.source, colors.before);
  if (format.has_integers() || !blend.blends) return colors.source;
  const auto to_color = [](const memory::Pixel& pixel) { return std::bit_cast<Color<float>>(pixel); };
  Terms<float> terms;
  terms[BlendTerm::source] = to_color(colors.source);
  terms[BlendTerm::second] = to_color(colors.second);
  terms[BlendTerm::destination] = to_color(colors.before);
  terms[BlendTerm::constant] = constant;
  return std::bit_cast<memory::Pixel>(blend_color(blend, Equations(blend), format, terms));
}

namespace {

using BlockColors = functions::PixelOutput::BlockColors;

// Blends eight pixels from pixel `first` on. The pixels of a block have no second colours: they are zeros. Terms that
// no factor uses are left out, because clearing them takes a fifth of the time.
void blend_eight(const TargetBlend& blend, const Equations& equations, const std::array<float, 4>& constant,
                 const memory::PixelFormat& format, unsigned first, BlockColors& colors) {
  Terms<F32x8> terms;
  for (std::size_t c = 0; c < constant.size(); ++c) {
    terms[BlendTerm::source][c] = load8<F32x8>(colors.source[c].data() + first);
    terms[BlendTerm::destination][c] = load8<F32x8>(colors.before[c].data() + first);
    if (equations.use(BlendTerm::second)) terms[BlendTerm::second][c] = F32x8{};
    if (equations.use(BlendTerm::constant)) terms[BlendTerm::constant][c] = F32x8{} + constant[c];
  }
  const Color<F32x8> result = blend_color(blend, equations, format, terms);
  for (std::size_t c = 0; c < result.size(); ++c) store8(colors.source[c].data() + first, result[c]);
}

}  // namespace

bool blend_block(const TargetBlend& blend, const Equations& equations, const std::array<float, 4>& constant,
                 const memory::PixelFormat& format, BlockColors& colors) {
  using memory::ChannelType;
  const bool is_normalised = format.type == ChannelType::unorm || format.type == ChannelType::snorm;
  if (!is_normalised || blend.has_logic || !blend.blends) return false;
  call_for_host(is_avx2_host(), [&]<class Host>() {
    for (unsigned first = 0; first < functions::Pixels::kMax; first += kVectorLanes)
      blend_eight(blend, equations, constant, format, first, colors);
  });
  return true;
}

}  // namespace eugene::draw
