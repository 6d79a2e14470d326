#include "memory/media_surface.h"

#include <fmt/format.h>

#include "base/bits.h"
#include "memory/format.h"

namespace eugene::memory {
namespace {

struct MediaFormat {
  std::uint8_t code;
  std::string_view format;
  std::array<std::uint8_t, 4> channel_select;
};

constexpr std::uint8_t kZero = 0, kOne = 1, kRed = 4, kGreen = 5, kBlue = 6, kAlpha = 7;
constexpr std::array<std::uint8_t, 4> kAsTheyAre{kRed, kGreen, kBlue, kAlpha};

constexpr std::array kMediaFormats{
    MediaFormat{0, "YCRCB_NORMAL", kAsTheyAre},
    MediaFormat{1, "YCRCB_SWAPUVY", kAsTheyAre},
    MediaFormat{2, "YCRCB_SWAPUV", kAsTheyAre},
    MediaFormat{3, "YCRCB_SWAPY", kAsTheyAre},
    MediaFormat{4, "PLANAR_420_8", kAsTheyAre},
    MediaFormat{8, "R10G10B10A2_UNORM", kAsTheyAre},
    MediaFormat{9, "R8G8B8A8_UNORM", kAsTheyAre},
    MediaFormat{10, "R8G8_UNORM", {kRed, kZero, kGreen, kOne}},
    MediaFormat{11, "R8_UNORM", {kRed, kZero, kZero, kOne}},
    MediaFormat{12, "R8_UNORM", {kZero, kRed, kZero, kOne}},
};

}  // namespace

constexpr MediaSurfaceLayout kGen6MediaSurfaces{.format = {2, 31, 28},
                                                .width = {1, 18, 6},
                                                .height = {1, 31, 19},
                                                .pitch = {2, 19, 3},
                                                .tiled = {2, 1, 1},
                                                .tile_walk = {2, 0, 0},
                                                .u_x = {3, 28, 16},
                                                .u_y = {3, 12, 0},
                                                .v_x = {4, 28, 16},
                                                .v_y = {4, 12, 0},
                                                .interleaved = {2, 27, 27},
                                                .address_dword = 0,
                                                .address_dwords = 1};

constexpr MediaSurfaceLayout kGen9MediaSurfaces{.format = {2, 31, 27},
                                                .width = {1, 17, 4},
                                                .height = {1, 31, 18},
                                                .pitch = {2, 20, 3},
                                                .tiled = {2, 1, 1},
                                                .tile_walk = {2, 0, 0},
                                                .u_x = {3, 29, 16},
                                                .u_y = {3, 13, 0},
                                                .v_x = {4, 29, 16},
                                                .v_y = {4, 14, 0},
                                                .interleaved = {2, 26, 26},
                                                .address_dword = 6,
                                                .address_dwords = 2};

Result<SurfaceState> decode_media_surface(const MediaSurfaceLayout& layout,
                                          std::span<const std::byte, kMediaSurfaceBytes> bytes) {
  std::array<std::uint32_t, kMediaSurfaceBytes / 4> dw;
  std::memcpy(dw.data(), bytes.data(), bytes.size());
  const auto get = [&dw](SurfaceField field) {
    return bits(dw[field.dword], static_cast<unsigned>(field.high), static_cast<unsigned>(field.low));
  };
  const std::uint32_t code = get(layout.format);
  const MediaFormat* row = nullptr;
  for (const MediaFormat& known : kMediaFormats) {
    if (known.code == code) row = &known;
  }
  const PixelFormat* format = row == nullptr ? nullptr : find_format(row->format);
  if (format == nullptr) return fail(fmt::format("media surface format {} is not yet supported", code));
  SurfaceState state{.type = SurfaceType::two_d, .format = format->code, .channel_select = row->channel_select};
  state.width = get(layout.width) + 1;
  state.height = get(layout.height) + 1;
  state.pitch = get(layout.pitch) + 1;
  state.qpitch = state.height;
  if (get(layout.tiled) != 0) state.tile = get(layout.tile_walk) != 0 ? TileMode::y : TileMode::x;
  state.base = dw[layout.address_dword];
  if (layout.address_dwords > 1) state.base |= std::uint64_t{dw[layout.address_dword + 1U]} << 32;
  state.base &= kAddressMask;
  const auto offset = [&](SurfaceField field) { return static_cast<std::uint16_t>(get(field)); };
  state.chroma = {.u_x = offset(layout.u_x),
                  .u_y = offset(layout.u_y),
                  .v_x = offset(layout.v_x),
                  .v_y = offset(layout.v_y),
                  .separate = get(layout.interleaved) == 0};
  return state;
}

}  // namespace eugene::memory
