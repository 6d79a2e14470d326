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

// The colours that factors are made of. kSaturated has the factors of source_alpha_saturate.
enum TermName : std::uint8_t { kZero, kSource, kSecond, kDestination, kConstant, kSaturated, kTerms };
template <class Number>
using Terms = std::array<Color<Number>, kTerms>;

// A factor as base + slope * term: vectors of pixels need no branch for each component with this.
struct Factor {
  float base = 0, slope = 0;
  TermName term = kZero;
  bool is_alpha = false;  // each component has the factor of alpha

  template <class Number>
  Number at(const Terms<Number>& terms, std::size_t c) const {
    return base + slope * terms[term][is_alpha ? kAlpha : c];
  }
};

Factor find_factor(BlendFactor factor) {
  switch (factor) {
    case BlendFactor::zero: return {};
    case BlendFactor::one: return {.base = 1};
    case BlendFactor::source_color: return {0, 1, kSource};
    case BlendFactor::source_alpha: return {0, 1, kSource, true};
    case BlendFactor::destination_alpha: return {0, 1, kDestination, true};
    case BlendFactor::destination_color: return {0, 1, kDestination};
    case BlendFactor::source_alpha_saturate: return {0, 1, kSaturated};
    case BlendFactor::constant_color: return {0, 1, kConstant};
    case BlendFactor::constant_alpha: return {0, 1, kConstant, true};
    case BlendFactor::source1_color: return {0, 1, kSecond};
    case BlendFactor::source1_alpha: return {0, 1, kSecond, true};
    case BlendFactor::one_minus_source_color: return {1, -1, kSource};
    case BlendFactor::one_minus_source_alpha: return {1, -1, kSource, true};
    case BlendFactor::one_minus_destination_alpha: return {1, -1, kDestination, true};
    case BlendFactor::one_minus_destination_color: return {1, -1, kDestination};
    case BlendFactor::one_minus_constant_color: return {1, -1, kConstant};
    case BlendFactor::one_minus_constant_alpha: return {1, -1, kConstant, true};
    case BlendFactor::one_minus_source1_color: return {1, -1, kSecond};
    case BlendFactor::one_minus_source1_alpha: return {1, -1, kSecond, true};
  }
  return {};
}

// The equation of one or more components.
class Equation {
 public:
  explicit Equation(const BlendEquation& equation)
      : source_(find_factor(equation.source)),
        destination_(find_factor(equation.destination)),
        function_(equation.function),
        source_sign_(equation.function == BlendFunction::reverse_subtract ? -1.0F : 1.0F),
        destination_sign_(equation.function == BlendFunction::subtract ? -1.0F : 1.0F) {}

  // Whether the equation has a factor source_alpha_saturate.
  bool saturates() const { return source_.term == kSaturated || destination_.term == kSaturated; }
  template <class Number>
  Number blend(const Terms<Number>& terms, std::size_t c) const {
    const Number &source = terms[kSource][c], &destination = terms[kDestination][c];
    if (function_ == BlendFunction::min) return smaller(source, destination);
    if (function_ == BlendFunction::max) return larger(source, destination);
    return source * source_.at(terms, c) * source_sign_ + destination * destination_.at(terms, c) * destination_sign_;
  }

 private:
  Factor source_, destination_;
  BlendFunction function_;
  float source_sign_, destination_sign_;
};

// The equations of a target.
struct Equations {
  explicit Equations(const TargetBlend& blend) : color(blend.color), alpha(blend.alpha) {}

  Equation color, alpha;
};

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

// Blends the colours in `terms`. Their kZero and kSaturated are set here.
template <class Number>
Color<Number> blend_color(const TargetBlend& blend, const Equations& equations, const memory::PixelFormat& format,
                          Terms<Number>& terms) {
  if (blend.clamps_source) {
    for (const TermName each : {kSource, kSecond, kConstant}) clamp_color(blend.clamp_range, format, terms[each]);
  }
  terms[kZero] = {};
  if (equations.color.saturates() || equations.alpha.saturates()) {
    terms[kSaturated].fill(smaller(terms[kSource][kAlpha], 1 - terms[kDestination][kAlpha]));
    terms[kSaturated][kAlpha] = Number{} + 1;
  }
  Color<Number> result;
  for (std::size_t c = 0; c < kAlpha; ++c) result[c] = equations.color.blend(terms, c);
  result[kAlpha] = equations.alpha.blend(terms, kAlpha);
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
  Terms<float> terms;
  terms[kSource] = to_color(colors.source);
  terms[kSecond] = to_color(colors.second);
  terms[kDestination] = to_color(colors.before);
  terms[kConstant] = constant;
  return std::bit_cast<memory::Pixel>(blend_color(blend, Equations(blend), format, terms));
}

namespace {

using BlockColors = functions::PixelOutput::BlockColors;

// Blends eight pixels from pixel `first` on. The pixels of a block have no second colours: they are zeros.
void blend_eight(const TargetBlend& blend, const Equations& equations, const std::array<float, 4>& constant,
                 const memory::PixelFormat& format, unsigned first, BlockColors& colors) {
  Terms<F32x8> terms;
  for (std::size_t c = 0; c < constant.size(); ++c) {
    terms[kSource][c] = load8<F32x8>(colors.source[c].data() + first);
    terms[kSecond][c] = F32x8{};
    terms[kDestination][c] = load8<F32x8>(colors.before[c].data() + first);
    terms[kConstant][c] = F32x8{} + constant[c];
  }
  const Color<F32x8> result = blend_color(blend, equations, format, terms);
  for (std::size_t c = 0; c < result.size(); ++c) store8(colors.source[c].data() + first, result[c]);
}

}  // namespace

bool blend_block(const TargetBlend& blend, const std::array<float, 4>& constant, const memory::PixelFormat& format,
                 BlockColors& colors) {
  using memory::ChannelType;
  const bool is_normalised = format.type == ChannelType::unorm || format.type == ChannelType::snorm;
  if (!is_normalised || blend.has_logic || !blend.blends) return false;
  const Equations equations(blend);
  call_for_host(is_avx2_host(), [&]<class Host>() {
    for (unsigned first = 0; first < functions::Pixels::kMax; first += kVectorLanes)
      blend_eight(blend, equations, constant, format, first, colors);
  });
  return true;
}

}  // namespace eugene::draw
