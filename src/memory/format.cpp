#include "memory/format.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "base/bits.h"
#include "memory/format_table.h"
#include "memory/pack.h"
#include "memory/srgb.h"

namespace eugene::memory {
namespace {

// Encodes a red, green or blue value for an sRGB format. The result is still a float.
std::uint32_t encode_srgb(std::uint32_t value) {
  const auto real = std::bit_cast<float>(value);
  const double linear = std::isnan(real) ? 0.0 : std::clamp(double{real}, 0.0, 1.0);
  return float_bits(static_cast<float>(srgb_from_linear(linear)));
}

// The largest channel determines the exponent; all channels are rounded to that exponent's units (SKL PRM vol5,
// R9G9B9E5).
std::uint32_t pack_shared_exponent(const Pixel& pixel) {
  constexpr double kLargest = 511.0 / 512 * 65536;
  std::array<double, 3> values{};
  for (unsigned i = 0; i < 3; ++i) {
    const auto real = std::bit_cast<float>(pixel[i]);
    values[i] = std::isnan(real) ? 0.0 : std::clamp(double{real}, 0.0, kLargest);
  }
  const double largest = std::max({values[0], values[1], values[2]});
  int exponent = largest == 0 ? -16 : std::max(std::ilogb(largest), -16);
  const auto units = [&](double value) {
    return static_cast<std::uint32_t>(std::nearbyint(std::ldexp(value, 8 - exponent)));
  };
  if (units(largest) > 511) ++exponent;
  std::uint32_t word = static_cast<std::uint32_t>(exponent + 16) << 27;
  for (unsigned i = 0; i < 3; ++i) word |= units(values[i]) << 9 * i;
  return word;
}

}  // namespace

const PixelFormat* find_format(std::uint16_t code) {
  const auto found = std::ranges::lower_bound(kFormats, code, {}, &PixelFormat::code);
  return found != kFormats.end() && found->code == code ? &*found : nullptr;
}

const PixelFormat* find_format(std::string_view name) {
  const auto found = std::ranges::find(kFormats, name, &PixelFormat::name);
  return found != kFormats.end() ? &*found : nullptr;
}

std::span<const PixelFormat> all_formats() { return kFormats; }

void pack_pixel(const PixelFormat& format, const Pixel& pixel, std::byte* bytes) {
  std::array<std::uint64_t, 2> words{};
  if (format.family == FormatFamily::shared_exponent) words[0] = pack_shared_exponent(pixel);
  for (unsigned i = 4;
       i-- > 0 && format.family == FormatFamily::channels;) {  // red last: it wins where channels share bits
    const auto [low, width, type] = format.channels[i];
    if (width == 0) continue;
    const std::uint64_t mask = low_mask(width) << low % 64;
    const std::uint32_t value = format.is_srgb && i < 3 ? encode_srgb(pixel[i]) : pixel[i];
    const std::uint64_t code = pack_channel(type, value, width) & low_mask(width);
    words[low / 64] = (words[low / 64] & ~mask) | code << low % 64;
  }
  std::memcpy(bytes, words.data(), format.bytes);
}

Pixel out_of_bounds_pixel(const PixelFormat& format) { return {0, 0, 0, make_one(format)}; }

}  // namespace eugene::memory
