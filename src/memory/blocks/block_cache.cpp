#include "memory/blocks/block_cache.h"

#include <cstring>

namespace eugene::memory {

const Pixel& BlockCache::texel(const PixelFormat& format, const Block& block, unsigned x, unsigned y) {
  if (decoder_ == nullptr) {
    decoder_ = std::make_unique<BlockDecoder>(format);
    entries_.resize(kEntries);
  }
  std::array<std::uint64_t, 2> words{};
  std::memcpy(words.data(), block.data(), sizeof(words));
  constexpr std::uint64_t kMix = 0x9E37'79B9'7F4A'7C15;
  Entry& entry = entries_[(words[0] * kMix ^ (words[1] + 1) * kMix) >> 60];
  if (!entry.valid || entry.block != block) {
    entry.valid = true;
    entry.block = block;
    entry.texels.resize(std::size_t{format.block_width} * format.block_height);
    decoder_->decode(block, entry.texels);
  }
  return entry.texels[std::size_t{y} * format.block_width + x];
}

}  // namespace eugene::memory
