#include "functions/typed_lanes.h"

#include <bit>
#include <cstring>

#include "base/host_fault.h"

namespace eugene::functions {
namespace {

using memory::PackedLanes;
using memory::PixelFormat;

// Host addresses of pixels; null if a pixel is not written.
using Places = std::array<std::byte*, memory::kPackedPixels>;

// Returns false if a pixel is not mapped or crosses pages.
bool find_places(const MessageCall& call, const memory::ImageLayout& image, const CoordinateLanes& coordinates,
                 std::uint32_t enabled, Places& places) {
  const unsigned last_start = memory::kPageBytes - image.format().bytes;
  const memory::TexelPlane plane = image.plane();
  for (; enabled != 0; enabled &= enabled - 1) {
    const auto slot = static_cast<unsigned>(std::countr_zero(enabled));
    const PixelCoordinates at{coordinates[0][slot], coordinates[1][slot], coordinates[2][slot], coordinates[3][slot]};
    std::uint64_t address = 0;
    if (plane.width != 0 && at[3] == 0) {
      if (at[0] >= plane.width || at[1] >= plane.height) continue;
      address = image.surface().base + image.offset(plane.x + at[0], plane.y + at[1]);
    } else if (const auto found = pixel_address(image, at)) {
      address = *found;
    } else {
      continue;
    }
    if ((address & (memory::kPageBytes - 1)) > last_start) return false;
    places[slot] = call.view().at(address, Access::write);
    if (places[slot] == nullptr) return false;
  }
  return true;
}

// Stores the first kBytes bytes of each pixel.
template <unsigned kBytes>
void store_pixels(const Places& places, const PackedLanes& words) {
  for (unsigned slot = 0; slot < memory::kPackedPixels; ++slot) {
    if (places[slot] == nullptr) continue;
    std::array<std::uint32_t, 4> pixel{};
    for (unsigned i = 0; i < (kBytes + 3) / 4; ++i) pixel[i] = words[i][slot];
    std::memcpy(places[slot], pixel.data(), kBytes);
  }
}

using Store = void (*)(const Places& places, const PackedLanes& words);

Store find_store(unsigned bytes) {
  switch (bytes) {
    case 1: return store_pixels<1>;
    case 2: return store_pixels<2>;
    case 4: return store_pixels<4>;
    case 8: return store_pixels<8>;
    case 16: return store_pixels<16>;
    default: return nullptr;
  }
}

}  // namespace

bool write_pixel_lanes(const MessageCall& call, const memory::ImageLayout& image, const CoordinateLanes& coordinates,
                       std::uint32_t enabled, const memory::ComponentLanes& components) {
  const PixelFormat& format = image.format();
  const Store store = find_store(format.bytes);
  if (call.reports_accesses() || call.reports_values() || call.reports_bounds() || store == nullptr ||
      !memory::packs_lanes(format))
    return false;
  Places places{};
  if (!find_places(call, image, coordinates, enabled, places)) return false;
  PackedLanes words;
  memory::pack_lanes(format, components, words);
  return !trap_host_faults([&] { store(places, words); });
}

}  // namespace eugene::functions
