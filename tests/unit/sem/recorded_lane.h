// Lanes that record expressions, as the JIT's lanes record code. A Recorded<T> is an expression tree over named
// inputs; it prints itself and can be evaluated, so that a test can compare what a meaning records with what the same
// template computes on concrete lanes.
#pragma once

#include <any>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include "sem/lane.h"

namespace eugene::test {

using Inputs = std::map<std::string, std::any>;

template <class T>
struct Recorded {
  std::string text;
  std::function<T(const Inputs&)> run;
};

template <class T>
Recorded<T> input(const std::string& name) {
  return {name, [name](const Inputs& inputs) { return std::any_cast<T>(inputs.at(name)); }};
}

// One recorded operation: its name, and the concrete function that evaluation calls.
template <class To, class Function, class... From>
Recorded<To> record(const std::string& name, Function function, const Recorded<From>&... operands) {
  std::string text = "(" + name;
  ((text += " " + operands.text), ...);
  return {text + ")", [=](const Inputs& inputs) { return static_cast<To>(function(operands.run(inputs)...)); }};
}

#define EUGENE_RECORDED_UNARY(name)                               \
  template <class T>                                              \
  Recorded<T> name(const Recorded<T>& a) {                        \
    return record<T>(#name, [](T x) { return sem::name(x); }, a); \
  }
#define EUGENE_RECORDED_BINARY(name)                                         \
  template <class T>                                                         \
  Recorded<T> name(const Recorded<T>& a, const Recorded<T>& b) {             \
    return record<T>(#name, [](T x, T y) { return sem::name(x, y); }, a, b); \
  }
#define EUGENE_RECORDED_COMPARISON(name)                                        \
  template <class T>                                                            \
  Recorded<bool> name(const Recorded<T>& a, const Recorded<T>& b) {             \
    return record<bool>(#name, [](T x, T y) { return sem::name(x, y); }, a, b); \
  }
EUGENE_RECORDED_BINARY(plus)
EUGENE_RECORDED_BINARY(minus)
EUGENE_RECORDED_BINARY(times)
EUGENE_RECORDED_BINARY(divided)
EUGENE_RECORDED_BINARY(bit_and)
EUGENE_RECORDED_BINARY(bit_or)
EUGENE_RECORDED_BINARY(bit_xor)
EUGENE_RECORDED_BINARY(shift_left)
EUGENE_RECORDED_BINARY(shift_right)
EUGENE_RECORDED_BINARY(mask_and)
EUGENE_RECORDED_BINARY(mask_or)
EUGENE_RECORDED_UNARY(negated)
EUGENE_RECORDED_UNARY(square_root)
EUGENE_RECORDED_UNARY(bit_not)
EUGENE_RECORDED_UNARY(mask_not)
EUGENE_RECORDED_COMPARISON(equal)
EUGENE_RECORDED_COMPARISON(less)
EUGENE_RECORDED_COMPARISON(less_equal)
#undef EUGENE_RECORDED_UNARY
#undef EUGENE_RECORDED_BINARY
#undef EUGENE_RECORDED_COMPARISON

template <class T>
Recorded<T> fused(const Recorded<T>& a, const Recorded<T>& b, const Recorded<T>& c) {
  return record<T>("fused", [](T x, T y, T z) { return sem::fused(x, y, z); }, a, b, c);
}
template <class T>
Recorded<T> select(const Recorded<bool>& condition, const Recorded<T>& a, const Recorded<T>& b) {
  return record<T>("select", [](bool c, T x, T y) { return sem::select(c, x, y); }, condition, a, b);
}
template <class To, class From>
Recorded<To> convert(const Recorded<From>& v) {
  return record<To>("convert", [](From x) { return sem::convert<To>(x); }, v);
}
template <class To, class From>
Recorded<To> bit_cast_lane(const Recorded<From>& v) {
  return record<To>("bit_cast", [](From x) { return sem::bit_cast_lane<To>(x); }, v);
}

}  // namespace eugene::test

template <class T>
struct eugene::sem::LaneTraits<eugene::test::Recorded<T>> {
  using Element = T;
  using Mask = eugene::test::Recorded<bool>;
  template <class To>
  using Rebind = eugene::test::Recorded<To>;
  static eugene::test::Recorded<T> like(const eugene::test::Recorded<T>&, T constant) {
    return {"#", [constant](const eugene::test::Inputs&) { return constant; }};
  }
};
