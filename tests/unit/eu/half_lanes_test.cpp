// The host's conversions of halves against those by integer arithmetic, bit for bit but for NaNs.
#include "eu/execute/half_lanes.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <random>

#include "eu/host_rounding.h"
#include "sem/half.h"

namespace eugene::eu::test {
namespace {

using sem::Half;

TEST(HalfLanes, EveryHalfWidensAlike) {
  for (unsigned first = 0; first < 0x10000; first += 16) {
    std::array<std::uint16_t, 16> halves;
    for (unsigned i = 0; i < 16; ++i) halves[i] = static_cast<std::uint16_t>(first + i);
    const auto* bytes = reinterpret_cast<const std::byte*>(halves.data());
    std::array<float, 16> by_host, portable;
    widen_halves(by_host, bytes);
    widen_halves_portably(portable, bytes);
    for (unsigned i = 0; i < 16; ++i) {
      const bool both_nan = std::isnan(by_host[i]) && std::isnan(portable[i]);
      EXPECT_TRUE(both_nan || std::bit_cast<std::uint32_t>(by_host[i]) == std::bit_cast<std::uint32_t>(portable[i]))
          << std::hex << halves[i];
    }
  }
}

// Returns a float near a half, between two halves, or beyond all halves.
float sample(std::mt19937& random) {
  const auto word = static_cast<std::uint32_t>(random());
  if (word % 4 == 0) return std::bit_cast<float>(static_cast<std::uint32_t>(random()));
  const float half = sem::half_to_float(Half{static_cast<std::uint16_t>(word >> 16)});
  const auto bits = std::bit_cast<std::uint32_t>(half);
  return std::bit_cast<float>(word % 4 == 1 ? bits : bits + 0xFFF + word % 3);
}

TEST(HalfLanes, FloatsNarrowAlikeInEveryRounding) {
  std::mt19937 random(1);
  const HostRounding host;
  for (const int rounding : {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    std::fesetround(rounding);
    for (unsigned turn = 0; turn < 20000; ++turn) {
      std::array<float, 8> floats;
      for (float& value : floats) value = sample(random);
      std::array<Half, 8> by_host, portable;
      narrow_to_halves(reinterpret_cast<std::byte*>(by_host.data()), floats);
      narrow_to_halves_portably(reinterpret_cast<std::byte*>(portable.data()), floats);
      for (unsigned i = 0; i < 8; ++i) ASSERT_EQ(by_host[i].bits, portable[i].bits) << floats[i];
    }
  }
}

}  // namespace
}  // namespace eugene::eu::test
