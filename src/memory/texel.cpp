#include "memory/texel.h"

#include <cstring>
#include <span>

#include "memory/unpack.h"

namespace eugene::memory {
namespace {

constexpr std::size_t kMaxElementBytes = 16;
using Element = std::array<std::byte, kMaxElementBytes>;

// Returns `count` bytes at `address`: in place if they are on one page, otherwise a copy. Null if they are not mapped.
const std::byte* element_at(View& view, std::uint64_t address, std::size_t count, Element& copy) {
  if ((address & (kPageBytes - 1)) + count <= kPageBytes) {
    if (const std::byte* host = view.at(address, Access::read); host != nullptr) return host;
  }
  return view.read(address, std::span(copy).first(count)) ? copy.data() : nullptr;
}

// The bytes with the first luma and the two chroma values, in the four bytes of two texels.
struct PackedYuv {
  std::string_view name;
  std::uint8_t luma;  // the second luma is two bytes later
  std::uint8_t u, v;
};

constexpr std::array<PackedYuv, 4> kPackedYuv{{
    {"YCRCB_NORMAL", 0, 1, 3},
    {"YCRCB_SWAPUV", 0, 3, 1},
    {"YCRCB_SWAPY", 1, 0, 2},
    {"YCRCB_SWAPUVY", 1, 2, 0},
}};

const PackedYuv& packed_yuv(const PixelFormat& format) {
  for (const PackedYuv& each : kPackedYuv) {
    if (each.name == format.name) return each;
  }
  return kPackedYuv[0];
}

std::uint32_t unorm(std::uint32_t code, unsigned width) { return float_bits(unorm_value(code, width)); }

}  // namespace

TexelReader::TexelReader(const ImageLayout& layout, Fetch how)
    : layout_(layout), fetch_(how), outside_(out_of_bounds_pixel(layout.format())) {
  if (layout.surface().type == SurfaceType::null) outside_ = {};
}

Result<TexelReader> TexelReader::make(const SurfaceState& surface) {
  const Result<ImageLayout> layout = ImageLayout::make(surface);
  if (!layout) return forward_error(layout);
  return TexelReader(*layout, choose_fetch(*layout));
}

TexelReader::Fetch TexelReader::choose_fetch(const ImageLayout& layout) {
  if (layout.surface().type == SurfaceType::null) return &fetch_null;
  switch (layout.format().family) {
    case FormatFamily::packed_yuv: return &fetch_packed_yuv;
    case FormatFamily::planar_yuv: return &fetch_planar_yuv;
    case FormatFamily::bc:
    case FormatFamily::etc:
    case FormatFamily::fxt1:
    case FormatFamily::astc: return &fetch_block;
    case FormatFamily::channels:
    case FormatFamily::shared_exponent: break;
  }
  return &fetch_pixel;
}

void TexelReader::record(View& view, const TexelPlace& place) const {
  const std::uint64_t from = address(place);
  fetched_->addresses.push_back(from);
  if (!fetched_->with_bytes) return;
  Element bytes{};
  const auto read = std::span(bytes).first(format().bytes);
  if (!view.read(from, read)) bytes = {};
  fetched_->bytes.insert(fetched_->bytes.end(), read.begin(), read.end());
}

bool TexelReader::fetch_null(const TexelReader& /*reader*/, View& /*view*/, const TexelPlace& /*place*/, Pixel& texel) {
  texel = {};
  return true;
}

bool TexelReader::fetch_pixel(const TexelReader& reader, View& view, const TexelPlace& place, Pixel& texel) {
  const PixelFormat& format = reader.format();
  Element copy;
  const std::byte* bytes = element_at(view, reader.address(place), format.bytes, copy);
  if (bytes == nullptr) return false;
  texel = unpack_pixel(format, bytes);
  return true;
}

bool TexelReader::fetch_block(const TexelReader& reader, View& view, const TexelPlace& place, Pixel& texel) {
  const PixelFormat& format = reader.format();
  Block block{};
  if (!view.read(reader.address(place), std::span(block).first(format.bytes))) return false;
  texel = reader.blocks_.texel(format, block, place.x % format.block_width, place.y % format.block_height);
  return true;
}

bool TexelReader::fetch_packed_yuv(const TexelReader& reader, View& view, const TexelPlace& place, Pixel& texel) {
  constexpr std::size_t kPairBytes = 4;
  TexelPlace first = place;
  first.x &= ~1U;
  Element copy;
  const std::byte* pair = element_at(view, reader.address(first), kPairBytes, copy);
  if (pair == nullptr) return false;
  const PackedYuv& yuv = packed_yuv(reader.format());
  const auto value = [pair](unsigned at) { return unorm(static_cast<std::uint32_t>(pair[at]), 8); };
  texel = {value(yuv.v), value(yuv.luma + place.x % 2 * 2), value(yuv.u), float_bits(1.0F)};
  return true;
}

// Chroma planes have half as many columns and rows.
bool TexelReader::fetch_planar_yuv(const TexelReader& reader, View& view, const TexelPlace& place, Pixel& texel) {
  const unsigned bytes = reader.format().bytes;
  const auto value = [&](std::uint64_t offset, std::uint32_t& to) {
    std::uint16_t code = 0;
    if (!view.read(reader.surface().base + offset, std::as_writable_bytes(std::span(&code, 1)).first(bytes)))
      return false;
    to = unorm(code, bytes * 8);
    return true;
  };
  const ChromaPlanes& chroma = reader.surface().chroma;
  const std::uint64_t x = place.x / 2;
  const std::uint64_t y = place.y / 2;
  const std::uint64_t step = chroma.separate ? 1 : 2;
  const std::uint64_t u = reader.layout_.offset(chroma.u_x + x * step, chroma.u_y + y);
  const std::uint64_t v = chroma.separate ? reader.layout_.offset(chroma.v_x + x, chroma.v_y + y)
                                          : reader.layout_.offset(chroma.u_x + x * step + 1, chroma.u_y + y);
  texel[3] = float_bits(1.0F);
  return value(reader.layout_.offset(place), texel[1]) && value(u, texel[2]) && value(v, texel[0]);
}

Pixel select_channels(const SurfaceState& surface, const PixelFormat& format, const Pixel& texel) {
  constexpr std::uint8_t kOne = 1;
  constexpr std::uint8_t kRed = 4;
  Pixel result{};
  for (unsigned i = 0; i < 4; ++i) {
    const std::uint8_t select = surface.channel_select[i];
    if (select >= kRed) {
      result[i] = texel[select - kRed];
    } else if (select == kOne) {
      result[i] = make_one(format);
    }
  }
  return result;
}

}  // namespace eugene::memory
