// Common parts of BC6H and BC7: partitions of a block into subsets, and interpolation (D3D11.3 functional
// specification, 19.5.14).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace eugene::memory {

// Bit i is the subset of texel i.
inline constexpr std::array<std::uint16_t, 64> kTwoSubsets{
    0xCCCC, 0x8888, 0xEEEE, 0xECC8, 0xC880, 0xFEEC, 0xFEC8, 0xEC80, 0xC800, 0xFFEC, 0xFE80, 0xE800, 0xFFE8,
    0xFF00, 0xFFF0, 0xF000, 0xF710, 0x008E, 0x7100, 0x08CE, 0x008C, 0x7310, 0x3100, 0x8CCE, 0x088C, 0x3110,
    0x6666, 0x366C, 0x17E8, 0x0FF0, 0x718E, 0x399C, 0xAAAA, 0xF0F0, 0x5A5A, 0x33CC, 0x3C3C, 0x55AA, 0x9696,
    0xA55A, 0x73CE, 0x13C8, 0x324C, 0x3BDC, 0x6996, 0xC33C, 0x9966, 0x0660, 0x0272, 0x04E4, 0x4E40, 0x2720,
    0xC936, 0x936C, 0x39C6, 0x639C, 0x9336, 0x9CC6, 0x817E, 0xE718, 0xCCF0, 0x0FCC, 0x7744, 0xEE22,
};

// Bits 2i + 1 : 2i are the subset of texel i.
inline constexpr std::array<std::uint32_t, 64> kThreeSubsets{
    0xAA685050, 0x6A5A5040, 0x5A5A4200, 0x5450A0A8, 0xA5A50000, 0xA0A05050, 0x5555A0A0, 0x5A5A5050,
    0xAA550000, 0xAA555500, 0xAAAA5500, 0x90909090, 0x94949494, 0xA4A4A4A4, 0xA9A59450, 0x2A0A4250,
    0xA5945040, 0x0A425054, 0xA5A5A500, 0x55A0A0A0, 0xA8A85454, 0x6A6A4040, 0xA4A45000, 0x1A1A0500,
    0x0050A4A4, 0xAAA59090, 0x14696914, 0x69691400, 0xA08585A0, 0xAA821414, 0x50A4A450, 0x6A5A0200,
    0xA9A58000, 0x5090A0A8, 0xA8A09050, 0x24242424, 0x00AA5500, 0x24924924, 0x24499224, 0x50A50A50,
    0x500AA550, 0xAAAA4444, 0x66660000, 0xA5A0A5A0, 0x50A050A0, 0x69286928, 0x44AAAA44, 0x66666600,
    0xAA444444, 0x54A854A8, 0x95809580, 0x96969600, 0xA85454A8, 0x80959580, 0xAA141414, 0x96960000,
    0xAAAA1414, 0xA05050A0, 0xA0A5A5A0, 0x96000000, 0x40804080, 0xA9A8A9A8, 0xAAAAAA44, 0x2A4A5254,
};

// The anchor texels, whose index is one bit shorter; one hexadecimal digit for each partition. Rows: the second of two
// subsets, the second of three, the third of three. The anchor of the first subset is always texel 0.
inline constexpr std::array<std::string_view, 3> kAnchors{
    "fffffffffffffffff282288f28228822ff6828ff28222ff66268ff22fffff22f",
    "33ff83ff88666533338f336a588685ff8f356a8ff3f5ffff3f55585a5a8dfc33",
    "f883ff38fffffff8f8f3f8f83f6affa8f3faa89a6f8f3668f3ffffffffff3ff8",
};

constexpr unsigned find_subset(unsigned subsets, unsigned partition, unsigned texel) {
  if (subsets == 2) return kTwoSubsets[partition] >> texel & 1U;
  if (subsets == 3) return kThreeSubsets[partition] >> 2 * texel & 3U;
  return 0;
}

constexpr bool is_anchor(unsigned subsets, unsigned partition, unsigned texel) {
  if (texel == 0) return true;
  const auto is_that = [&](unsigned row) {
    const char digit = kAnchors[row][partition];
    return static_cast<unsigned>(digit <= '9' ? digit - '0' : digit - 'a' + 10) == texel;
  };
  if (subsets == 2) return is_that(0);
  return subsets == 3 && (is_that(1) || is_that(2));
}

// The weight of the second end point, in 64ths.
constexpr int weight(unsigned index_bits, unsigned index) {
  constexpr std::array<int, 4> kTwoBits{0, 21, 43, 64};
  constexpr std::array<int, 8> kThreeBits{0, 9, 18, 27, 37, 46, 55, 64};
  constexpr std::array<int, 16> kFourBits{0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64};
  if (index_bits == 2) return kTwoBits[index];
  return index_bits == 3 ? kThreeBits[index] : kFourBits[index];
}

constexpr int interpolate(int a, int b, int weight_of_b) {
  return ((64 - weight_of_b) * a + weight_of_b * b + 32) >> 6;
}

}  // namespace eugene::memory
