// Stencil and depth tests and writes (SKL PRM vol7 "Stencil Test", "Depth Test"). Depths are compared as the depth
// buffer's format has them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/diagnostic.h"
#include "draw/raster/triangle.h"
#include "draw/setup/screen_triangle.h"
#include "draw/state/state_3d.h"
#include "functions/pixels.h"
#include "memory/image_layout.h"
#include "memory/view.h"

namespace eugene::memory {
class TexelBlocks;  // texel_block.h
}

namespace eugene::draw {

class PixelTests {
 public:
  // Makes the tests of a draw. Without a buffer, its test always passes and writes nothing. An error names the
  // unsupported feature.
  static Result<PixelTests> make(const State3d& state);

  bool writes_depth() const { return depth_.writes; }
  bool writes_stencil() const { return stencil_.writes; }
  bool writes() const { return writes_depth() || writes_stencil(); }
  // Whether anything can fail or be written.
  bool is_needed() const { return writes() || depth_.tests || stencil_.tests; }

  struct Pixel {
    std::uint32_t x = 0, y = 0, layer = 0;
    float depth = 0;
    bool is_back = false;
    std::optional<std::uint8_t> reference;  // in place of the state's
  };
  // Return whether a pixel passes; nothing if memory is not mapped. A pixel outside the buffers fails. The second one
  // also writes what the tests change.
  std::optional<bool> test(const Pixel& pixel, memory::View& memory) const { return run(pixel, false, memory); }
  std::optional<bool> test_and_write(const Pixel& pixel, memory::View& memory) const {
    return run(pixel, true, memory);
  }

  // A triangle, and what the pixel shader has computed for its pixels. If `depths` is empty, the triangle's depths are
  // tested; if `references` is empty, the state's stencil reference.
  struct Source {
    const ScreenTriangle* triangle = nullptr;
    std::span<const float> depths;
    std::span<const std::uint8_t> references;
  };
  // Return the lit pixels that pass, each like the functions for one pixel.
  std::optional<std::uint32_t> test(const functions::Pixels& pixels, const Source& source, memory::View& memory) const {
    return run(pixels, source, false, memory);
  }
  std::optional<std::uint32_t> test_and_write(const functions::Pixels& pixels, const Source& source,
                                              memory::View& memory) const {
    return run(pixels, source, true, memory);
  }
  // Does the same for blocks of a triangle, one after the other, and removes the pixels that fail. Returns false if
  // memory is not mapped.
  bool test_and_write(std::span<Block> blocks, std::uint32_t layer, const ScreenTriangle& triangle,
                      memory::View& memory) const;

 private:
  struct Buffer {
    bool tests = false, writes = false;
    std::optional<memory::ImageLayout> image;

    // Returns where the value of a pixel is; nothing if the pixel is outside, or there is no buffer.
    std::optional<std::uint64_t> find(const Pixel& pixel, std::uint32_t first_layer) const;
  };

  std::optional<bool> run(const Pixel& pixel, bool writes, memory::View& memory) const;
  std::optional<std::uint32_t> run(const functions::Pixels& pixels, const Source& source, bool writes,
                                   memory::View& memory) const;
  // Whether the depths of a block can be tested together.
  bool has_depth_alone() const { return depth_.image && !stencil_.image; }
  memory::TexelBlocks depth_blocks(std::uint32_t layer) const;
  bool run_block(const functions::Pixels& pixels, const Source& source, bool writes, memory::View& memory,
                 std::uint32_t& passed) const;
  std::size_t run_blocks(std::span<Block> blocks, std::uint32_t layer, const ScreenTriangle& triangle,
                         memory::View& memory) const;
  std::optional<bool> test_depth(std::uint64_t address, float depth, memory::View& memory) const;
  bool write_depth(std::uint64_t address, float depth, memory::View& memory) const;

  Buffer depth_, stencil_;
  std::uint32_t first_layer_ = 0;
  DepthStencilTests state_;
};

}  // namespace eugene::draw
