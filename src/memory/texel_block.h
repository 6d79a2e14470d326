// A block of 4 x 4 texels that is read and written together: the pixels of a pixel shader thread. Its texels have the
// order of subspans of 2 x 2 pixels.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/block_order.h"
#include "base/vector8.h"
#include "memory/image_layout.h"
#include "memory/tiling.h"
#include "memory/view.h"

namespace eugene::memory {

// Set by TexelBlocks::find().
class TexelBlock {
 public:
  static constexpr unsigned kSide = 4;
  static constexpr unsigned kTexels = kSide * kSide;
  static constexpr std::uint32_t kAll = (1U << kTexels) - 1;
  using Words = std::array<std::uint32_t, kTexels>;         // a texel of up to four bytes in each
  using Lanes = std::array<U32x8, kTexels / kVectorLanes>;  // the same as vectors

  // Whether blocks of the format can be read and written here.
  static bool has_words(const PixelFormat& format) { return format.bytes == 4 || format.bytes == 2; }

  // Prefetches memory `columns` columns to the right in Y tiles, where the processor does not expect the next access. A
  // column is as wide as a block of four-byte texels. In other tilings, the prefetch is useless but harmless. The
  // memory need not exist.
  void prefetch_right(unsigned columns) const {
    constexpr std::size_t kColumn = std::size_t{contiguous_bytes(TileMode::y)} * tile_shape(TileMode::y).height;
    __builtin_prefetch(rows_[0] + columns * kColumn, 1);
  }
  // The host's memory may be lost meanwhile (base/host_fault.h).
  Words load() const { return bytes_ == 4 ? load_words<std::uint32_t>() : load_words<std::uint16_t>(); }
  // Stores the texels of `mask`.
  void store(const Words& words, std::uint32_t mask) const {
    return bytes_ == 4 ? store_words<std::uint32_t>(words, mask) : store_words<std::uint16_t>(words, mask);
  }
  // Do the same with vectors, for code that call_for_host() compiles (base/vector_host.h). Such code must not load
  // vectors from memory that other code has just written piece by piece: the processor cannot forward the pieces.
  Lanes load_lanes() const {
    if (bytes_ == 4) return {load_rows<std::uint32_t>(0), load_rows<std::uint32_t>(2)};
    return {load_rows<std::uint16_t>(0), load_rows<std::uint16_t>(2)};
  }
  template <class Host>
  void store_lanes(const Lanes& lanes, std::uint32_t mask) const {
    if (mask != kAll && bytes_ != 4) {
      Words words;
      for (unsigned i = 0; i < lanes.size(); ++i) store8(words.data() + i * kVectorLanes, lanes[i]);
      return store(words, mask);
    }
    for (unsigned i = 0; i < lanes.size(); ++i) {
      if (mask != kAll)
        store_some<Host>(2 * i, lanes[i], mask >> i * kVectorLanes);
      else if (bytes_ == 4)
        store_rows<std::uint32_t>(2 * i, lanes[i]);
      else
        store_rows<std::uint16_t>(2 * i, lanes[i]);
    }
  }

 private:
  friend class TexelBlocks;

  template <class Word>
  using Row [[gnu::vector_size(kSide * sizeof(Word))]] = Word;

  // Loads two rows: the texels of two subspans.
  template <class Word>
  U32x8 load_rows(unsigned y) const {
    Row<Word> upper, lower;
    std::memcpy(&upper, rows_[y], sizeof upper);
    std::memcpy(&lower, rows_[y + 1], sizeof lower);
    return __builtin_shufflevector(__builtin_convertvector(upper, Row<std::uint32_t>),
                                   __builtin_convertvector(lower, Row<std::uint32_t>), 0, 1, 4, 5, 2, 3, 6, 7);
  }
  template <class Word>
  void store_rows(unsigned y, const U32x8& texels) const {
    const Row<Word> upper = __builtin_convertvector(__builtin_shufflevector(texels, texels, 0, 1, 4, 5), Row<Word>);
    const Row<Word> lower = __builtin_convertvector(__builtin_shufflevector(texels, texels, 2, 3, 6, 7), Row<Word>);
    std::memcpy(rows_[y], &upper, sizeof upper);
    std::memcpy(rows_[y + 1], &lower, sizeof lower);
  }

