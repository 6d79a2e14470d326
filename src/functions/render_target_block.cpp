#include "functions/render_target_block.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/host_fault.h"
#include "base/vector_host.h"
#include "memory/pack_lanes.h"
#include "memory/unpack_lanes.h"

namespace eugene::functions {
namespace {

using memory::TexelBlock;

constexpr unsigned kChannels = 4;

// Channels of the pixels of a block.
using Components = PixelOutput::BlockColors::Channels;

void read_components(const BlockColors& colors, Components& to) {
  if (!colors.is_replicated) return void(std::memcpy(to.data(), colors.channels, sizeof to));
  std::array<std::uint32_t, kChannels> color;
  std::memcpy(color.data(), colors.channels, sizeof color);
  for (unsigned c = 0; c < kChannels; ++c) to[c].fill(color[c]);
}

void unpack_components(const memory::PixelFormat& format, const TexelBlock::Words& words, Components& to) {
  call_for_host(is_avx2_host(), [&]<class Host>() {
    for (unsigned first = 0; first < words.size(); first += memory::kPackedPixels) {
      const memory::UnpackedLanes lanes = memory::unpack_lanes(format, load8<U32x8>(words.data() + first));
      for (unsigned c = 0; c < kChannels; ++c) store8(to[c].data() + first, lanes[c]);
    }
  });
}

// Combines the colours of a block with those in the target.
void combine_all(const Combination& how, const memory::PixelFormat& format, const TexelBlock::Words& before,
                 PixelOutput::BlockColors& colors) {
  unpack_components(format, before, colors.before);
  if (how.merges) how.output->merge_block(how.target, format, colors);
  for (unsigned c = 0; c < kChannels; ++c) {
    if (bit(how.kept, c)) colors.source[c] = colors.before[c];
  }
}

TexelBlock::Words pack_components(const memory::PixelFormat& format, const Components& components) {
  TexelBlock::Words words;
  call_for_host(is_avx2_host(), [&]<class Host>() {
    for (unsigned first = 0; first < words.size(); first += memory::kPackedPixels) {
      memory::ComponentLanes lanes;
      for (unsigned c = 0; c < kChannels; ++c) lanes[c] = components[c].data() + first;
      memory::PackedLanes packed;
      memory::pack_lanes<Host>(format, lanes, packed);
      store8(words.data() + first, packed[0]);
    }
  });
  return words;
}

}  // namespace

memory::Pixel combine(const Combination& how, const memory::PixelFormat& format, const PixelOutput::Colors& colors) {
  memory::Pixel pixel = how.merges ? how.output->merge(how.target, format, colors) : colors.source;
  for (unsigned c = 0; c < kChannels; ++c) {
    if (bit(how.kept, c)) pixel[c] = colors.before[c];
  }
  return pixel;
}

bool writes_blocks(const memory::PixelFormat& format) {
  return TexelBlock::has_words(format) && memory::packs_lanes(format);
}

bool write_block(memory::View& view, const memory::TexelBlocks& target, const memory::PixelFormat& format,
                 const Pixels& pixels, std::uint32_t live, const BlockColors& colors, const Combination& how) {
  if (live == 0) return true;
  const auto block = target.find(pixels.x(0), pixels.y(0), memory::Access::write, view);
  if (!block) return false;
  PixelOutput::BlockColors all;
  read_components(colors, all.source);
  return !trap_host_faults([&] {
    if (how.merges || how.kept != 0) combine_all(how, format, block->load(), all);
    block->store(pack_components(format, all.source), live);
  });
}

}  // namespace eugene::functions
