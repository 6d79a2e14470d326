// FCVT, SRND and moves of bfloat16 beside arithmetic on their values (systolic_reference.h): every half, every byte,
// and random floats.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "unit/lower/run_kernel.h"
#include "unit/lower/systolic_reference.h"

namespace eugene::test {
namespace {

constexpr unsigned kLanes = 16;

std::string text_of(const std::string& instruction, const std::string& from, const std::string& to) {
  return ".version 4.1\n.kernel \"k\"\n" + fmt::format(".decl S v_type=G type={} num_elts=16 align=GRF\n", from) +
         fmt::format(".decl D v_type=G type={} num_elts=16 align=GRF\n", to) +
         ".decl R v_type=G type=uw num_elts=16 align=GRF\n.kernel_attr Target=\"cm\"\n.function \"k_0\"\nk_0:\n" +
         fmt::format("  {}\n", instruction);
}

// Runs an instruction on the bits of its source, with random numbers for rounding.
class Conversion {
 public:
  Conversion(const std::string& instruction, const std::string& from, unsigned from_bits, const std::string& to,
             unsigned to_bits)
      : kernel_(text_of(instruction, from, to), 32), from_bytes_(from_bits / 8), to_bytes_(to_bits / 8) {
    EXPECT_EQ(kernel_.error, "") << instruction;
  }

  std::array<std::uint32_t, kLanes> run(const std::array<std::uint32_t, kLanes>& sources,
                                        const std::array<std::uint16_t, kLanes>& random = {}) {
    eu::ThreadBlock threads = kernel_.threads(1);
    std::memcpy(kernel_.variable(threads[0], "R").data(), random.data(), sizeof random);
    for (unsigned n = 0; n < kLanes; ++n)
      std::memcpy(kernel_.variable(threads[0], "S").data() + n * from_bytes_, &sources[n], from_bytes_);
    EXPECT_EQ(kernel_.run(threads), "");
    std::array<std::uint32_t, kLanes> results{};
    for (unsigned n = 0; n < kLanes; ++n)
      std::memcpy(&results[n], kernel_.variable(threads[0], "D").data() + n * to_bytes_, to_bytes_);
    return results;
  }

  // Converts each source and compares with expected(source). Any NaN equals any other.
  template <class Sources, class Expected>
  void expect(const Sources& sources, const Element& to, Expected expected) {
    for (std::size_t first = 0; first < sources.size(); first += kLanes) {
      std::array<std::uint32_t, kLanes> part{};
      for (unsigned n = 0; n < kLanes; ++n) part[n] = sources[std::min(first + n, sources.size() - 1)];
      const auto results = run(part);
      for (unsigned n = 0; n < kLanes; ++n) {
        const std::uint64_t wanted = expected(part[n]);
        const bool both_nan = std::isnan(float_value(to, wanted)) && std::isnan(float_value(to, results[n]));
        ASSERT_TRUE(both_nan || results[n] == wanted)
            << fmt::format("source {:#x}: {:#x}, expected {:#x}", part[n], results[n], wanted);
      }
    }
  }

