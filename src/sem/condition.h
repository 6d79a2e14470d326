// Conditions: the comparisons of cmp, cmpn and sel, and condition modifiers on results. SNB PRM vol4 part2 4.3.1.3,
// 4.3.1.4 and 5.7.
#pragma once

#include "isa/instruction.h"
#include "sem/convert.h"
#include "sem/mode.h"

namespace eugene::sem {

template <Lane V>
MaskOf<V> never(V v) {
  return less(v, v);
}
// True if `a` or `b` is a NaN.
template <Lane V>
MaskOf<V> unordered(V a, V b) {
  if constexpr (FloatLane<V>)
    return mask_or(is_nan(a), is_nan(b));
  else
    return never(a);
}

// Compares `a` with `b`. If one is a NaN, every comparison except nz is false. `o` is not a comparison and is always
// false.
template <Lane V>
MaskOf<V> relation(isa::CondMod condition, V a, V b) {
  using enum isa::CondMod;
  switch (condition) {
    case z: return equal(a, b);
    case nz: return mask_not(equal(a, b));
    case g: return less(b, a);
    case ge: return less_equal(b, a);
    case l: return less(a, b);
    case le: return less_equal(a, b);
    case u: return unordered(a, b);
    case o:
    case none: break;
  }
  return never(a);
}

// cmp: "flag generation for CMP instructions" of 5.7. Integer lanes hold both sources exactly.
template <Lane V>
MaskOf<V> cmp(const Mode& mode, isa::CondMod condition, V a, V b) {
  return relation(condition, source(mode, a), source(mode, b));
}

// cmpn, and the comparison of sel.ge and sel.l. Differs from cmp if only the second source is a NaN: then every
// condition is true, except that nz is false. Two NaNs compare as in cmp, so that sel gives its second source
// (4.3.1.4).
template <Lane V>
MaskOf<V> cmpn(const Mode& mode, isa::CondMod condition, V a, V b) {
  if constexpr (!FloatLane<V>) {
    return cmp(mode, condition, a, b);
  } else {
    const MaskOf<V> only_second = mask_and(is_nan(b), mask_not(is_nan(a)));
    const MaskOf<V> compared = cmp(mode, condition, a, b);
    if (condition == isa::CondMod::nz) return mask_and(compared, mask_not(only_second));
    return mask_or(compared, only_second);
  }
}

// How an instruction compares two sources. cmpn prefers a number to a NaN, and so does sel as minimum or maximum
// (4.3.1.4). sel with another condition takes its second source if one of them is a NaN (8.3.43).
enum class Comparison : std::uint8_t { cmp, cmpn, ordered };
constexpr Comparison find_comparison(isa::Opcode opcode, isa::CondMod condition) {
  const isa::OpcodeInfo& row = isa::info(opcode);
  if (!row.has(isa::kNumbersWin)) return Comparison::cmp;
  const bool min_max = condition == isa::CondMod::ge || condition == isa::CondMod::l;
  return row.action == isa::Action::compare || min_max ? Comparison::cmpn : Comparison::ordered;
}
template <Lane V>
MaskOf<V> compare(const Mode& mode, Comparison comparison, isa::CondMod condition, V a, V b) {
  switch (comparison) {
    case Comparison::cmpn: return cmpn(mode, condition, a, b);
    case Comparison::ordered: return mask_and(cmp(mode, condition, a, b), mask_not(unordered(a, b)));
    case Comparison::cmp: break;
  }
  return cmp(mode, condition, a, b);
}
// Compares two sources as an instruction with `opcode` does.
template <Lane V>
MaskOf<V> compare(const Mode& mode, isa::Opcode opcode, isa::CondMod condition, V a, V b) {
  return compare(mode, find_comparison(opcode, condition), condition, a, b);
}

// sel without a condition modifier: the predicate decides, and no bit changes (8.3.43).
template <Lane V>
V sel(const Mode&, MaskOf<V> takes_first, V a, V b) {
  return select(takes_first, a, b);
}
// sel with a condition modifier: minimum (l), maximum (ge), or the first source if the condition holds. Denormals are
// flushed.
template <Lane V>
V sel(const Mode& mode, isa::CondMod condition, V a, V b) {
  const MaskOf<V> first = compare(mode, isa::Opcode::sel, condition, a, b);
  return select(first, source(mode, a), source(mode, b));
}
// csel: the condition compares the third source with zero (Gen9 PRM "csel").
template <Lane V>
V csel(const Mode& mode, isa::CondMod condition, V a, V b, V c) {
  const MaskOf<V> first = cmp(mode, condition, c, like(c, ElementOf<V>{}));
  return select(first, source(mode, a), source(mode, b));
}

// The condition modifier of every other instruction compares the result, as written to the destination, with zero: 5.7,
// "flag generation for all arithmetic instructions other than CMP/CMPN". `overflow` is the value of .o, from
// overflowed().
template <Lane V>
MaskOf<V> result_condition(isa::CondMod condition, V written, MaskOf<V> overflow) {
  if (condition == isa::CondMod::o) return overflow;
  return relation(condition, written, like(written, ElementOf<V>{}));
}

// True if the result leaves the range of the destination's element To. `computed` is the result before saturation. For
// integers, the lane holds the exact value: it is wider than To if the operation can leave To's range. For floats,
// overflow is an infinity (or its replacement by ALT mode or saturation) that comes from finite sources.
template <LaneElement To, Lane V, Lane... Sources>
MaskOf<V> overflowed(V computed, Sources... sources) {
  if constexpr (FloatLane<V>) {
    if constexpr (IntElement<To>) {
      const auto wide = convert<double>(computed);
      return mask_or(less_equal(wide, number(wide, kIntLow<To> - 1)), less_equal(number(wide, kIntEnd<To>), wide));
    } else {
      MaskOf<V> over = is_infinite(convert<To>(computed));
      ((over = mask_and(over, mask_not(is_infinite(sources)))), ...);
      return over;
    }
  } else if constexpr (IntElement<To>) {
    return mask_not(equal(clamped<To>(computed), computed));
  } else {
    return never(computed);
  }
}

}  // namespace eugene::sem
