// The interface by which the render cache passes the pixels of a draw back to the draw: for tests after the pixel
// shader, and for blending. The draw implements the interface with its state.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "functions/pixels.h"
#include "memory/format.h"
#include "memory/view.h"

namespace eugene::functions {

// Values that a pixel shader has computed for its pixels beside their colours.
struct PixelValues {
  std::array<float, Pixels::kMax> depths{};
  std::array<float, Pixels::kMax> alphas{};             // of target 0
  std::array<std::uint8_t, Pixels::kMax> references{};  // of the stencil test
};

class PixelOutput {
 public:
  // The parts of messages beside colours.
  struct Parts {
    bool depths = false;
    bool references = false;
    bool sample_masks = false;  // only pixels whose mask has bit 0 are written

    bool any() const { return depths || references || sample_masks; }
  };

  virtual ~PixelOutput() = default;

  virtual Parts parts() const = 0;
  // Channels of target `target` that are not written, a bit each.
  virtual std::uint8_t kept_channels(unsigned target) const = 0;
  // Whether merge() needs the pixel in the target.
  virtual bool reads_target(unsigned target) const = 0;
  // The colours of a pixel: the shader's one or two, and the one in the target.
  struct Colors {
    memory::Pixel source{}, second{}, before{};
  };
  // Returns the colour to store.
  virtual memory::Pixel merge(unsigned target, const memory::PixelFormat& format, const Colors& colors) const = 0;
  // The colours of a block of pixels, channel by channel.
  struct BlockColors {
    using Channels = std::array<std::array<std::uint32_t, Pixels::kMax>, 4>;
    Channels source, before;
  };
  // Does the same as merge() for each pixel of a block: replaces `source` by the colours to store.
  virtual void merge_block(unsigned target, const memory::PixelFormat& format, BlockColors& colors) const {
    for (unsigned i = 0; i < Pixels::kMax; ++i) {
      Colors of_pixel;
      for (std::size_t c = 0; c < colors.source.size(); ++c) {
        of_pixel.source[c] = colors.source[c][i];
        of_pixel.before[c] = colors.before[c][i];
      }
      const memory::Pixel pixel = merge(target, format, of_pixel);
      for (std::size_t c = 0; c < colors.source.size(); ++c) colors.source[c][i] = pixel[c];
    }
  }
  // Whether test() or finish() do anything.
  virtual bool has_late_work() const = 0;
  // Tests the pixels of `live` (bit i is pixel i). Returns the pixels that pass; nothing if memory is not mapped.
  virtual std::optional<std::uint32_t> test(const Pixels& pixels, std::uint32_t live, const PixelValues& values,
                                            memory::View& memory) const = 0;
  // Called when the shader has written the last target of the pixels of `live`, with those that test() rejects. Returns
  // false if memory is not mapped.
  virtual bool finish(const Pixels& pixels, std::uint32_t live, const PixelValues& values,
                      memory::View& memory) const = 0;

 protected:
  PixelOutput() = default;
  PixelOutput(const PixelOutput&) = default;
  PixelOutput& operator=(const PixelOutput&) = default;
};

}  // namespace eugene::functions