 private:
  VisaKernel kernel_;
  unsigned from_bytes_, to_bytes_;
};

std::vector<std::uint32_t> all(unsigned bits) {
  std::vector<std::uint32_t> numbers(std::size_t{1} << bits);
  for (std::uint32_t n = 0; n < numbers.size(); ++n) numbers[n] = n;
  return numbers;
}

// Floats of all exponents, floats halfway between two numbers with `dropped` bits less, and the largest and smallest
// ones.
std::vector<std::uint32_t> floats(unsigned dropped) {
  std::mt19937 random(20261123);
  std::vector<std::uint32_t> numbers{0, 1, 0x80000000, 0x7F800000, 0xFF800000, 0x7FC00000, 0x7F800001, 0x7F7FFFFF};
  for (unsigned n = 0; n < 20'000; ++n) {
    const auto bits = static_cast<std::uint32_t>(random());
    numbers.push_back(bits);
    numbers.push_back((bits >> dropped << dropped) | 1U << (dropped - 1));
  }
  return numbers;
}

TEST(Conversions, Bf8AndHalf) {
  Conversion("fcvt (M1_NM, 16) D(0,0)<1> S(0,0)<1;1,0>", "ub", 8, "hf", 16).expect(all(8), kHf, [](std::uint32_t bits) {
    return nearest(kHf, float_value(kBf8, bits));
  });
  Conversion("fcvt (M1_NM, 16) D(0,0)<1> S(0,0)<1;1,0>", "hf", 16, "ub", 8)
      .expect(all(16), kBf8, [](std::uint32_t bits) { return nearest(kBf8, float_value(kHf, bits)); });
}

// HF8 has no infinities: what lies beyond 448, the greatest number, by more than half a unit is a NaN.
TEST(Conversions, Hf8AndHalf) {
  Conversion("fcvt (M1_NM, 16) D(0,0)<1> S(0,0)<1;1,0>", "b", 8, "hf", 16).expect(all(8), kHf, [](std::uint32_t bits) {
    return nearest(kHf, float_value(kHf8, bits));
  });
  Conversion("fcvt (M1_NM, 16) D(0,0)<1> S(0,0)<1;1,0>", "hf", 16, "b", 8)
      .expect(all(16), kHf8, [](std::uint32_t bits) -> std::uint64_t {
        const double value = float_value(kHf, bits);
        return std::isnan(value) || std::fabs(value) > 464 ? 0x7F : nearest(kHf8, value);
      });
}

TEST(Conversions, Tf32AndFloat) {
  Conversion("fcvt (M1, 16) D(0,0)<1> S(0,0)<1;1,0>", "f", 32, "ud", 32).expect(floats(13), kF, [](std::uint32_t bits) {
    const double value = float_value(kF, bits);
    const bool is_denormal = value != 0 && std::fabs(value) < 0x1p-126;
    return nearest(kTf32, is_denormal ? std::copysign(0.0, value) : value) << kTf32.unused;
  });
  Conversion("fcvt (M1, 16) D(0,0)<1> S(0,0)<1;1,0>", "ud", 32, "f", 32).expect(floats(13), kF, [](std::uint32_t bits) {
    return bits;
  });
}

TEST(Conversions, BfAndFloat) {
  Conversion("mov (M1, 16) D(0,0)<1> S(0,0)<1;1,0>", "f", 32, "bf", 16).expect(floats(16), kBf, [](std::uint32_t bits) {
    return nearest(kBf, float_value(kF, bits));
  });
  Conversion("mov (M1, 16) D(0,0)<1> S(0,0)<1;1,0>", "bf", 16, "f", 32).expect(all(16), kF, [](std::uint32_t bits) {
    return nearest(kF, float_value(kBf, bits));
  });
  Conversion("mov (M1, 16) D(0,0)<1> S(0,0)<1;1,0>", "bf", 16, "bf", 16).expect(all(16), kBf, [](std::uint32_t bits) {
    return bits;
  });
}

// The significand and the random number are added, and the sum is truncated.
std::uint64_t stochastic(const Element& from, const Element& to, std::uint32_t bits, unsigned random) {
  const double value = float_value(from, bits);
  if (std::isnan(value) || std::isinf(value)) return nearest(to, value);
  const int lowest = 1 - ((1 << (from.exponent - 1)) - 1);  // exponent of denormals
  const int exponent = value == 0 ? lowest : std::max(std::ilogb(std::fabs(value)), lowest);
  const double unit = std::ldexp(1.0, exponent - static_cast<int>(from.fraction));
  const double sum = std::fabs(value) + random * unit;
  const int least = 1 - ((1 << (to.exponent - 1)) - 1);
  const int place = std::max(sum == 0 ? least : std::ilogb(sum), least) - static_cast<int>(to.fraction);
  const double truncated = std::ldexp(std::floor(std::ldexp(sum, -place)), place);
  return nearest(to, std::copysign(truncated, value));
}

TEST(Conversions, StochasticRounding) {
  std::mt19937 random(20261123);
  struct Case {
    const char *from, *to;
    const Element &source, &result;
    unsigned mask;
  };
  for (const Case& each : {Case{"hf", "ub", kHf, kBf8, 0xFF}, Case{"f", "hf", kF, kHf, 0x1FFF}}) {
    Conversion conversion("srnd (M1_NM, 16) D(0,0)<1> S(0,0)<1;1,0> R(0,0)<1;1,0>", each.from, each.source.bits,
                          each.to, each.result.bits);
    for (unsigned n = 0; n < 4'000; ++n) {
      std::array<std::uint32_t, kLanes> sources{};
      std::array<std::uint16_t, kLanes> numbers{};
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        sources[lane] = static_cast<std::uint32_t>(random()) & (each.source.bits == 16 ? 0xFFFFU : ~0U);
        // Floats that are halves, and their neighbours.
        if (each.source.bits == 32 && n % 2 == 0)
          sources[lane] = (sources[lane] & 0x807FFFFF) | (100 + sources[lane] % 45) << 23;
        numbers[lane] = static_cast<std::uint16_t>(random());
      }
      const auto results = conversion.run(sources, numbers);
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        const auto wanted = stochastic(each.source, each.result, sources[lane], numbers[lane] & each.mask);
        const bool both_nan =
            std::isnan(float_value(each.result, wanted)) && std::isnan(float_value(each.result, results[lane]));
        ASSERT_TRUE(both_nan || results[lane] == wanted) << fmt::format(
            "{:#x} and {:#x}: {:#x}, expected {:#x}", sources[lane], numbers[lane], results[lane], wanted);
      }
    }
  }
}

TEST(Conversions, RefuseOtherTypes) {
  const auto error = VisaKernel(text_of("fcvt (M1_NM, 16) D(0,0)<1> S(0,0)<1;1,0>", "hf", "f"), 32).error;
  EXPECT_NE(error.find("cannot convert from hf to f"), std::string::npos) << error;
  const auto bytes = VisaKernel(text_of("srnd (M1_NM, 16) D(0,0)<1> S(0,0)<1;1,0> R(0,0)<1;1,0>", "hf", "b"), 32).error;
  EXPECT_NE(bytes.find("cannot convert from hf to b"), std::string::npos) << bytes;
}

}  // namespace
}  // namespace eugene::test
