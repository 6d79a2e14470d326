// Rectangles of an image that all get the same pixel: what clears leave.
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
  std::uint32_t left = 0, top = 0;      // of the first pixel
  std::uint32_t right = 0, bottom = 0;  // behind the last
};

struct Fill {
  memory::ImageLayout image;
  std::uint8_t level = 0;
  std::vector<std::byte> pixel;  // as in memory, of the size of the format
  std::uint8_t mask = 0xFF;      // of pixels of one byte: the bits that change
};

// Fills the part of `rectangle` that is inside slice `slice` of the level. Fails if memory is not mapped, or with the
// error of `still_wanted`, which is polled.
Result<void> fill(const Fill& what, std::uint32_t slice, const PixelRectangle& rectangle, memory::View& memory,
                  const std::function<Result<void>()>& still_wanted);

}  // namespace eugene::gpu
