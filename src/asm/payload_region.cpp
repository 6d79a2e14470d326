#include "asm/payload_region.h"

#include <array>
#include <bit>

namespace eugene::assembly {
namespace {

// Bits 19:16, 23:20 and 27:24 of the extended descriptor take the bits of source 0's subregister, of its horizontal
// stride with the low bits of the width, and of its vertical stride.
constexpr std::array<std::uint8_t, 4> kPayloadHStrides{0, 1, 2, 4};
constexpr std::array<std::uint8_t, 4> kPayloadWidths{1, 2, 4, 8};
constexpr std::array<std::uint8_t, 7> kPayloadVStrides{0, 1, 2, 4, 8, 16, 32};

template <std::size_t N>
std::optional<std::uint32_t> find_code(const std::array<std::uint8_t, N>& values, std::uint8_t value) {
  for (std::uint32_t code = 0; code < N; ++code) {
    if (values[code] == value) return code;
  }
  return std::nullopt;
}

}  // namespace

std::optional<PayloadRegion> payload_region(std::uint32_t extended_descriptor) {
  const std::uint32_t vstride = extended_descriptor >> 24;
  if ((extended_descriptor & 0xFFFFU) != 0 || vstride >= kPayloadVStrides.size()) return std::nullopt;
  return PayloadRegion{.region = {kPayloadVStrides[vstride], kPayloadWidths[extended_descriptor >> 22 & 3],
                                  kPayloadHStrides[extended_descriptor >> 20 & 3]},
                       .byte = static_cast<std::uint8_t>(extended_descriptor >> 16 & 0xF)};
}

std::optional<std::uint32_t> extended_descriptor(const PayloadRegion& payload) {
  const auto vstride = find_code(kPayloadVStrides, payload.region.vstride);
  const auto width = find_code(kPayloadWidths, payload.region.width);
  const auto hstride = find_code(kPayloadHStrides, payload.region.hstride);
  if (!vstride || !width || !hstride) return std::nullopt;
  return *vstride << 24 | *width << 22 | *hstride << 20 | std::uint32_t{payload.byte} << 16;
}

}  // namespace eugene::assembly
