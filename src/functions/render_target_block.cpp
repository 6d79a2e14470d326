#include "functions/render_target_block.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "base/host_fault.h"
#include "base/vector_host.h"
#include "memory/pack_lanes.h"
#include "memory/texel_block.h"

namespace eugene::functions {
namespace {

using memory::TexelBlock;

constexpr unsigned kChannels = 4;

// Channels of the pixels of a block.
using Components = std::array<std::array<std::uint32_t, TexelBlock::kTexels>, kChannels>;

void read_components(const BlockColors& colors, Components& to) {
  if (!colors.is_replicated) return void(std::memcpy(to.data(), colors.channels, sizeof to));
  std::array<std::uint32_t, kChannels> color;
  std::memcpy(color.data(), colors.channels, sizeof color);
  for (unsigned c = 0; c < kChannels; ++c) to[c].fill(color[c]);
}

// Combines the colours of the pixels of `live` with those in the target.
void combine_all(const Combination& how, const memory::PixelFormat& format, std::uint32_t live,
                 const TexelBlock::Words& before, Components& components) {
  for (; live != 0; live &= live - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(live));
    PixelOutput::Colors colors;
    for (unsigned c = 0; c < kChannels; ++c) colors.source[c] = components[c][i];
    colors.before = memory::unpack_pixel(format, reinterpret_cast<const std::byte*>(&before[i]));
    const memory::Pixel pixel = combine(how, format, colors);
    for (unsigned c = 0; c < kChannels; ++c) components[c][i] = pixel[c];
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

bool write_block(memory::View& view, const memory::ImageLayout& image, const memory::TexelPlace& corner,
                 std::uint32_t live, const BlockColors& colors, const Combination& how) {
  const memory::PixelFormat& format = image.format();
  if (!TexelBlock::has_words(format) || !memory::packs_lanes(format)) return false;
  const auto block = TexelBlock::find(image, corner, memory::Access::write, view);
  if (!block) return false;
  Components components;
  read_components(colors, components);
  return !trap_host_faults([&] {
    if (how.merges || how.kept != 0) combine_all(how, format, live, block->load(), components);
    block->store(pack_components(format, components), live);
  });
}

}  // namespace eugene::functions
