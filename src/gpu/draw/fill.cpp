#include "gpu/draw/fill.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>

#include "memory/tiling.h"

namespace eugene::gpu {
namespace {

using memory::contiguous_bytes;
using memory::surface_offset;
using memory::TexelPlane;
using memory::tile_shape;
using memory::TileMode;

constexpr std::uint32_t kRowsBetweenChecks = 64;

// Writes one pixel value many times, from many copies of it.
class PixelRuns {
 public:
  PixelRuns(std::span<const std::byte> pixel, memory::View& memory) : memory_(&memory) {
    const std::size_t count = std::max<std::size_t>(memory::kTileBytes / pixel.size(), 1);
    for (std::size_t i = 0; i < count; ++i) copies_.insert(copies_.end(), pixel.begin(), pixel.end());
  }
  // Writes `bytes` bytes from `address` on: whole pixels. Returns false if memory is not mapped.
  bool write(std::uint64_t address, std::uint64_t bytes) const {
    while (bytes != 0) {
      const std::uint64_t written = std::min<std::uint64_t>(bytes, copies_.size());
      if (!memory_->write(address, std::span(copies_).first(written))) return false;
      address += written;
      bytes -= written;
    }
    return true;
  }

 private:
  memory::View* memory_;
  std::vector<std::byte> copies_;
};

// Fills a rectangle of a surface's plane, row of tiles by row of tiles; `left` and `right` are in bytes. A tile that is
// wholly inside the rectangle is contiguous. Other tiles are filled row by row.
class PlaneFill {
 public:
  struct Rectangle {
    std::uint64_t left = 0, right = 0, bottom = 0;
  };

  PlaneFill(const memory::SurfaceState& surface, const PixelRuns& runs, const Rectangle& rectangle)
      : surface_(&surface),
        runs_(&runs),
        all_(rectangle),
        width_(tile_shape(surface.tile).width),
        height_(surface.tile == TileMode::linear ? kRowsBetweenChecks : tile_shape(surface.tile).height) {}

  // Fills the rows from `top` on to the end of their row of tiles. Returns false if memory is not mapped. Sets `top` to
  // the next row.
  bool fill_row_of_tiles(std::uint64_t& top) const {
    const std::uint64_t first = top;
    top = std::min(all_.bottom, (first / height_ + 1) * height_);
    if (surface_->tile == TileMode::linear || top - first != height_)
      return fill_rows(first, top, all_.left, all_.right);
    const std::uint64_t left = (all_.left + width_ - 1) / width_ * width_;
    const std::uint64_t right = all_.right / width_ * width_;
    if (left >= right) return fill_rows(first, top, all_.left, all_.right);
    for (std::uint64_t x = left; x < right; x += width_) {
      if (!runs_->write(address(x, first), memory::kTileBytes)) return false;
    }
    return fill_rows(first, top, all_.left, left) && fill_rows(first, top, right, all_.right);
  }

 private:
  std::uint64_t address(std::uint64_t x, std::uint64_t y) const {
    return surface_->base + surface_offset(surface_->tile, surface_->pitch, x, y);
  }
  // Fills parts of rows, run by run.
  bool fill_rows(std::uint64_t top, std::uint64_t bottom, std::uint64_t left, std::uint64_t right) const {
    const unsigned run = contiguous_bytes(surface_->tile);
    for (std::uint64_t y = top; y < bottom; ++y) {
      for (std::uint64_t x = left; x < right;) {
        const std::uint64_t end = run == 0 ? right : std::min(right, (x / run + 1) * run);
        if (!runs_->write(address(x, y), end - x)) return false;
        x = end;
      }
    }
    return true;
  }

  const memory::SurfaceState* surface_;
  const PixelRuns* runs_;
  Rectangle all_;
  std::uint64_t width_, height_;  // of a tile, in bytes and rows
};

std::unexpected<Diagnostic> fail_unmapped(const memory::View& memory) {
  return fail(fmt::format("clear: address {:#x} is not mapped", memory.bad_address()));
}

// Fills a surface whose texels are not the elements of a plane.
Result<void> fill_texels(const PixelFill& what, std::uint32_t slice, const PixelRectangle& rectangle,
                         memory::View& memory, const std::function<Result<void>()>& still_wanted) {
  memory::TexelPlace place{.slice = slice, .level = what.level};
  for (place.y = rectangle.top; place.y < rectangle.bottom; ++place.y) {
    if (place.y % kRowsBetweenChecks == 0) {
      if (const Result<void> wanted = still_wanted(); !wanted) return wanted;
    }
    for (place.x = rectangle.left; place.x < rectangle.right; ++place.x) {
      if (!memory.write(what.image.surface().base + what.image.offset(place), what.pixel)) return fail_unmapped(memory);
    }
  }
  return {};
}

}  // namespace

Result<void> fill(const PixelFill& what, std::uint32_t slice, const PixelRectangle& rectangle, memory::View& memory,
                  const std::function<Result<void>()>& still_wanted) {
  const memory::ImageLayout& image = what.image;
  const memory::TexelExtent extent = image.extent(what.level);
  const PixelRectangle inside{.left = rectangle.left,
                              .top = rectangle.top,
                              .right = std::min(rectangle.right, extent.width),
                              .bottom = std::min(rectangle.bottom, extent.height)};
  if (inside.left >= inside.right || !image.contains({.slice = slice, .level = what.level})) return {};
  const std::optional<TexelPlane> plane = image.find_plane(what.level, slice);
  if (!plane) return fill_texels(what, slice, inside, memory, still_wanted);
  const unsigned bytes = image.format().bytes;
  const PixelRuns runs(what.pixel, memory);
  const PlaneFill filled(image.surface(), runs,
                         {.left = (plane->x + inside.left) * bytes,
                          .right = (plane->x + inside.right) * bytes,
                          .bottom = plane->y + inside.bottom});
  for (std::uint64_t row = plane->y + inside.top; row < plane->y + inside.bottom;) {
    if (const Result<void> wanted = still_wanted(); !wanted) return wanted;
    if (!filled.fill_row_of_tiles(row)) return fail_unmapped(memory);
  }
  return {};
}

}  // namespace eugene::gpu
