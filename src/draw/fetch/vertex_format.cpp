#include "draw/fetch/vertex_format.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "base/bits.h"

namespace eugene::draw {
namespace {

using enum VertexConversion;

struct Row {
  std::uint16_t code;
  VertexConversion conversion;
  std::string_view base;  // the format of the same channels as integers
  unsigned channels = 4;
  bool is_reversed = false;
};
constexpr std::array kRows{
    Row{0x005, doubles, "", 2},
    Row{0x007, signed_scaled, "R32G32B32A32_SINT"},
    Row{0x008, unsigned_scaled, "R32G32B32A32_UINT"},
    Row{0x020, fixed, "R32G32B32A32_SINT"},
    Row{0x045, signed_scaled, "R32G32B32_SINT"},
    Row{0x046, unsigned_scaled, "R32G32B32_UINT"},
    Row{0x050, fixed, "R32G32B32_SINT"},
    Row{0x08D, doubles, "", 1},
    Row{0x093, signed_scaled, "R16G16B16A16_SINT"},
    Row{0x094, unsigned_scaled, "R16G16B16A16_UINT"},
    Row{0x095, signed_scaled, "R32G32_SINT"},
    Row{0x096, unsigned_scaled, "R32G32_UINT"},
    Row{0x0A0, fixed, "R32G32_SINT"},
    Row{0x0F4, signed_scaled, "R8G8B8A8_SINT"},
    Row{0x0F5, unsigned_scaled, "R8G8B8A8_UINT"},
    Row{0x0F6, signed_scaled, "R16G16_SINT"},
    Row{0x0F7, unsigned_scaled, "R16G16_UINT"},
    Row{0x0F8, signed_scaled, "R32_SINT"},
    Row{0x0F9, unsigned_scaled, "R32_UINT"},
    Row{0x11C, signed_scaled, "R8G8_SINT"},
    Row{0x11D, unsigned_scaled, "R8G8_UINT"},
    Row{0x11E, signed_scaled, "R16_SINT"},
    Row{0x11F, unsigned_scaled, "R16_UINT"},
    Row{0x149, signed_scaled, "R8_SINT"},
    Row{0x14A, unsigned_scaled, "R8_UINT"},
    Row{0x195, signed_scaled, "R8G8B8_SINT"},
    Row{0x196, unsigned_scaled, "R8G8B8_UINT"},
    Row{0x197, doubles, "", 4},
    Row{0x198, doubles, "", 3},
    Row{0x19E, signed_scaled, "R16G16B16_SINT"},
    Row{0x19F, unsigned_scaled, "R16G16B16_UINT"},
    Row{0x1B2, fixed, "R32_SINT"},
    Row{0x1B3, packed_signed_unit, ""},
    Row{0x1B4, packed_unsigned_scaled, ""},
    Row{0x1B5, packed_signed_scaled, ""},
    Row{0x1B6, packed_signed_integer, ""},
    Row{0x1B7, packed_signed_unit, "", 4, true},
    Row{0x1B8, packed_unsigned_scaled, "", 4, true},
    Row{0x1B9, packed_signed_scaled, "", 4, true},
    Row{0x1BB, packed_signed_integer, "", 4, true},
};
static_assert(std::ranges::is_sorted(kRows, {}, &Row::code));

std::uint32_t to_bits(float value) { return std::bit_cast<std::uint32_t>(value); }
float to_float(std::uint32_t value) { return static_cast<float>(static_cast<std::int32_t>(value)); }

memory::Pixel unpack_doubles(const std::byte* bytes, unsigned channels) {
  memory::Pixel pixel{0, 0, 0, to_bits(1)};
  for (unsigned c = 0; c < channels; ++c) {
    double value = 0;
    std::memcpy(&value, bytes + c * sizeof value, sizeof value);
    pixel[c] = to_bits(static_cast<float>(value));
  }
  return pixel;
}

std::uint32_t convert_packed(VertexConversion conversion, std::uint32_t field, unsigned bits) {
  const std::uint32_t sign = 1U << (bits - 1);
  const std::uint32_t extended = (field ^ sign) - sign;
  switch (conversion) {
    case packed_unsigned_scaled: return to_bits(static_cast<float>(field));
    case packed_signed_scaled: return to_bits(to_float(extended));
    case packed_signed_unit: return to_bits(std::max(to_float(extended) / static_cast<float>(sign - 1), -1.0F));
    default: return extended;
  }
}

memory::Pixel unpack_packed(const std::byte* bytes, VertexConversion conversion, bool is_reversed) {
  std::uint32_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  memory::Pixel pixel;
  for (unsigned c = 0; c < 3; ++c)
    pixel[is_reversed ? 2 - c : c] = convert_packed(conversion, word >> 10 * c & 0x3FF, 10);
  pixel[3] = convert_packed(conversion, word >> 30, 2);
  return pixel;
}

}  // namespace

std::size_t VertexFormat::bytes() const {
  if (base != nullptr) return base->bytes;
  return conversion == doubles ? channels * sizeof(double) : sizeof(std::uint32_t);
}

memory::Pixel VertexFormat::unpack(const std::byte* bytes) const {
  if (base == nullptr) {
    return conversion == doubles ? unpack_doubles(bytes, channels) : unpack_packed(bytes, conversion, is_reversed);
  }
  memory::Pixel pixel = memory::unpack_pixel(*base, bytes);
  if (conversion == none) return pixel;
  constexpr float kFixedOne = 0x1p16F;
  for (unsigned c = 0; c < pixel.size(); ++c) {
    const bool is_absent = c == 3 && base->channels[3].bits == 0;
    const float value = conversion == unsigned_scaled ? static_cast<float>(pixel[c]) : to_float(pixel[c]);
    pixel[c] = to_bits(conversion == fixed && !is_absent ? value / kFixedOne : value);
  }
  return pixel;
}

std::optional<VertexFormat> find_vertex_format(std::uint16_t code) {
  const auto row = std::ranges::lower_bound(kRows, code, {}, &Row::code);
  VertexFormat format{.base = memory::find_format(code)};
  if (row != kRows.end() && row->code == code) {
    format = {.conversion = row->conversion, .channels = row->channels, .is_reversed = row->is_reversed};
    if (!row->base.empty()) format.base = memory::find_format(row->base);
    return format;
  }
  if (format.base == nullptr || format.base->unpack == nullptr) return std::nullopt;
  return format;
}

}  // namespace eugene::draw
