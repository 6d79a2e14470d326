// Compressed formats: decodes the texels of one block from its bytes. Each family has a file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>

#include "base/bits.h"
#include "memory/format.h"

namespace eugene::memory {

using Block = std::array<std::byte, 16>;  // only the first format.bytes bytes are used

class AstcDecoder;

// Decodes blocks of one format. Not shared between host threads.
class BlockDecoder {
 public:
  explicit BlockDecoder(const PixelFormat& format);
  ~BlockDecoder();
  BlockDecoder(const BlockDecoder&) = delete;
  BlockDecoder& operator=(const BlockDecoder&) = delete;

  // Fills `texels` with block_width x block_height texels, in rows. All bytes are valid; docs/record/undefined.md lists
  // the results of reserved modes.
  void decode(const Block& block, std::span<Pixel> texels);

 private:
  using Decode = void (*)(const PixelFormat& format, const Block& block, std::span<Pixel> texels);

  const PixelFormat* format_;
  Decode decode_ = nullptr;
  std::unique_ptr<AstcDecoder> astc_;
};

// Decoders of the families except ASTC. `texels` has 16 elements; for FXT1 32.
void decode_bc(const PixelFormat& format, const Block& block, std::span<Pixel> texels);  // BC1 to BC5
void decode_bc6h(const PixelFormat& format, const Block& block, std::span<Pixel> texels);
void decode_bc7(const PixelFormat& format, const Block& block, std::span<Pixel> texels);
void decode_etc(const PixelFormat& format, const Block& block, std::span<Pixel> texels);  // ETC and EAC
void decode_fxt1(const PixelFormat& format, const Block& block, std::span<Pixel> texels);

inline constexpr unsigned kBlockTexels = 16;  // in BC and ETC

struct Rgba8 {
  std::uint8_t r = 0, g = 0, b = 0, a = 255;
};

// Returns the pixel as the EU sees it.
Pixel make_pixel(const PixelFormat& format, Rgba8 colour);

// Reads the bits of a block, from the lowest upwards.
class BlockBits {
 public:
  explicit BlockBits(const Block& block) { std::memcpy(words_.data(), block.data(), sizeof(block)); }

  // Returns the next `count` bits, at most 32. Bits past the end are zeros.
  std::uint32_t take(unsigned count) {
    std::uint64_t value = words_[at_ / 64] >> at_ % 64;
    if (at_ % 64 + count > 64) value |= words_[at_ / 64 + 1] << (64 - at_ % 64);
    at_ += count;
    return static_cast<std::uint32_t>(value & low_mask(count));
  }

 private:
  std::array<std::uint64_t, 4> words_{};  // the last two are zeros
  unsigned at_ = 0;
};

}  // namespace eugene::memory
