// Every math builtin on float, double and half against long double on the host, within the error that the
// OpenCL specification allows.
#include <algorithm>
#include <functional>
#include <map>
#include <numbers>

#include "compare.h"
#include "gpu.h"

namespace suite {
namespace {

using Real = long double;
constexpr Real kPi = std::numbers::pi_v<Real>;

enum class Inputs { any, small, unit };

// The host's version of a function. `n` is the integer argument.
using Reference = std::function<Real(Real x, Real y, Real z, int n)>;

// sin(pi x) and its kin: the argument is reduced exactly before pi comes in.
Real sinpi(Real x) {
  if (!std::isfinite(x)) return std::numeric_limits<Real>::quiet_NaN();
  const Real r = std::fmod(std::fabs(x), 2.0L);
  const Real folded = r > 1.5L ? r - 2 : r > 0.5L ? 1 - r : r;
  return std::copysign(1.0L, x) * std::sin(kPi * folded);
}
Real cospi(Real x) {
  if (!std::isfinite(x)) return std::numeric_limits<Real>::quiet_NaN();
  const Real r = std::fmod(std::fabs(x), 2.0L);
  const Real folded = r > 1 ? 2 - r : r;  // 0..1
  return folded == 0.5L ? 0 : folded < 0.5L ? std::cos(kPi * folded) : -std::cos(kPi * (1 - folded));
}
Real tanpi(Real x) {
  if (!std::isfinite(x)) return std::numeric_limits<Real>::quiet_NaN();
  const Real r = std::fmod(std::fabs(x), 1.0L);
  const Real sign = std::copysign(1.0L, x);
  if (r == 0.5L) return std::fmod(std::fabs(x), 2.0L) > 1 ? -sign * INFINITY : sign * INFINITY;
  if (r == 0) return std::fmod(std::fabs(x), 2.0L) == 1 ? -sign * 0.0L : sign * 0.0L;
  return sign * (r < 0.5L ? std::tan(kPi * r) : -std::tan(kPi * (1 - r)));
}
Real rootn(Real x, int n) {
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  if (n == 0 || std::isnan(x)) return nan;
  const bool odd = n % 2 != 0;
  if (x == 0) return n < 0 ? (odd ? 1 / x : INFINITY) : (odd ? x : 0.0L);
  if (x < 0 && !odd) return nan;
  const Real magnitude = std::pow(std::fabs(x), 1.0L / n);
  return x < 0 ? -magnitude : magnitude;
}
Real powr(Real x, Real y) {
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  if (std::isnan(x) || std::isnan(y) || x < 0) return nan;
  if (x == 0) return y == 0 || std::isnan(y) ? nan : y < 0 ? INFINITY : 0;
  if (std::isinf(x) && y == 0) return nan;
  if (x == 1 && std::isinf(y)) return nan;
  return std::pow(x, y);
}

// Functions whose result depends on the type are computed in the type itself.
template <class T>
Real next_after(Real x, Real y) {
  if constexpr (std::is_same_v<T, half>) {
    if (std::isnan(x) || std::isnan(y)) return std::numeric_limits<Real>::quiet_NaN();
    if (x == y) return y;
    std::uint16_t bits = std::bit_cast<std::uint16_t>(static_cast<half>(x));
    if (x == 0)
      bits = static_cast<std::uint16_t>(std::signbit(y) ? 0x8001 : 1);
    else
      bits = static_cast<std::uint16_t>((y > x) == (x > 0) ? bits + 1 : bits - 1);
    return static_cast<Real>(std::bit_cast<half>(bits));
  } else {
    return std::nextafter(static_cast<T>(x), static_cast<T>(y));
  }
}
template <class T>
Real fused(Real x, Real y, Real z) {
  if constexpr (std::is_same_v<T, double>)
    return std::fma(static_cast<double>(x), static_cast<double>(y), static_cast<double>(z));
  else if constexpr (std::is_same_v<T, float>)
    return std::fma(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z));
  else
    return x * y + z;  // 22 + 40 bits fit in the exponent range, and the rest is below half's rounding
}

template <class T>
const std::map<std::string, Reference>& references() {
  static const std::map<std::string, Reference> table = [] {
    std::map<std::string, Reference> t;
    const auto unary = [&t](const char* name, Real (*f)(Real)) {
      t[name] = [f](Real x, Real, Real, int) { return f(x); };
    };
    const auto binary = [&t](const char* name, Real (*f)(Real, Real)) {
      t[name] = [f](Real x, Real y, Real, int) { return f(x, y); };
    };
    unary("sin", std::sin), unary("cos", std::cos), unary("tan", std::tan);
    unary("sinpi", sinpi), unary("cospi", cospi), unary("tanpi", tanpi);
    unary("asin", std::asin), unary("acos", std::acos), unary("atan", std::atan);
    unary("asinpi", [](Real x) { return std::asin(x) / kPi; });
    unary("acospi", [](Real x) { return std::acos(x) / kPi; });
    unary("atanpi", [](Real x) { return std::atan(x) / kPi; });
    binary("atan2", std::atan2);
    binary("atan2pi", [](Real y, Real x) { return std::atan2(y, x) / kPi; });
    unary("sinh", std::sinh), unary("cosh", std::cosh), unary("tanh", std::tanh);
    unary("asinh", std::asinh), unary("acosh", std::acosh), unary("atanh", std::atanh);
    unary("exp", std::exp), unary("exp2", std::exp2), unary("expm1", std::expm1);
    unary("exp10", [](Real x) { return std::pow(10.0L, x); });
    unary("log", std::log), unary("log2", std::log2), unary("log10", std::log10), unary("log1p", std::log1p);
    unary("logb", std::logb);
    binary("pow", std::pow), binary("powr", powr), binary("hypot", std::hypot);
    t["pown"] = [](Real x, Real, Real, int n) { return std::pow(x, static_cast<Real>(n)); };
    t["rootn"] = [](Real x, Real, Real, int n) { return rootn(x, n); };
    unary("cbrt", std::cbrt);
    unary("rsqrt", [](Real x) { return 1 / std::sqrt(x); });
    unary("ceil", std::ceil), unary("floor", std::floor), unary("rint", std::nearbyint), unary("round", std::round);
    unary("trunc", std::trunc), unary("fabs", std::fabs);
    binary("copysign", std::copysign), binary("fdim", std::fdim), binary("fmax", std::fmax), binary("fmin", std::fmin);
    binary("maxmag", [](Real x, Real y) {
      return std::fabs(x) > std::fabs(y) ? x : std::fabs(y) > std::fabs(x) ? y : std::fmax(x, y);
    });
    binary("minmag", [](Real x, Real y) {
      return std::fabs(x) < std::fabs(y) ? x : std::fabs(y) < std::fabs(x) ? y : std::fmin(x, y);
    });
    binary("nextafter", next_after<T>);
    t["ldexp"] = [](Real x, Real, Real, int n) { return std::ldexp(x, n); };
    t["fma"] = [](Real x, Real y, Real z, int) { return fused<T>(x, y, z); };
    binary("fmod", std::fmod), binary("remainder", std::remainder);
    // In the type itself: rounding twice, through long double, is not rounding once.
    binary("add",
           [](Real x, Real y) { return static_cast<Real>(static_cast<T>(static_cast<T>(x) + static_cast<T>(y))); });
    binary("subtract",
           [](Real x, Real y) { return static_cast<Real>(static_cast<T>(static_cast<T>(x) - static_cast<T>(y))); });
    binary("multiply",
           [](Real x, Real y) { return static_cast<Real>(static_cast<T>(static_cast<T>(x) * static_cast<T>(y))); });
    binary("divide", [](Real x, Real y) {
      return std::is_same_v<T, double> ? static_cast<double>(x) / static_cast<double>(y) : x / y;
    });
    unary("sqrt", [](Real x) { return std::is_same_v<T, double> ? std::sqrt(static_cast<double>(x)) : std::sqrt(x); });
    unary("reciprocal", [](Real x) { return std::is_same_v<T, double> ? 1 / static_cast<double>(x) : 1 / x; });
    unary("erf", std::erf), unary("erfc", std::erfc);
    // Computed by lgamma (see math_functions.inc), which loses the sign of a zero.
    unary("tgamma", [](Real x) { return std::tgamma(std::is_same_v<T, double> && x == 0 ? 0 : x); });
    return t;
  }();
  return table;
}

// Special values, then numbers of the range asked for.
template <class T>
std::vector<T> values(std::size_t count, Inputs inputs, std::uint64_t seed) {
  const Real largest_value = largest<T>();
  const int min_exponent = std::is_same_v<T, half> ? -14 : std::numeric_limits<T>::min_exponent - 1;
  const Real smallest = std::ldexp(1.0L, min_exponent);
  std::vector<T> result;
  for (const Real special :
       {0.0L, 1.0L, 0.5L, 2.0L, 3.0L, 1.5L, 0.25L, 2.5L, kPi, kPi / 2, 0.1L, 100.0L, largest_value, smallest,
        smallest / 4, 1.0L - ulp_of<T>(0.75L), 1.0L + ulp_of<T>(1.0L), static_cast<Real>(INFINITY)}) {
    result.push_back(static_cast<T>(special));
    result.push_back(static_cast<T>(-special));
  }
  result.push_back(static_cast<T>(NAN));
  Random random(seed);
  for (std::size_t i = result.size(); i-- > 1;)
    std::swap(result[i], result[random.below(static_cast<std::uint32_t>(i + 1))]);
  while (result.size() < count) {
    const double unit = random.uniform(-1, 1);
    switch (random.below(4)) {
      case 0:
        if (inputs == Inputs::any) {
          const std::uint64_t word = random.next();
          T raw;
          std::memcpy(&raw, &word, sizeof raw);
          result.push_back(raw);
          break;
        }
        [[fallthrough]];
      case 1: result.push_back(static_cast<T>(inputs == Inputs::unit ? unit : 40 * unit)); break;
      case 2: result.push_back(static_cast<T>(unit * std::exp2(random.uniform(-10, 0)))); break;
      default: result.push_back(static_cast<T>(inputs == Inputs::unit ? unit : 4 * unit)); break;
    }
  }
  return result;
}

struct Row {
  const char* name;
  double float_ulp, double_ulp, half_ulp;
  Inputs inputs;
  int group;
};

constexpr Inputs ANY = Inputs::any, SMALL = Inputs::small, UNIT = Inputs::unit;
const Row kRows[] = {
#define FUNCTION(kind, name, float_ulp, double_ulp, half_ulp, inputs) \
  {#name, float_ulp, double_ulp, half_ulp, inputs, GROUP},
#define GROUP 1
#include "kernels/math_functions.inc"
#undef GROUP
#define GROUP 2
#include "kernels/math_functions.inc"
#undef GROUP
#define GROUP 3
#include "kernels/math_functions.inc"
#undef GROUP
#define GROUP 4
#include "kernels/math_functions.inc"
#undef GROUP
#define GROUP 5
#include "kernels/math_functions.inc"
#undef GROUP
#define GROUP 6
#include "kernels/math_functions.inc"
#undef GROUP
#define GROUP 7
#include "kernels/math_functions.inc"
#undef GROUP
#define GROUP 8
#include "kernels/math_functions.inc"
#undef GROUP
#undef FUNCTION
};

template <class T>
void math(const char* type, double Row::* ulp, int group) {
  const std::size_t count = 512;
  const std::string options = std::string("-DT=") + type + " -DGROUP=" + std::to_string(group) +
                              (std::is_same_v<T, half> ? " -DNEEDS_HALF" : "");
  const auto program = gpu().build("math.cl", options);
  const auto ys = values<T>(count, Inputs::any, 41), zs = values<T>(count, Inputs::small, 42);
  std::vector<cl_int> ns = integers<cl_int>(count, 43);
  for (std::size_t i = 0; i < count; ++i) ns[i] = i % 16 == 0 ? ns[i] : static_cast<cl_int>(i % 31) - 15;
  const auto device_zs = gpu().array(zs);
  const auto device_ns = gpu().array(ns);
  for (const Row& row : kRows) {
    if (row.group != group) continue;
    const auto xs = values<T>(count, row.inputs, 40);
    const auto actual_ys = row.inputs == Inputs::any ? ys : values<T>(count, row.inputs, 44);
    const auto out = gpu().array<T>(count);
    gpu().run(program, (std::string("test_") + row.name).c_str(), {count}, cl::NullRange, gpu().array(xs),
              gpu().array(actual_ys), device_zs, device_ns, out);
    const Reference& reference = references<T>().at(row.name);
    std::vector<Real> want(count);
    std::vector<std::string> inputs(count);
    for (std::size_t i = 0; i < count; ++i) {
      const Real x = static_cast<Real>(xs[i]), y = static_cast<Real>(actual_ys[i]), z = static_cast<Real>(zs[i]);
      want[i] = reference(x, y, z, ns[i]);
      inputs[i] = "(" + show(x) + "; " + show(y) + "; " + show(z) + "; " + std::to_string(ns[i]) + ")";
    }
    expect_ulp(gpu().read(out), want, row.*ulp, std::string(row.name) + "(" + type + ")", inputs);
  }
}

void math_float(int group) { math<float>("float", &Row::float_ulp, group); }
void math_double(int group) { math<double>("double", &Row::double_ulp, group); }
void math_half(int group) { math<half>("half", &Row::half_ulp, group); }

TEST(MathFloat, Trigonometry) { math_float(1); }
TEST(MathFloat, InverseTrigonometry) { math_float(2); }
TEST(MathFloat, Hyperbolic) { math_float(3); }
TEST(MathFloat, Exponential) { math_float(4); }
TEST(MathFloat, Powers) { math_float(5); }
TEST(MathFloat, Rounding) { math_float(6); }
TEST(MathFloat, Arithmetic) { math_float(7); }
TEST(MathFloat, Gamma) { math_float(8); }

TEST(MathDouble, Trigonometry) {
  REQUIRE_EXTENSION("cl_khr_fp64");
  math_double(1);
}
TEST(MathDouble, InverseTrigonometry) {
  REQUIRE_EXTENSION("cl_khr_fp64");
  math_double(2);
}
TEST(MathDouble, Hyperbolic) {
  REQUIRE_EXTENSION("cl_khr_fp64");
  math_double(3);
}
TEST(MathDouble, Exponential) {
  REQUIRE_EXTENSION("cl_khr_fp64");
  math_double(4);
}
TEST(MathDouble, Powers) {
  REQUIRE_EXTENSION("cl_khr_fp64");
  math_double(5);
}
TEST(MathDouble, Rounding) {
  REQUIRE_EXTENSION("cl_khr_fp64");
  math_double(6);
}
TEST(MathDouble, Arithmetic) {
  REQUIRE_EXTENSION("cl_khr_fp64");
  math_double(7);
}
TEST(MathDouble, Gamma) {
  REQUIRE_EXTENSION("cl_khr_fp64");
  math_double(8);
}

TEST(MathHalf, Transcendental) {
  REQUIRE_EXTENSION("cl_khr_fp16");
  for (const int group : {1, 2, 3, 4}) math_half(group);
}
TEST(MathHalf, Powers) {
  REQUIRE_EXTENSION("cl_khr_fp16");
  math_half(5);
}
TEST(MathHalf, Rounding) {
  REQUIRE_EXTENSION("cl_khr_fp16");
  math_half(6);
}
TEST(MathHalf, Arithmetic) {
  REQUIRE_EXTENSION("cl_khr_fp16");
  math_half(7);
}

}  // namespace
}  // namespace suite
