// Render target writes of a whole block of pixels: placed, converted and stored together.
#pragma once

#include <cstddef>
#include <cstdint>

#include "functions/pixel_output.h"
#include "memory/image_layout.h"
#include "memory/view.h"

namespace eugene::functions {

// The part of what is in a target that a write combines with the shader's colours.
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

// Writes the pixels of `live`. Returns false if this is not the common case: nothing or a part has been written, and
// the pixels must be written one by one. The host must round to nearest.
bool write_block(memory::View& view, const memory::ImageLayout& image, const memory::TexelPlace& corner,
                 std::uint32_t live, const BlockColors& colors, const Combination& how);

}  // namespace eugene::functions
