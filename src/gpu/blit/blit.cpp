#include "gpu/blit/blit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "memory/tiling.h"

namespace eugene::gpu {
namespace {

constexpr const char* kBlitSection = "SNB PRM vol1 part4 BLT Engine";
constexpr int kRowsBetweenChecks = 64;  // rows

// Buffers for one row of pixels. A row is read whole before it is written, so that a copy within a row may overlap.
struct Rows {
  std::vector<std::uint8_t> source;
  std::vector<std::uint8_t> destination;
};

Result<void> check(const BlitSurface& surface, int x, int y) {
  if (surface.tiling == memory::TileMode::linear) return {};
  const auto width = static_cast<std::int32_t>(memory::tile_shape(surface.tiling).width);
  if (surface.pitch <= 0 || surface.pitch % width != 0) {
    return fail(fmt::format("a pitch of {} bytes is not a multiple of a tile's width, {}", surface.pitch, width),
                kBlitSection);
  }
  if (x < 0 || y < 0) return fail(fmt::format("({}, {}) is outside a tiled surface", x, y), kBlitSection);
  return {};
}

// Calls `access` for each contiguous piece of `count` bytes that start at byte `x` of row `y`.
template <class Access>
Result<void> each_run(const BlitSurface& surface, std::int64_t x, std::int64_t y, std::size_t count, Access access) {
  const unsigned piece = memory::contiguous_bytes(surface.tiling);
  for (std::size_t done = 0; done < count;) {
    const std::int64_t at = x + static_cast<std::int64_t>(done);
    std::size_t bytes = count - done;
    std::uint64_t offset = static_cast<std::uint64_t>(y * surface.pitch + at);
    if (piece != 0) {
      bytes = std::min<std::size_t>(bytes, piece - static_cast<std::size_t>(at) % piece);
      offset = memory::surface_offset(surface.tiling, static_cast<std::uint32_t>(surface.pitch),
                                      static_cast<std::uint64_t>(at), static_cast<std::uint64_t>(y));
    }
    if (const Result<void> accessed = access(surface.address + offset, done, bytes); !accessed) return accessed;
    done += bytes;
  }
  return {};
}

Result<void> read_row(memory::View& memory, const BlitSurface& surface, std::int64_t x, std::int64_t y,
                      std::span<std::uint8_t> to) {
  return each_run(
      surface, x, y, to.size(), [&](std::uint64_t address, std::size_t at, std::size_t bytes) -> Result<void> {
        if (memory.read(address, std::as_writable_bytes(to.subspan(at, bytes)))) return {};
        return fail(fmt::format("the blitter reads address {:#x}, which is not mapped", memory.bad_address()));
      });
}

Result<void> write_row(memory::View& memory, const BlitSurface& surface, std::int64_t x, std::int64_t y,
                       std::span<const std::uint8_t> from) {
  return each_run(
      surface, x, y, from.size(), [&](std::uint64_t address, std::size_t at, std::size_t bytes) -> Result<void> {
        if (memory.write(address, std::as_bytes(from.subspan(at, bytes)))) return {};
        return fail(
            fmt::format("the blitter writes address {:#x}, which is not mapped for writing", memory.bad_address()));
      });
}

// Whether the operation depends on one of its three inputs. Two table entries that differ only in that input are
// `distance` bits apart; `without` selects the entries in which the input is 0.
constexpr bool depends(std::uint8_t operation, unsigned distance, std::uint8_t without) {
  return ((operation >> distance ^ operation) & without) != 0;
}
constexpr bool needs_source(std::uint8_t operation) { return depends(operation, 2, 0x33); }
constexpr bool needs_destination(std::uint8_t operation) { return depends(operation, 1, 0x55); }
static_assert(needs_source(kCopySource) && !needs_source(kCopyPattern) && !needs_destination(kCopySource));

constexpr std::uint8_t combined(std::uint8_t operation, std::uint8_t pattern, std::uint8_t source,
                                std::uint8_t destination) {
  unsigned result = 0;
  for (unsigned i = 0; i < 8; ++i) {
    if ((operation >> i & 1) == 0) continue;
    const unsigned p = (i & 4) != 0 ? pattern : ~unsigned{pattern};
    const unsigned s = (i & 2) != 0 ? source : ~unsigned{source};
    const unsigned d = (i & 1) != 0 ? destination : ~unsigned{destination};
    result |= p & s & d;
  }
  return static_cast<std::uint8_t>(result);
}
static_assert(combined(kCopySource, 0x12, 0x34, 0x56) == 0x34 && combined(0x66, 0, 0xF0, 0xCC) == 0x3C);

// Computes the new pixels from the rows and stores them in rows.destination.
void combine(const Blit& blit, Rows& rows) {
  const auto extract_byte = [](std::uint32_t dword, std::size_t i) {
    return static_cast<std::uint8_t>(dword >> (i * 8));
  };
  for (std::size_t i = 0; i < rows.destination.size(); ++i) {
    const std::size_t in_pixel = i % std::min(blit.pixel_bytes, 4U);
    const std::uint8_t old = rows.destination[i];
    const std::uint8_t fresh = combined(blit.raster_operation, extract_byte(blit.color, in_pixel), rows.source[i], old);
    const std::uint8_t mask = blit.pixel_bytes == 4 ? extract_byte(blit.written, in_pixel) : 0xFF;
    rows.destination[i] = static_cast<std::uint8_t>((fresh & mask) | (old & ~unsigned{mask}));
  }
}

}  // namespace

Result<void> run_blit(const Blit& blit, memory::View& memory, const std::function<Result<void>()>& still_wanted) {
  if (blit.x1 >= blit.x2 || blit.y1 >= blit.y2) return {};
  const bool has_source = needs_source(blit.raster_operation);
  const bool all_written = blit.pixel_bytes != 4 || blit.written == 0xFFFF'FFFF;
  const bool has_destination = needs_destination(blit.raster_operation) || !all_written;
  if (const Result<void> fits = check(blit.destination, blit.x1, blit.y1); !fits) return fits;
  if (has_source) {
    if (const Result<void> fits = check(blit.source, blit.source_x, blit.source_y); !fits) return fits;
  }
  const std::int64_t pixel = blit.pixel_bytes;
  const int height = blit.y2 - blit.y1;
  Rows rows;
  rows.source.resize(static_cast<std::size_t>((blit.x2 - blit.x1) * pixel));
  rows.destination.resize(rows.source.size());
  // Bottom-up or top-down, so that an overlapping copy does not overwrite rows that it has yet to read.
  const bool upwards = blit.source_y < blit.y1;
  for (int i = 0; i < height; ++i) {
    if (i % kRowsBetweenChecks == 0) {
      if (const Result<void> wanted = still_wanted(); !wanted) return wanted;
    }
    const int row = upwards ? height - 1 - i : i;
    Result<void> done;
    if (has_source) done = read_row(memory, blit.source, blit.source_x * pixel, blit.source_y + row, rows.source);
    if (done && has_destination)
      done = read_row(memory, blit.destination, blit.x1 * pixel, blit.y1 + row, rows.destination);
    const bool is_copy = blit.raster_operation == kCopySource && all_written;
    if (done && !is_copy) combine(blit, rows);
    if (done) {
      done =
          write_row(memory, blit.destination, blit.x1 * pixel, blit.y1 + row, is_copy ? rows.source : rows.destination);
    }
    if (!done) return done;
  }
  return {};
}

}  // namespace eugene::gpu
