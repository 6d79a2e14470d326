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

constexpr unsigned kColorChannels = 4;

// Channels of the pixels of a block.
using Components = PixelOutput::BlockColors::Channels;

// Copies the colours of a message.
void read_components(const BlockColors& colors, Components& to) {
  std::array<std::uint32_t, kColorChannels> color;
  std::memcpy(color.data(), colors.channels, sizeof color);
  constexpr std::size_t kBytes = sizeof to[0];
  for (unsigned c = 0; c < kColorChannels; ++c) {
    for (unsigned first = 0; first < Pixels::kMax; first += kVectorLanes) {
      const std::byte* const from = colors.channels + c * kBytes + first * sizeof(std::uint32_t);
      store8(to[c].data() + first, colors.is_replicated ? U32x8{} + color[c] : load8<U32x8>(from));
    }
  }
}

// Packs the one colour of a message for all pixels.
template <class Host>
TexelBlock::Lanes pack_color(const memory::WordFormat& format, const std::byte* color) {
  std::array<U32x8, kColorChannels> components;
  memory::ComponentLanes from;
  for (unsigned c = 0; c < kColorChannels; ++c) {
    std::uint32_t component = 0;
    std::memcpy(&component, color + c * sizeof component, sizeof component);
    components[c] = U32x8{} + component;
    from[c] = reinterpret_cast<const std::uint32_t*>(&components[c]);
  }
  TexelBlock::Lanes lanes;
  lanes.fill(memory::pack_words<Host>(format, from));
  return lanes;
}

template <class Host>
TexelBlock::Lanes pack_components(const memory::WordFormat& format, const std::uint32_t* components) {
  TexelBlock::Lanes lanes;
  for (unsigned i = 0; i < lanes.size(); ++i) {
    memory::ComponentLanes from;
    for (unsigned c = 0; c < kColorChannels; ++c) from[c] = components + c * Pixels::kMax + i * kVectorLanes;
    lanes[i] = memory::pack_words<Host>(format, from);
  }
  return lanes;
}

// Combines the colours of a block with those in the target.
void combine_all(const Combination& how, const memory::WordFormat& format, const TexelBlock& target,
                 PixelOutput::BlockColors& colors) {
  const TexelBlock::Lanes before = target.load_lanes();
  for (unsigned i = 0; i < before.size(); ++i) {
    const memory::UnpackedLanes lanes = memory::unpack_words(format, before[i]);
    for (unsigned c = 0; c < kColorChannels; ++c) store8(colors.before[c].data() + i * kVectorLanes, lanes[c]);
  }
  if (how.merges) how.output->merge_block(how.target, format.format(), colors);
  for (unsigned c = 0; c < kColorChannels; ++c) {
    if (bit(how.kept, c)) colors.source[c] = colors.before[c];
  }
}

}  // namespace

memory::Pixel combine(const Combination& how, const memory::PixelFormat& format, const PixelOutput::Colors& colors) {
  memory::Pixel pixel = how.merges ? how.output->merge(how.target, format, colors) : colors.source;
  for (unsigned c = 0; c < kColorChannels; ++c) {
    if (bit(how.kept, c)) pixel[c] = colors.before[c];
  }
  return pixel;
}

bool writes_blocks(const memory::PixelFormat& format) {
  return TexelBlock::has_words(format) && memory::packs_lanes(format);
}

bool write_block(memory::View& view, const memory::TexelBlocks& target, const memory::WordFormat& format,
                 const Pixels& pixels, std::uint32_t live, const BlockColors& colors, const Combination& how) {
  if (live == 0) return true;
  TexelBlock block;
  if (!target.find(pixels.x(0), pixels.y(0), memory::Access::write, view, block)) return false;
  constexpr unsigned kAhead = 3;
  block.prefetch_right(kAhead);
  const bool combines = how.merges || how.kept != 0;
  return !trap_host_faults([&] {
    call_for_host(is_avx2_host(), [&]<class Host>() {
      if (!combines && colors.is_replicated)
        return block.store_lanes<Host>(pack_color<Host>(format, colors.channels), live);
      if (!combines) {
        const auto* const components = reinterpret_cast<const std::uint32_t*>(colors.channels);
        return block.store_lanes<Host>(pack_components<Host>(format, components), live);
      }
      PixelOutput::BlockColors all;
      read_components(colors, all.source);
      combine_all(how, format, block, all);
      block.store_lanes<Host>(pack_components<Host>(format, all.source[0].data()), live);
    });
  });
}

}  // namespace eugene::functions
