// Formats that only vertex elements have, beside those of images: integers that become floats, fixed-point numbers,
// doubles, and signed channels of 10 bits (SKL PRM vol2d, SURFACE_FORMAT; vol7 "Vertex Fetch (VF) Stage").
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "memory/format.h"

namespace eugene::draw {

enum class VertexConversion : std::uint8_t {
  none,             // the format is one of images
  unsigned_scaled,  // integers become floats
  signed_scaled,
  fixed,    // integers of 16 bits before and after the point
  doubles,  // of 64 bits; they become floats
  // 10 bits for each of three channels, and 2 bits for the fourth.
  packed_unsigned_scaled,
  packed_signed_scaled,
  packed_signed_integer,
  packed_signed_unit,
};

// A vertex element in memory.
struct VertexFormat {
  const memory::PixelFormat* base = nullptr;  // integers or numbers; null for doubles and packed channels
  VertexConversion conversion = VertexConversion::none;
  unsigned channels = 4;     // of doubles
  bool is_reversed = false;  // the first packed channel is blue

  static constexpr std::size_t kMaxBytes = 32;
  std::size_t bytes() const;
  // Returns the components. Components that the format lacks are 0, or 1 for the fourth.
  memory::Pixel unpack(const std::byte* bytes) const;
};

// Returns nothing if the format is not supported.
std::optional<VertexFormat> find_vertex_format(std::uint16_t code);

}  // namespace eugene::draw