  // Stores the texels of `mask` in two rows, without a branch for each.
  template <class Host>
  void store_some(unsigned y, const U32x8& texels, std::uint32_t mask) const {
    constexpr U32x8 kBits{1, 2, 4, 8, 16, 32, 64, 128};
    const auto stored = (U32x8)((kBits & mask) != 0);
    Host::store_some(rows_[y], __builtin_shufflevector(texels, texels, 0, 1, 4, 5),
                     __builtin_shufflevector(stored, stored, 0, 1, 4, 5));
    Host::store_some(rows_[y + 1], __builtin_shufflevector(texels, texels, 2, 3, 6, 7),
                     __builtin_shufflevector(stored, stored, 2, 3, 6, 7));
  }

  template <class Word>
  Words load_words() const {
    Words words;
    for (unsigned y = 0; y < kSide; ++y) {
      std::array<Word, kSide> row;
      std::memcpy(row.data(), rows_[y], sizeof row);
      for (unsigned x = 0; x < kSide; ++x) words[block_pixel(x, y)] = row[x];
    }
    return words;
  }
  template <class Word>
  void store_words(const Words& words, std::uint32_t mask) const {
    if (mask != kAll) {
      for (; mask != 0; mask &= mask - 1) {
        const auto texel = static_cast<unsigned>(std::countr_zero(mask));
        const auto word = static_cast<Word>(words[texel]);
        std::memcpy(rows_[block_row(texel)] + block_column(texel) * sizeof(Word), &word, sizeof(Word));
      }
      return;
    }
    for (unsigned y = 0; y < kSide; ++y) {
      std::array<Word, kSide> row;
      for (unsigned x = 0; x < kSide; ++x) row[x] = static_cast<Word>(words[block_pixel(x, y)]);
      std::memcpy(rows_[y], row.data(), sizeof row);
    }
  }

  unsigned bytes_;
  std::array<std::byte*, kSide> rows_;
};

// The blocks of one slice of a level.
class TexelBlocks {
 public:
  // Has no blocks if the image has no such slice, or if ImageLayout::find_plane() finds no plane. has_words() must be
  // true for the image's format.
  TexelBlocks(const ImageLayout& image, unsigned level, std::uint32_t slice)
      : base_(image.surface().base),
        bytes_(image.format().bytes),
        tile_(image.surface().tile),
        pitch_(image.surface().pitch) {
    const bool is_there = level < kMaxLevels && tile_ != TileMode::w &&  // texels of W tiles are not side by side
                          image.contains({.slice = slice, .level = static_cast<std::uint8_t>(level)});
    if (is_there) plane_ = image.find_plane(level, slice).value_or(TexelPlane{});
    if (tile_ == TileMode::linear) return;
    run_ = contiguous_bytes(tile_);
    rows_ = tile_shape(tile_).height;
  }

  // Finds the block whose first texel is at column `x`, row `y`. Returns false if a part of it is outside the image or
  // is not mapped, or if the block is in two tiles or in two columns of a tile. A returned block would be copied, and
  // the copy would wait for the stores to the rows.
  bool find(std::uint32_t x, std::uint32_t y, Access access, View& view, TexelBlock& block) const {
    constexpr std::uint64_t kSide = TexelBlock::kSide;
    if (x + kSide > plane_.width || y + kSide > plane_.height) return false;
    const std::uint64_t column = (plane_.x + x) * bytes_, row = plane_.y + y;
    if ((column & (run_ - 1)) + kSide * bytes_ > run_ || (row & (rows_ - 1)) + kSide > rows_) return false;
    const std::uint64_t step = tile_ == TileMode::linear ? pitch_ : run_;
    const std::uint64_t address = base_ + surface_offset(tile_, pitch_, column, row);
    const auto ends_in_page = [](std::uint64_t first, std::uint64_t bytes) {
      return (first & (kPageBytes - 1)) + bytes <= kPageBytes;
    };
    block.bytes_ = bytes_;
    if (ends_in_page(address, (kSide - 1) * step + kSide * bytes_)) {
      std::byte* const first = view.at(address, access);
      if (first == nullptr) return false;
      for (std::uint64_t i = 0; i < kSide; ++i) block.rows_[i] = first + i * step;
      return true;
    }
    for (std::uint64_t i = 0; i < kSide; ++i) {
      const bool is_inside = ends_in_page(address + i * step, kSide * bytes_);
      block.rows_[i] = is_inside ? view.at(address + i * step, access) : nullptr;
      if (block.rows_[i] == nullptr) return false;
    }
    return true;
  }

 private:
  static constexpr std::uint64_t kWhole = std::uint64_t{1} << 62;  // longer than any surface

  std::uint64_t base_;
  unsigned bytes_;
  TileMode tile_;
  std::uint32_t pitch_;
  TexelPlane plane_;
  std::uint64_t run_ = kWhole, rows_ = kWhole;  // of contiguous bytes in a row; of a tile
};

}  // namespace eugene::memory
