// The interface by which the render cache passes the pixels of a draw back to the draw: for tests after the pixel
// shader, and for blending. The draw implements the interface with its state.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "functions/pixels.h"
#include "memory/format.h"
#include "memory/view.h"

namespace eugene::functions {

class PixelOutput {
 public:
  static constexpr unsigned kPixels = 16;

  virtual ~PixelOutput() = default;

  // Whether messages have a depth for each pixel.
  virtual bool has_depths() const = 0;
  // Channels of target `target` that are not written, a bit each.
  virtual std::uint8_t kept_channels(unsigned target) const = 0;
  // Whether merge() needs the pixel in the target.
  virtual bool reads_target(unsigned target) const = 0;
  // Combines the shader's colour with the pixel in the target.
  virtual memory::Pixel merge(unsigned target, const memory::PixelFormat& format, const memory::Pixel& source,
                              const memory::Pixel& before) const = 0;
  // Tests the pixels of `live` (bit i is pixel i) with the `depths` that the shader has computed. Returns the pixels
  // that pass; nothing if memory is not mapped.
  virtual std::optional<std::uint32_t> test(const Pixels& pixels, std::uint32_t live,
                                            const std::array<float, kPixels>& depths, memory::View& memory) const = 0;
  // Called when the shader has written the last target of the pixels of `live`. Returns false if memory is not mapped.
  virtual bool finish(const Pixels& pixels, std::uint32_t live, const std::array<float, kPixels>& depths,
                      memory::View& memory) const = 0;

 protected:
  PixelOutput() = default;
  PixelOutput(const PixelOutput&) = default;
  PixelOutput& operator=(const PixelOutput&) = default;
};

}  // namespace eugene::functions
