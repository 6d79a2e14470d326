// Commands of the blitter: XY_COLOR_BLT, XY_SRC_COPY_BLT (SNB PRM vol1 part4) and XY_FAST_COPY_BLT (Gen9).
#include <fmt/format.h>

#include <array>

#include "base/bits.h"
#include "gpu/blit/blit.h"
#include "gpu/commands/handlers.h"

namespace eugene::gpu {
namespace {

using memory::TileMode;

// Dword indices of the fields that all three commands have, in the layout with one-dword addresses.
constexpr std::size_t kRaster = 1;  // BR13: depth, raster operation, pitch of the destination
constexpr std::size_t kTopLeft = 2;
constexpr std::size_t kBottomRight = 3;
constexpr std::size_t kDestination = 4;  // address
constexpr std::size_t kColor = 5;        // XY_COLOR_BLT
constexpr std::size_t kSourceTopLeft = 5;
constexpr std::size_t kSourcePitch = 6;
constexpr std::size_t kSource = 7;  // address

int low_half(std::uint32_t dword) { return static_cast<std::int16_t>(dword); }
int high_half(std::uint32_t dword) { return static_cast<std::int16_t>(dword >> 16); }

// The pitch of tiled surfaces is given in dwords.
std::int32_t decode_pitch(std::uint32_t dword, TileMode tiling) {
  return tiling == TileMode::linear ? low_half(dword) : static_cast<std::int32_t>(bits(dword, 15, 0)) * 4;
}

void set_rectangle(Blit& blit, CommandDwords dw) {
  blit.x1 = low_half(dw[kTopLeft]);
  blit.y1 = high_half(dw[kTopLeft]);
  blit.x2 = low_half(dw[kBottomRight]);
  blit.y2 = high_half(dw[kBottomRight]);
}

// Decodes BR13 of the older commands, and the bytes of a 32-bit pixel that they write: dword 0, bits 20 (RGB) and 21
// (alpha).
Result<void> set_raster(Blit& blit, CommandDwords dw) {
  constexpr std::array<unsigned, 4> kBytes{1, 2, 2, 4};
  if (bit(dw[kRaster], 30)) return fail("clipping is not supported");
  blit.pixel_bytes = kBytes[bits(dw[kRaster], 25, 24)];
  blit.raster_operation = static_cast<std::uint8_t>(bits(dw[kRaster], 23, 16));
  blit.written = (bit(dw[0], 20) ? 0x00FF'FFFFU : 0U) | (bit(dw[0], 21) ? 0xFF00'0000U : 0U);
  return {};
}

// Tiled surfaces are X-tiled unless the engine's BCS_SWCTRL says Y.
TileMode decode_tiling(bool tiled, std::uint32_t control, unsigned y_bit) {
  if (!tiled) return TileMode::linear;
  return bit(control, y_bit) ? TileMode::y : TileMode::x;
}

Result<Next> blit(ContextState& c, const Blit& blit) {
  return advance_after(run_blit(blit, c.ppgtt, [&c] { return c.still_wanted(); }));
}

}  // namespace

Result<Next> xy_color_blt(ContextState& c, CommandDwords dw) {
  Blit made{.color = dw[c.after_address(kColor)]};
  set_rectangle(made, dw);
  if (const Result<void> done = set_raster(made, dw); !done) return std::unexpected(done.error());
  const TileMode tiling =
      decode_tiling(bit(dw[0], 11), c.registers.read(reg::kBlitterControl), reg::kBlitterDestinationY);
  made.destination = {c.address_at(dw, kDestination), tiling, decode_pitch(dw[kRaster], tiling)};
  return blit(c, made);
}

Result<Next> xy_src_copy_blt(ContextState& c, CommandDwords dw) {
  Blit made;
  set_rectangle(made, dw);
  if (const Result<void> done = set_raster(made, dw); !done) return std::unexpected(done.error());
  const std::uint32_t control = c.registers.read(reg::kBlitterControl);
  const TileMode to = decode_tiling(bit(dw[0], 11), control, reg::kBlitterDestinationY);
  const TileMode from = decode_tiling(bit(dw[0], 15), control, reg::kBlitterSourceY);
  made.destination = {c.address_at(dw, kDestination), to, decode_pitch(dw[kRaster], to)};
  made.source_x = low_half(dw[c.after_address(kSourceTopLeft)]);
  made.source_y = high_half(dw[c.after_address(kSourceTopLeft)]);
  made.source = {c.address_at(dw, c.after_address(kSource)), from,
                 decode_pitch(dw[c.after_address(kSourcePitch)], from)};
  return blit(c, made);
}

Result<Next> xy_fast_copy_blt(ContextState& c, CommandDwords dw) {
  constexpr std::array<unsigned, 8> kBytes{1, 2, 0, 4, 8, 16, 0, 0};
  constexpr std::array kTilings{TileMode::linear, TileMode::x, TileMode::y};
  const unsigned to = bits(dw[0], 14, 13);
  const unsigned from = bits(dw[0], 21, 20);
  if (to >= kTilings.size() || from >= kTilings.size()) return fail("tiling with pages of 64 KB is not supported");
  if (bits(dw[kRaster], 31, 30) != 0) return fail("tilings Yf and Ys are not supported");
  Blit made{.pixel_bytes = kBytes[bits(dw[kRaster], 26, 24)], .raster_operation = kCopySource};
  if (made.pixel_bytes == 0) return fail("the colour depth is reserved");
  set_rectangle(made, dw);
  made.destination = {c.address_at(dw, kDestination), kTilings[to], decode_pitch(dw[kRaster], kTilings[to])};
  made.source_x = low_half(dw[c.after_address(kSourceTopLeft)]);
  made.source_y = high_half(dw[c.after_address(kSourceTopLeft)]);
  made.source = {c.address_at(dw, c.after_address(kSource)), kTilings[from],
                 decode_pitch(dw[c.after_address(kSourcePitch)], kTilings[from])};
  return blit(c, made);
}

}  // namespace eugene::gpu
