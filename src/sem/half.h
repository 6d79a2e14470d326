// Half-precision floats as plain bits, and their exact conversion to and from single precision.
// BXT PRM vol2a "HF"; IEEE 754 binary16.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

namespace eugene::sem {

// A binary16 value. operator== compares bits. To compare numbers, convert to float.
struct Half {
  std::uint16_t bits = 0;
  bool operator==(const Half&) const = default;
};

// Every half is a float; exact in all rounding modes. A NaN keeps sign and payload and stays quiet or signalling.
constexpr float half_to_float(Half value) {
  const std::uint32_t sign = static_cast<std::uint32_t>(value.bits & 0x8000U) << 16;
  const std::uint32_t magnitude = value.bits & 0x7FFFU;
  // Shifted into place the exponent is 112 too small; a multiplication by 2^112 corrects it and normalises denormals.
  const float scaled = std::bit_cast<float>(magnitude << 13) * 0x1p112F;
  const std::uint32_t finite = std::bit_cast<std::uint32_t>(scaled);
  const std::uint32_t special = 0x7F800000U | (magnitude << 13);
  return std::bit_cast<float>(sign | (magnitude >= 0x7C00U ? special : finite));
}

// Rounds in the host's current rounding mode, which the EU keeps equal to cr0's; overflow gives infinity or the
// largest finite value as that mode asks. A NaN becomes quiet and keeps the upper bits of its payload.
constexpr Half float_to_half(float value) {
  const std::uint32_t raw = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = raw & 0x80000000U;
  const std::uint32_t magnitude = raw & 0x7FFFFFFFU;
  // Rounds to half by adding and subtracting `magic`, which is 1.5 * 2^(e+13) with the sign of the value, for a half of
  // exponent e. The last bit of such a float has the weight of the half's last bit, so the addition rounds there, in
  // every rounding mode. Half denormals share e = -14.
  const std::uint32_t exponent = magnitude >> 23;
  const std::uint32_t clamped = exponent < 113U ? 113U : (exponent > 240U ? 240U : exponent);
  const float magic = std::bit_cast<float>(sign | ((clamped + 13U) << 23) | 0x400000U);
  const float rounded = (value + magic) - magic;
  // Scaling by 2^112 maps the overflow threshold of half to that of float, so the host's overflow does the rest.
  const float scaled = rounded * 0x1p112F;
  const std::uint32_t normal = ((std::bit_cast<std::uint32_t>(scaled) & 0x7FFFFFFFU) >> 13) - (224U << 10);
  const float tiny_magnitude = std::bit_cast<float>(std::bit_cast<std::uint32_t>(rounded) & 0x7FFFFFFFU);
  const bool is_tiny = tiny_magnitude < 0x1p-14F;
  const std::uint32_t denormal =
      static_cast<std::uint32_t>(static_cast<std::int32_t>((is_tiny ? tiny_magnitude : 0.0F) * 0x1p24F));
  const std::uint32_t nan = 0x7E00U | ((magnitude >> 13) & 0x3FFU);
  const std::uint32_t result = magnitude > 0x7F800000U    ? nan
                               : magnitude == 0x7F800000U ? 0x7C00U
                               : is_tiny                  ? denormal
                                                          : normal;
  return Half{static_cast<std::uint16_t>((sign >> 16) | result)};
}

}  // namespace eugene::sem
