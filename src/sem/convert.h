// Conversion to the destination's type and saturation: SNB PRM vol4 part2 4.4 and table 7-4 (Saturate).
#pragma once

#include <limits>
#include <utility>

#include "sem/mode.h"

namespace eugene::sem {

// Bounds of an integer element, exact as floats: the first value above its greatest (End), and its least value (Low).
template <IntElement T>
inline constexpr double kIntEnd = static_cast<double>(std::numeric_limits<T>::max() / 2 + 1) * 2;
template <IntElement T>
inline constexpr double kIntLow = std::is_signed_v<T> ? -kIntEnd<T> : 0.0;

// Returns `v` if To can hold it, else the nearest value of To. The result keeps the type of `v`.
template <IntElement To, IntLane V>
V clamped(V v) {
  using Source = ElementOf<V>;
  using Limits = std::numeric_limits<To>;
  if constexpr (std::cmp_less(std::numeric_limits<Source>::min(), Limits::min())) {
    const V low = like(v, static_cast<Source>(Limits::min()));
    v = select(less(v, low), low, v);
  }
  if constexpr (std::cmp_less(Limits::max(), std::numeric_limits<Source>::max())) {
    const V high = like(v, static_cast<Source>(Limits::max()));
    v = select(less(high, v), high, v);
  }
  return v;
}

// 4.4.1: rounds towards zero. NaN gives 0, a value out of range the nearest limit, with or without saturation.
template <IntElement To, FloatLane V>
Rebind<V, To> float_to_int(V v) {
  using Source = ElementOf<V>;
  if constexpr (std::same_as<Source, Half>) {
    return float_to_int<To>(convert<float>(v));
  } else {
    using Limits = std::numeric_limits<To>;
    const MaskOf<V> high = less_equal(number(v, kIntEnd<To>), v);
    const MaskOf<V> low = less(v, number(v, kIntLow<To>));
    const V inside = select(mask_or(mask_or(high, low), is_nan(v)), number(v, 0), v);
    const Rebind<V, To> whole = convert<To>(inside);
    return select(high, like(whole, Limits::max()), select(low, like(whole, Limits::min()), whole));
  }
}

// Clamps to [0, 1]; NaN and -0 give 0.
template <FloatLane V>
V saturated(V v) {
  const V zero = number(v, 0);
  const V one = number(v, 1);
  const V positive = select(less(zero, v), v, zero);
  return select(less(one, positive), one, positive);
}

// Converts the result of an instruction to To, the destination's element. Integer to integer (4.4.2, 4.4.3): truncates,
// or clamps with saturation. Integer to float: 4.4.4. Float to float: rounds once in the current mode; denormals are
// flushed as the mode says for each type.
template <LaneElement To, Lane V>
Rebind<V, To> converted(const Mode& mode, V v, bool saturate) {
  using Source = ElementOf<V>;
  if constexpr (IntLane<V> && IntElement<To>) {
    return convert<To>(saturate ? clamped<To>(v) : v);
  } else if constexpr (IntElement<To>) {
    return float_to_int<To>(source(mode, v));
  } else {
    Rebind<V, To> out = [&] {
      if constexpr (std::same_as<Source, To>)
        return v;  // arithmetic has applied result() already
      else
        return result(mode, convert<To>(source(mode, v)));
    }();
    return saturate ? saturated(out) : out;
  }
}

// ---- Source modifiers: (abs) first, then negation. ----

// Only for sources of a signed type. Their lanes may still be unsigned, if another source decides (a shift by its
// count).
template <Lane V>
V absolute(V v) {
  if constexpr (FloatLane<V>) {
    return magnitude(v);
  } else {
    const auto as_signed = bit_cast_lane<std::make_signed_t<ElementOf<V>>>(v);
    return select(less(as_signed, like(as_signed, 0)), negated(v), v);
  }
}

// ---- Packed immediates: 4.2.4, 4.2.5. Each function returns element `index` of the dword, expanded. ----

// V: 8 signed nibbles, words.
constexpr std::int16_t expand_v(std::uint32_t packed, unsigned index) {
  const int nibble = static_cast<int>((packed >> (4 * (index % 8))) & 0xF);
  return static_cast<std::int16_t>(nibble >= 8 ? nibble - 16 : nibble);
}
// UV: 8 unsigned nibbles, words.
constexpr std::uint16_t expand_uv(std::uint32_t packed, unsigned index) {
  return static_cast<std::uint16_t>((packed >> (4 * (index % 8))) & 0xF);
}
// VF: 4 restricted floats of 1 sign, 3 exponent (excess 3) and 4 fraction bits, without denormals; 0x00 and 0x80 are
// zeros.
constexpr float expand_vf(std::uint32_t packed, unsigned index) {
  const std::uint32_t byte = (packed >> (8 * (index % 4))) & 0xFF;
  const std::uint32_t sign = (byte & 0x80) << 24;
  const std::uint32_t exponent = ((byte >> 4) & 7) + 127 - 3;
  const std::uint32_t number = (exponent << 23) | ((byte & 0xF) << 19);
  return std::bit_cast<float>(sign | ((byte & 0x7F) == 0 ? 0U : number));
}

}  // namespace eugene::sem
