// Render target writes of a whole block of pixels: placed, converted and stored together.
#pragma once

#include <cstddef>
#include <cstdint>

#include "functions/pixel_output.h"
#include "memory/pack_lanes.h"
#include "memory/surface.h"
#include "memory/texel_block.h"
#include "memory/view.h"

namespace eugene::functions {

// Fields of the header of a render target write (SNB PRM vol4 part1, render target write).
inline constexpr unsigned kSource0AlphaBit = 11;  // of dword 0: the message has a part for alphas
inline constexpr unsigned kTargetDword = 2;       // has the number of the render target

// Returns the slice of a render target that layer `layer` of a draw is.
inline std::uint32_t find_slice(const memory::SurfaceState& surface, std::uint32_t layer) {
  return layer + (surface.type == memory::SurfaceType::three_d ? surface.slices.first : 0U);
}

// How a write combines the colours in a target with the colours of the shader.
struct Combination {
  const PixelOutput* output = nullptr;
  unsigned target = 0;
  bool merges = false;    // blends, or has a logic operation
  std::uint8_t kept = 0;  // channels that are not written
};

// Returns the colour to store. `colors.before` is used only if something is combined.
memory::Pixel combine(const Combination& how, const memory::PixelFormat& format, const PixelOutput::Colors& colors);

// The colours of a message's sixteen pixels.
struct BlockColors {
  const std::byte* channels = nullptr;  // red of all pixels, then green, ...; if replicated, one colour
  bool is_replicated = false;
};

// Whether blocks of the format can be written.
bool writes_blocks(const memory::PixelFormat& format);

// Writes the pixels of `live`, which are_block(), to a slice of a target. writes_blocks() must be true for its format.
// Returns false if the place of the block does not allow it, or if memory is lost meanwhile. The caller must then write
// all pixels one by one. The host must round to nearest.
bool write_block(memory::View& view, const memory::TexelBlocks& target, const memory::WordFormat& format,
                 const Pixels& pixels, std::uint32_t live, const BlockColors& colors, const Combination& how);

}  // namespace eugene::functions
