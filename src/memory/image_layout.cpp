#include "memory/image_layout.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "base/bits.h"

namespace eugene::memory {
namespace {

constexpr std::string_view kReference = "SKL PRM vol5, surface layout and tiling";
constexpr std::uint32_t kLinear1dAlignment = 64;  // of a level of a 1D surface, in texels

constexpr std::uint32_t minify(std::uint32_t size, unsigned level) {
  return std::max(level < 32 ? size >> level : 0U, 1U);
}

constexpr std::uint32_t round_up(std::uint32_t size, std::uint32_t unit) { return (size + unit - 1) / unit * unit; }

constexpr std::uint32_t blocks(std::uint32_t texels, std::uint32_t block) { return (texels + block - 1) / block; }

// How interleaved samples are arranged (SKL PRM vol5, interleaved multisampled surfaces): the bits of the sample number
// that are inserted into the column and the row, above bit 0.
struct Interleave {
  unsigned column_bits = 0;  // number of sample bits in the column
  std::array<std::uint8_t, 2> column{};
  unsigned row_bits = 0;
  std::array<std::uint8_t, 2> row{};
};

constexpr std::array<Interleave, 5> kInterleaves{{
    {},
    {.column_bits = 1, .column = {0}, .row_bits = 0, .row = {}},
    {.column_bits = 1, .column = {0}, .row_bits = 1, .row = {1}},
    {.column_bits = 2, .column = {0, 2}, .row_bits = 1, .row = {1}},
    {.column_bits = 2, .column = {0, 2}, .row_bits = 2, .row = {1, 3}},
}};

std::uint32_t interleave(std::uint32_t at, std::uint32_t sample, unsigned count, std::array<std::uint8_t, 2> from) {
  if (count == 0) return at;
  std::uint32_t result = (at & ~1U) << count | (at & 1);
  for (unsigned i = 0; i < count; ++i) result |= (sample >> from[i] & 1) << (i + 1);
  return result;
}

}  // namespace

Result<ImageLayout> ImageLayout::make(const SurfaceState& surface) {
  constexpr std::string_view kOfNull = "R32G32B32A32_FLOAT";
  const PixelFormat* format = surface.type == SurfaceType::null ? find_format(kOfNull) : find_format(surface.format);
  if (surface.type == SurfaceType::null) return ImageLayout(surface, *format);
  if (format == nullptr) {
    return fail(fmt::format("surface of format {:#x}, which is not supported", surface.format),
                "SKL PRM vol2d, SURFACE_FORMAT");
  }
  if (surface.type == SurfaceType::scratch) return fail("surface of a reserved type (6)", std::string(kReference));
  if (surface.tiled_resource_mode != 0 && !surface.is_buffer()) {
    return fail("surface of TileYf or TileYs layout, which is not supported", std::string(kReference));
  }
  if (surface.tile != TileMode::linear && !std::has_single_bit(format->bytes) && !surface.is_buffer()) {
    return fail(fmt::format("tiled surface of format {}: a surface with texels of {} bytes must be linear",
                            format->name, format->bytes),
                std::string(kReference));
  }
  if (surface.samples.count_log2 >= kInterleaves.size()) {
    return fail(fmt::format("surface with a reserved sample count (code {})", surface.samples.count_log2),
                std::string(kReference));
  }
  ImageLayout layout(surface, *format);
  if (surface.is_buffer()) return layout;
  layout.place_levels();
  layout.place_slices();
  layout.place_plane();
  return layout;
}

unsigned ImageLayout::levels() const {
  if (surface_.is_buffer() || surface_.type == SurfaceType::null) return 1;
  return std::min(kMaxLevels, surface_.mips.minimum_lod + surface_.mips.count + 1U);
}

TexelExtent ImageLayout::extent(unsigned level) const {
  if (surface_.is_buffer()) {
    constexpr std::uint64_t kMax = std::numeric_limits<std::uint32_t>::max();  // coordinates have 32 bits
    return {.width = static_cast<std::uint32_t>(std::min(surface_.elements, kMax)), .height = 1, .slices = 1};
  }
  TexelExtent extent{.width = minify(surface_.width, level), .height = minify(surface_.height, level), .slices = 1};
  switch (surface_.type) {
    case SurfaceType::three_d: extent.slices = minify(surface_.depth, level); break;
    case SurfaceType::cube: extent.slices = surface_.depth * 6; break;
    case SurfaceType::one_d: extent.height = 1; [[fallthrough]];
    default: extent.slices = surface_.is_array ? surface_.depth : 1; break;
  }
  return extent;
}

bool ImageLayout::contains(const TexelPlace& place) const {
  if (place.level >= kMaxLevels || place.sample >> surface_.samples.count_log2 != 0) return false;
  const TexelExtent size = extent(place.level);
  return place.x < size.width && place.y < size.height && place.slice < size.slices;
}

// Returns the width of a level with its alignment, in elements.
std::uint32_t ImageLayout::aligned_columns(unsigned level) const {
  return round_up(blocks(minify(surface_.width, level), format_->block_width), column_alignment_);
}

std::uint32_t ImageLayout::aligned_rows(unsigned level) const {
  return round_up(blocks(minify(surface_.height, level), format_->block_height), row_alignment_);
}

// Level 1 is below level 0. Level 2 is to the right of level 1, and each later level is below the previous one.
// Exceptions: the levels of a linear 1D surface are side by side; the levels of a volume whose slices shrink are below
// each other.
void ImageLayout::place_levels() {
  column_alignment_ = surface_.alignment.horizontal;
  row_alignment_ = surface_.alignment.vertical;
  const bool counts_texels = surface_.rules == LayoutRules::computed_pitch;
  if (counts_texels && format_->is_compressed()) column_alignment_ = row_alignment_ = 1;  // blocks are already aligned
  const bool in_a_row = surface_.type == SurfaceType::one_d && surface_.tile == TileMode::linear && !counts_texels;
  const bool volume = surface_.type == SurfaceType::three_d && counts_texels;
  if (in_a_row) column_alignment_ = kLinear1dAlignment;
  for (unsigned level = 1; level < kMaxLevels; ++level) {
    Corner corner = corners_[level - 1];
    if (in_a_row) {
      corner.x += aligned_columns(level - 1);
    } else if (volume) {
      const std::uint32_t across = 1U << (level - 1);
      corner.y += aligned_rows(level - 1) * blocks(minify(surface_.depth, level - 1), across);
    } else if (level == 2) {
      corner.x += aligned_columns(1);
    } else {
      corner.y += aligned_rows(level - 1);
    }
    corners_[level] = corner;
  }
}

void ImageLayout::place_slices() {
  const bool computed = surface_.rules == LayoutRules::computed_pitch;
  const bool volume = surface_.type == SurfaceType::three_d;
  const bool has_slices = volume || surface_.type == SurfaceType::cube || surface_.is_array;
  const bool sample_slices = surface_.samples.count_log2 != 0 && !surface_.samples.interleaved;
  if (!has_slices && !sample_slices) return;
  first_slice_ = has_slices && !volume ? surface_.slices.first : 0U;
  slices_ = Slices::rows_apart;
  slice_distance_ = surface_.qpitch;
  if (volume && computed) {
    slices_ = Slices::shrinking_rows;
  } else if (computed) {
    // SNB PRM vol1 part1, 7.18.3.7: QPitch = h0 + h1 + 11 j.
    slice_distance_ = aligned_rows(0) + aligned_rows(1) + 11 * row_alignment_;
    if (surface_.samples.interleaved) {
      const unsigned doubled = kInterleaves[surface_.samples.count_log2].row_bits;
      const std::uint32_t first = round_up(surface_.height, 2) << doubled;
      slice_distance_ =
          round_up(first, row_alignment_) + round_up(minify(first, 1), row_alignment_) + 11 * row_alignment_;
      if (surface_.height % 4 == 1) slice_distance_ += 4;
    }
  } else if (surface_.type == SurfaceType::one_d && surface_.tile == TileMode::linear) {
    slices_ = Slices::texels_apart;
  } else if (volume && surface_.tile == TileMode::w) {
    slice_distance_ *= 2;  // observed by driver developers (docs/record/errata.md)
  }
}

void ImageLayout::place_plane() {
  const bool is_plain = surface_.type == SurfaceType::two_d && !surface_.is_array && slices_ == Slices::none &&
                        surface_.samples.count_log2 == 0 && !surface_.lines.every_other && !format_->is_compressed();
  const unsigned level = surface_.mips.minimum_lod;
  if (!is_plain || level >= kMaxLevels) return;
  const TexelExtent size = extent(level);
  plane_ = {.width = size.width,
            .height = size.height,
            .x = corners_[level].x + std::uint64_t{surface_.offset.x},
            .y = corners_[level].y + std::uint64_t{surface_.offset.y}};
}

std::optional<TexelPlane> ImageLayout::find_plane(unsigned level, std::uint32_t slice) const {
  const bool is_plain = !surface_.is_buffer() && surface_.type != SurfaceType::null && !format_->is_compressed() &&
                        surface_.samples.count_log2 == 0 && !surface_.lines.every_other;
  if (!is_plain || level >= kMaxLevels) return {};
  TexelPlane plane = find_element({.slice = slice, .level = static_cast<std::uint8_t>(level)});
  const TexelExtent size = extent(level);
  plane.width = size.width;
  plane.height = size.height;
  return plane;
}

std::uint64_t ImageLayout::offset(const TexelPlace& place) const {
  if (surface_.is_buffer()) return std::uint64_t{place.x} * surface_.pitch;
  const TexelPlane element = find_element(place);
  return offset(element.x, element.y);
}

// Returns the position of the element that contains the texel at `place`.
TexelPlane ImageLayout::find_element(const TexelPlace& place) const {
  const unsigned level = std::min<unsigned>(place.level, kMaxLevels - 1);
  std::uint32_t column = place.x;
  std::uint32_t row = place.y;
  std::uint64_t slice = std::uint64_t{place.slice} + first_slice_;
  if (surface_.samples.count_log2 != 0) {
    if (surface_.samples.interleaved) {
      const Interleave& rule = kInterleaves[surface_.samples.count_log2];
      column = interleave(column, place.sample, rule.column_bits, rule.column);
      row = interleave(row, place.sample, rule.row_bits, rule.row);
    } else {
      slice = (slice << surface_.samples.count_log2) + place.sample;
    }
  }
  std::uint64_t x = corners_[level].x;
  std::uint64_t y = corners_[level].y;
  if (format_->is_compressed()) {
    x += column / format_->block_width;
    y += row / format_->block_height;
  } else {
    if (surface_.lines.every_other) row = row * 2 + (surface_.lines.odd ? 1 : 0);
    x += std::uint64_t{column} + surface_.offset.x;
    y += std::uint64_t{row} + surface_.offset.y;
  }
  switch (slices_) {
    case Slices::none: break;
    case Slices::rows_apart: y += slice * slice_distance_; break;
    case Slices::texels_apart: x += slice * slice_distance_; break;
    case Slices::shrinking_rows: {
      const std::uint64_t across = std::uint64_t{1} << level;
      x += slice % across * aligned_columns(level);
      y += slice / across * aligned_rows(level);
      break;
    }
  }
  return {.x = x, .y = y};
}

}  // namespace eugene::memory
