// Conversions between all types, with every rounding and saturation.
#include <cfenv>

#include "compare.h"
#include "gpu.h"

namespace suite {
namespace {

enum class Rounding { even, zero, up, down };

// `value` rounded to an integer; exact for every source type, since long double holds them all.
long double round_whole(long double value, Rounding rounding) {
  switch (rounding) {
    case Rounding::even: {
      const long double below = std::floor(value), rest = value - below;
      return rest > 0.5L || (rest == 0.5L && std::fmod(below, 2.0L) != 0) ? below + 1 : below;
    }
    case Rounding::zero: return std::trunc(value);
    case Rounding::up: return std::ceil(value);
    case Rounding::down: return std::floor(value);
  }
  return value;
}

// `value` rounded to T's precision and range, denormals included.
template <class T>
T round_float(long double value, Rounding rounding) {
  if (value == 0 || !std::isfinite(value)) return static_cast<T>(value);
  const long double ulp = ulp_of<T>(value);
  const long double rounded = round_whole(value / ulp, rounding) * ulp;
  const long double limit = largest<T>();
  if (std::fabs(rounded) > limit) {
    const bool to_infinity = rounding == Rounding::even || (rounding == Rounding::up && value > 0) ||
                             (rounding == Rounding::down && value < 0);
    return static_cast<T>(std::copysign(to_infinity ? static_cast<long double>(INFINITY) : limit, value));
  }
  return static_cast<T>(std::copysign(rounded, value));
}

constexpr Rounding kModes[] = {Rounding::even, Rounding::even, Rounding::zero, Rounding::up, Rounding::down};
constexpr const char* kModeNames[] = {"", "_rte", "_rtz", "_rtp", "_rtn"};

template <class Source, class Target>
void to_integer(const cl::Program& program, const char* source_name, const char* target_name,
                const std::vector<Source>& in) {
  const auto out = gpu().array<Target>(10 * in.size());
  gpu().run(program, (std::string("to_") + target_name).c_str(), {in.size()}, cl::NullRange, gpu().array(in), out);
  const auto got = gpu().read(out);
  constexpr auto kLow = std::numeric_limits<Target>::min(), kHigh = std::numeric_limits<Target>::max();
  for (std::size_t k = 0; k < 10; ++k) {
    const bool saturated = k >= 5;
    for (std::size_t i = 0; i < in.size(); ++i) {
      // From float the default is towards zero; from integers there is nothing to round.
      const Rounding mode = k % 5 == 0 ? Rounding::zero : kModes[k % 5];
      const auto x = static_cast<long double>(in[i]);
      Target want;
      // Intel's compiler converts half to ulong by way of uint, enough for every finite half.
      const bool by_uint = std::is_same_v<Source, half> && std::is_same_v<Target, std::uint64_t> && std::isinf(x);
      if (std::isnan(x) || by_uint) {
        if (!saturated || by_uint) continue;  // undefined
        want = 0;
      } else {
        const long double whole = round_whole(x, mode);
        if (whole < static_cast<long double>(kLow) || whole > static_cast<long double>(kHigh)) {
          if constexpr (std::is_integral_v<Source>)
            want = saturated ? (x < 0 ? kLow : kHigh) : static_cast<Target>(in[i]);
          else if (saturated)
            want = x < 0 ? kLow : kHigh;
          else
            continue;  // undefined
        } else {
          want = static_cast<Target>(whole);
        }
      }
      if (got[10 * i + k] == want) continue;
      ADD_FAILURE() << "convert_" << target_name << (saturated ? "_sat" : "") << kModeNames[k % 5] << "(" << source_name
                    << " " << show_value(in[i]) << "): got " << +got[10 * i + k] << ", want " << +want;
      break;
    }
  }
}

template <class Source, class Target>
void to_float(const cl::Program& program, const char* source_name, const char* target_name,
              const std::vector<Source>& in) {
  const auto out = gpu().array<Target>(5 * in.size());
  gpu().run(program, (std::string("to_") + target_name).c_str(), {in.size()}, cl::NullRange, gpu().array(in), out);
  const auto got = gpu().read(out);
  for (std::size_t k = 0; k < 5; ++k) {
    for (std::size_t i = 0; i < in.size(); ++i) {
      const Target want = round_float<Target>(static_cast<long double>(in[i]), kModes[k]);
      const Target have = got[5 * i + k];
      if (std::memcmp(&want, &have, sizeof want) == 0 || (want != want && have != have)) continue;
      ADD_FAILURE() << "convert_" << target_name << kModeNames[k] << "(" << source_name << " " << show_value(in[i])
                    << "): got " << show_value(have) << ", want " << show_value(want);
      break;
    }
  }
}

// Numbers near every limit, and random numbers of all sizes.
template <class Source>
std::vector<Source> inputs() {
  if constexpr (std::is_integral_v<Source>) {
    auto values = integers<Source>(150, 60);
    for (int shift = 1; shift < 8 * static_cast<int>(sizeof(Source)); ++shift) {
      const auto power = static_cast<Source>(std::uint64_t{1} << shift);
      for (const int near : {-1, 0, 1}) values.push_back(static_cast<Source>(power + near));
      values.push_back(static_cast<Source>(power + power / 2 + 1));
    }
    return values;
  } else {
    std::vector<Source> values;
    for (const long double whole : {0.0L,
                                    1.0L,
                                    127.0L,
                                    128.0L,
                                    255.0L,
                                    256.0L,
                                    32767.0L,
                                    32768.0L,
                                    65535.0L,
                                    65536.0L,
                                    2147483647.0L,
                                    2147483648.0L,
                                    4294967295.0L,
                                    4294967296.0L,
                                    9223372036854775807.0L,
                                    18446744073709551615.0L,
                                    1e30L,
                                    2049.0L,
                                    16777217.0L,
                                    65504.0L,
                                    65519.0L,
                                    65520.0L}) {
      for (const long double part : {0.0L, 0.25L, 0.5L, 0.75L, 1.5L, -0.5L}) {
        values.push_back(static_cast<Source>(whole + part));
        values.push_back(static_cast<Source>(-whole - part));
      }
    }
    for (const double special : {HUGE_VAL, -HUGE_VAL, std::nan(""), 1e-7, -1e-7, 6e-8, 5e-5, 1e-39, -1e-45, 3e38})
      values.push_back(static_cast<Source>(special));
    Random random(61);
    while (values.size() < 400)
      values.push_back(static_cast<Source>(random.uniform(-1, 1) * std::exp2(random.uniform(-26, 66))));
    return values;
  }
}

template <class Source>
void convert_from(const char* name) {
  const bool has_half = gpu().has("cl_khr_fp16"), has_double = gpu().has("cl_khr_fp64");
  const auto program = gpu().build("convert.cl", std::string("-DSRC=") + name + (has_half ? " -DHAS_HALF" : "") +
                                                     (has_double ? " -DHAS_DOUBLE" : "") +
                                                     (std::is_same_v<Source, half> ? " -DNEEDS_HALF" : ""));
  const auto in = inputs<Source>();
  to_integer<Source, std::int8_t>(program, name, "char", in);
  to_integer<Source, std::uint8_t>(program, name, "uchar", in);
  to_integer<Source, std::int16_t>(program, name, "short", in);
  to_integer<Source, std::uint16_t>(program, name, "ushort", in);
  to_integer<Source, std::int32_t>(program, name, "int", in);
  to_integer<Source, std::uint32_t>(program, name, "uint", in);
  to_integer<Source, std::int64_t>(program, name, "long", in);
  to_integer<Source, std::uint64_t>(program, name, "ulong", in);
  to_float<Source, float>(program, name, "float", in);
  if (has_double) to_float<Source, double>(program, name, "double", in);
  if (has_half) to_float<Source, half>(program, name, "half", in);
}

TEST(Convert, FromBytes) {
  convert_from<std::int8_t>("char");
  convert_from<std::uint8_t>("uchar");
}
TEST(Convert, FromWords) {
  convert_from<std::int16_t>("short");
  convert_from<std::uint16_t>("ushort");
}
TEST(Convert, FromInt) { convert_from<std::int32_t>("int"); }
TEST(Convert, FromUint) { convert_from<std::uint32_t>("uint"); }
TEST(Convert, FromLong) { convert_from<std::int64_t>("long"); }
TEST(Convert, FromUlong) { convert_from<std::uint64_t>("ulong"); }
TEST(Convert, FromFloat) { convert_from<float>("float"); }
TEST(Convert, FromDouble) {
  REQUIRE_EXTENSION("cl_khr_fp64");
  convert_from<double>("double");
}
TEST(Convert, FromHalf) {
  REQUIRE_EXTENSION("cl_khr_fp16");
  convert_from<half>("half");
}

// half only as a storage format: all 65536 values are widened, and floats are narrowed with each rounding.
TEST(Convert, HalfStorage) {
  for_each_width([](unsigned width) {
    const std::size_t count = 65536;
    std::vector<half> halves(count);
    for (std::size_t i = 0; i < count; ++i) halves[i] = std::bit_cast<half>(static_cast<std::uint16_t>(i));
    auto floats = inputs<float>();
    Random random(62);
    while (floats.size() < count)
      floats.push_back(static_cast<float>(random.uniform(-1, 1) * std::exp2(random.uniform(-28, 17))));
    const auto widened = gpu().array<float>(count);
    const auto narrowed = gpu().array<half>(5 * count);
    const auto program = gpu().build("vectors.cl", "", width);
    gpu().run(program, "half_storage", {count}, cl::NullRange, gpu().array(halves), gpu().array(floats), widened,
              narrowed);
    const auto wide = gpu().read(widened);
    const auto narrow = gpu().read(narrowed);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const auto want = static_cast<float>(halves[i]);
      if (want == want ? std::memcmp(&want, &wide[i], 4) != 0 : wide[i] == wide[i]) {
        if (wrong++ == 0)
          ADD_FAILURE() << "vload_half of " << i << ": got " << show_value(wide[i]) << ", want " << show_value(want);
      }
      for (std::size_t k = 0; k < 5; ++k) {
        const half target = round_float<half>(static_cast<long double>(floats[i]), kModes[k]);
        const half got = narrow[5 * i + k];
        if (target == target ? std::memcmp(&target, &got, 2) != 0 : got == got) {
          if (wrong++ == 0)
            ADD_FAILURE() << "vstore_half" << kModeNames[k] << " of " << show_value(floats[i]) << ": got "
                          << show_value(got) << ", want " << show_value(target);
        }
      }
    }
    EXPECT_EQ(wrong, 0U);
    const auto turned = gpu().array<half>(1024);
    gpu().run(program, "half_storage4", {256}, cl::NullRange,
              gpu().array(std::vector<half>(halves.begin(), halves.begin() + 1024)), turned);
    std::vector<half> want(1024);
    for (std::size_t i = 0; i < 1024; ++i) want[i] = halves[i ^ 3];
    expect_same(gpu().read(turned), want, "vload_half4");
  });
}

}  // namespace
}  // namespace suite
