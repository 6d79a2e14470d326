// A block of 4 x 4 texels that is read and written together: the pixels of a pixel shader thread. Its texels have the
// order of subspans of 2 x 2 pixels.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

#include "memory/image_layout.h"
#include "memory/tiling.h"
#include "memory/view.h"

namespace eugene::memory {

class TexelBlock {
 public:
  static constexpr unsigned kSide = 4;
  static constexpr unsigned kTexels = kSide * kSide;
  static constexpr std::uint32_t kAll = (1U << kTexels) - 1;
  using Words = std::array<std::uint32_t, kTexels>;  // a texel of up to four bytes in each

  // Whether blocks of the format can be read and written here.
  static bool has_words(const PixelFormat& format) { return format.bytes == 4 || format.bytes == 2; }

  // Returns the block whose first texel is at `corner`. Returns nothing if a part of it is outside the image or is not
  // mapped, or if texels of a row are not side by side in memory. has_words() must be true for the format.
  static std::optional<TexelBlock> find(const ImageLayout& image, const TexelPlace& corner, Access access, View& view) {
    constexpr unsigned kLast = kSide - 1;
    TexelPlace last = corner;
    last.x += kLast;
    last.y += kLast;
    const std::optional<std::uint64_t> step = row_step(image.surface());
    if (!step || !image.contains(last)) return {};
    const std::uint64_t first = image.offset(corner);
    const unsigned bytes = image.format().bytes;
    // Nothing else is as far from the first texel: a block that is in two tiles, or in two columns of a tile, has its
    // last texel elsewhere.
    if (image.offset(last) - first != kLast * (*step + bytes)) return {};
    TexelBlock block(bytes);
    for (unsigned y = 0; y < kSide; ++y) {
      const std::uint64_t address = image.surface().base + first + y * *step;
      if ((address & (kPageBytes - 1)) + std::uint64_t{kSide} * bytes > kPageBytes) return {};
      block.rows_[y] = view.at(address, access);
      if (block.rows_[y] == nullptr) return {};
    }
    return block;
  }

  // The host's memory may be lost meanwhile (base/host_fault.h).
  Words load() const { return bytes_ == 4 ? load_words<std::uint32_t>() : load_words<std::uint16_t>(); }
  // Stores the texels of `mask`.
  void store(const Words& words, std::uint32_t mask) const {
    return bytes_ == 4 ? store_words<std::uint32_t>(words, mask) : store_words<std::uint16_t>(words, mask);
  }

 private:
  explicit TexelBlock(unsigned bytes) : bytes_(bytes) {}

  // Bytes between the rows of a block that is in one tile.
  static std::optional<std::uint64_t> row_step(const SurfaceState& surface) {
    if (surface.tile == TileMode::w) return {};  // the texels of a row are not side by side
    return surface.tile == TileMode::linear ? surface.pitch : contiguous_bytes(surface.tile);
  }
  // The first of the two texels of `row` in a subspan; the other two are a subspan further.
  static constexpr unsigned first_of_row(unsigned row) { return row / 2 * 8 + row % 2 * 2; }

  template <class Word>
  Words load_words() const {
    Words words;
    for (unsigned y = 0; y < kSide; ++y) {
      std::array<Word, kSide> row;
      std::memcpy(row.data(), rows_[y], sizeof row);
      const unsigned at = first_of_row(y);
      words[at] = row[0];
      words[at + 1] = row[1];
      words[at + kSide] = row[2];
      words[at + kSide + 1] = row[3];
    }
    return words;
  }
  template <class Word>
  void store_words(const Words& words, std::uint32_t mask) const {
    for (unsigned y = 0; y < kSide; ++y) {
      const unsigned at = first_of_row(y);
      const std::array<Word, kSide> row{static_cast<Word>(words[at]), static_cast<Word>(words[at + 1]),
                                        static_cast<Word>(words[at + kSide]), static_cast<Word>(words[at + kSide + 1])};
      if (mask == kAll) {
        std::memcpy(rows_[y], row.data(), sizeof row);
        continue;
      }
      for (unsigned x = 0; x < kSide; ++x) {
        const unsigned texel = at + x / 2 * kSide + x % 2;
        if ((mask >> texel & 1) != 0) std::memcpy(rows_[y] + x * sizeof(Word), &row[x], sizeof(Word));
      }
    }
  }

  unsigned bytes_;
  std::array<std::byte*, kSide> rows_{};
};

}  // namespace eugene::memory
