// Fills rectangles of an image with one pixel value, for clears.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/diagnostic.h"
#include "memory/image_layout.h"
#include "memory/view.h"

namespace eugene::gpu {

struct PixelRectangle {
  std::uint32_t left = 0, top = 0;      // first column and row
  std::uint32_t right = 0, bottom = 0;  // past the last column and row
};

struct PixelFill {
  memory::ImageLayout image;
  std::uint8_t level = 0;
  std::vector<std::byte> pixel;  // bytes of a pixel in memory, in the image's format
};

// Fills the part of `rectangle` that is inside slice `slice` of the level. Fails if memory is not mapped, or with the
// error of `still_wanted`, which is polled.
Result<void> fill(const PixelFill& what, std::uint32_t slice, const PixelRectangle& rectangle, memory::View& memory,
                  const std::function<Result<void>()>& still_wanted);

}  // namespace eugene::gpu
