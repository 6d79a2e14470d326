#include "gpu/draw/fill.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace eugene::gpu {
namespace {

constexpr std::uint32_t kRowsBetweenChecks = 64;

}  // namespace

Result<void> fill(const PixelFill& what, std::uint32_t slice, const PixelRectangle& rectangle, memory::View& memory,
                  const std::function<Result<void>()>& still_wanted) {
  const memory::TexelExtent extent = what.image.extent(what.level);
  const std::uint32_t right = std::min(rectangle.right, extent.width);
  const std::uint32_t bottom = std::min(rectangle.bottom, extent.height);
  memory::TexelPlace place{.slice = slice, .level = what.level};
  if (!what.image.contains(place)) return {};
  for (place.y = rectangle.top; place.y < bottom; ++place.y) {
    if (place.y % kRowsBetweenChecks == 0) {
      if (const Result<void> wanted = still_wanted(); !wanted) return wanted;
    }
    for (place.x = rectangle.left; place.x < right; ++place.x) {
      if (!memory.write(what.image.surface().base + what.image.offset(place), what.pixel))
        return fail(fmt::format("clear: address {:#x} is not mapped", memory.bad_address()));
    }
  }
  return {};
}

}  // namespace eugene::gpu
