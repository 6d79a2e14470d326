#include "functions/media.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "memory/format.h"
#include "memory/tiling.h"

namespace eugene::functions {
namespace {

using memory::SurfaceState;
using memory::SurfaceType;

// In registers, the pitch of rows is a power of two in bytes (vISA MEDIA_LD).
struct Rectangle {
  std::int64_t x;   // bytes
  std::int64_t y;   // rows
  unsigned width;   // bytes
  unsigned height;  // rows

  unsigned register_pitch() const { return std::max(4U, std::bit_ceil(width)); }
  unsigned registers() const { return (register_pitch() * height + eu::kGrfBytes - 1) / eu::kGrfBytes; }
};

Rectangle read_rectangle(const MessageCall& call) {
  const std::uint32_t size = call.header(2);
  return {.x = static_cast<std::int32_t>(call.header(0)),
          .y = static_cast<std::int32_t>(call.header(1)),
          .width = bits(size, 5, 0) + 1,
          .height = bits(size, 21, 16) + 1};
}

// A 2D surface, as rows of bytes.
class Rows {
 public:
  Rows(const SurfaceState& surface, const isa::MediaBlock& message) : surface_(&surface) {
    const memory::PixelFormat* format = memory::find_format(surface.format);
    pixel_bytes_ = format == nullptr ? 1 : format->bytes;
    x_offset_ = std::uint64_t{surface.offset.x} * static_cast<std::uint64_t>(pixel_bytes_);
    // Outside the surface the last pixel repeats; in packed YUV, the last pair of pixels, which share their chroma.
    if (format != nullptr && format->family == memory::FormatFamily::packed_yuv) pixel_bytes_ *= 2;
    if (surface.is_array) first_row_ = std::uint64_t{surface.slices.first} * surface.qpitch;
    // The width in these states is in dwords, whatever the format: drivers set it so (docs/record/errata.md).
    row_bytes_ = std::int64_t{surface.width} * 4;
    const bool skips = message.override_stride ? message.vertical_stride : surface.lines.every_other;
    const bool offset = message.override_stride ? message.vertical_offset : surface.lines.odd;
    row_step_ = skips ? 2 : 1;
    row_offset_ = skips && offset ? 1 : 0;
    // The state of a field has the field's height. The message may override the kind: field or frame.
    const std::int64_t frame = std::int64_t{surface.height} * (surface.lines.every_other ? 2 : 1);
    height_ = frame / row_step_;
  }

  bool contains(std::int64_t x, std::int64_t y) const { return x >= 0 && x < row_bytes_ && y >= 0 && y < height_; }

  // Returns the address of a byte. Outside the surface, returns the address of the same byte of the nearest pixel.
  std::uint64_t address(std::int64_t x, std::int64_t y) const {
    if (x < 0) x = ((x % pixel_bytes_) + pixel_bytes_) % pixel_bytes_;
    if (x >= row_bytes_) x = row_bytes_ - pixel_bytes_ + x % pixel_bytes_;
    // Uses the nearest row of the same field. A field of a one-row frame may have no rows.
    const std::int64_t row =
        std::clamp<std::int64_t>(y, 0, std::max<std::int64_t>(height_ - 1, 0)) * row_step_ + row_offset_;
    return surface_->base + memory::surface_offset(surface_->tile, surface_->pitch,
                                                   static_cast<std::uint64_t>(x) + x_offset_,
                                                   static_cast<std::uint64_t>(row) + surface_->offset.y + first_row_);
  }

  // Returns how many bytes from (x, y) on, at most `wanted`, are inside the surface and contiguous in memory; 1 if (x,
  // y) is outside.
  unsigned run(std::int64_t x, std::int64_t y, unsigned wanted) const {
    if (!contains(x, y)) return 1;
    std::int64_t left = row_bytes_ - x;
    if (const unsigned unit = memory::contiguous_bytes(surface_->tile); unit != 0) {
      left = std::min<std::int64_t>(left, unit - (x + static_cast<std::int64_t>(x_offset_)) % unit);
    }
    return static_cast<unsigned>(std::min<std::int64_t>(left, wanted));
  }

 private:
  const SurfaceState* surface_;
  std::uint64_t x_offset_;    // bytes
  std::int64_t pixel_bytes_;  // size of the unit that repeats outside
  std::int64_t row_bytes_;
  std::int64_t height_;  // rows of the frame or field
  std::int64_t row_step_;
  std::int64_t row_offset_;
  std::uint64_t first_row_ = 0;  // first row of the array element
};

bool read_rows(MessageCall& call, const Rows& rows, const Rectangle& block, unsigned bti, std::byte* to) {
  for (unsigned j = 0; j < block.height; ++j, to += block.register_pitch()) {
    for (unsigned i = 0; i < block.width;) {
      const std::int64_t x = block.x + i;
      const std::int64_t y = block.y + j;
      const unsigned count = rows.run(x, y, block.width - i);
      if (!rows.contains(x, y) && !call.drop(bti, Access::read)) return false;
      call.reaches(rows.address(x, y), count, AccessKind::read);
      if (!call.view().read(rows.address(x, y), {to + i, count}) &&
          !call.unmapped(call.view().bad_address(), Access::read)) {
        return false;
      }
      call.transferred(rows.address(x, y), {to + i, count}, AccessKind::read);
      i += count;
    }
  }
  return true;
}

bool write_rows(MessageCall& call, const Rows& rows, const Rectangle& block, unsigned bti, const std::byte* from) {
  for (unsigned j = 0; j < block.height; ++j, from += block.register_pitch()) {
    for (unsigned i = 0; i < block.width;) {
      const std::int64_t x = block.x + i;
      const std::int64_t y = block.y + j;
      const unsigned count = rows.run(x, y, block.width - i);
      if (!rows.contains(x, y) && !call.drop(bti, Access::write)) return false;
      if (rows.contains(x, y)) call.reaches(rows.address(x, y), count, AccessKind::write);
      if (rows.contains(x, y) && !call.view().write(rows.address(x, y), {from + i, count})) {
        return call.fail_at(call.view().bad_address(), Access::write);
      }
      if (rows.contains(x, y)) call.transferred(rows.address(x, y), {from + i, count}, AccessKind::write);
      i += count;
    }
  }
  return true;
}

}  // namespace

bool execute(MessageCall& call, Surfaces& surfaces, const isa::MediaBlock& message) {
  constexpr std::string_view kReference = "SKL PRM vol7, media block message header";
  if (!call.has_header()) return call.fail("media block message without a header", std::string(kReference));
  const SurfaceState* surface = surfaces.surface(call, message.bti);
  if (surface == nullptr) return false;
  const Rectangle block = read_rectangle(call);
  if (block.registers() > 16) {
    return call.fail(
        fmt::format("media block of {} bytes by {} rows is larger than a message", block.width, block.height),
        std::string(kReference));
  }
  const bool is_null = surface->type == SurfaceType::null;
  if (!is_null && (surface->type != SurfaceType::two_d || surface->tiled_resource_mode != 0)) {
    return call.fail("media block message to a surface that is not 2D in linear, X, Y or W layout",
                     std::string(kReference));
  }
  const Rows rows(*surface, message);
  if (message.access == isa::Access::read) {
    std::byte* to = call.response(block.registers());
    if (to == nullptr || !is_null) return to != nullptr && read_rows(call, rows, block, message.bti, to);
    std::memset(to, 0, block.registers() * eu::kGrfBytes);
    return true;
  }
  const std::byte* from = call.body(0, block.registers());
  return from != nullptr && (is_null || write_rows(call, rows, block, message.bti, from));
}

}  // namespace eugene::functions
