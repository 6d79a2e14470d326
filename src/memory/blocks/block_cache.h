// Cache of decoded blocks of compressed formats. The key is the block's bytes, so no write to the surface can make an
// entry stale.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "memory/blocks/block_format.h"
#include "memory/format.h"

namespace eugene::memory {

class BlockCache {
 public:
  BlockCache() = default;
  ~BlockCache() = default;
  // A copied cache is empty, because another host thread may use the original.
  BlockCache(const BlockCache& /*other*/) {}
  BlockCache& operator=(const BlockCache& /*other*/) { return *this; }

  // Returns texel (x, y) of a block. `format` must be the same in every call.
  const Pixel& texel(const PixelFormat& format, const Block& block, unsigned x, unsigned y);

 private:
  struct Entry {
    bool valid = false;
    Block block{};
    std::vector<Pixel> texels;
  };
  static constexpr std::size_t kEntries = 16;

  std::unique_ptr<BlockDecoder> decoder_;  // null until a block is requested
  std::vector<Entry> entries_;
};

}  // namespace eugene::memory
