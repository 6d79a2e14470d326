#include "functions/typed_lanes.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/host_fault.h"
#include "base/vector_host.h"

namespace eugene::functions {
namespace {

using memory::Access;
using memory::PackedLanes;

constexpr unsigned kLanes = memory::kPackedPixels;

// Stores the first kBytes bytes of each pixel.
template <unsigned kBytes>
void store_pixels(const PixelPlaces& places, const PackedLanes& words) {
  std::array<std::array<std::uint32_t, kLanes>, 4> lanes;
  for (unsigned i = 0; i < (kBytes + 3) / 4; ++i) store8(lanes[i].data(), words[i]);
  for (unsigned slot = 0; slot < kLanes; ++slot) {
    if (places[slot] == nullptr) continue;
    std::array<std::uint32_t, 4> pixel{};
    for (unsigned i = 0; i < (kBytes + 3) / 4; ++i) pixel[i] = lanes[i][slot];
    std::memcpy(places[slot], pixel.data(), kBytes);
  }
}

void store_pixels(unsigned bytes, const PixelPlaces& places, const PackedLanes& words) {
  switch (bytes) {
    case 1: return store_pixels<1>(places, words);
    case 2: return store_pixels<2>(places, words);
    case 4: return store_pixels<4>(places, words);
    case 8: return store_pixels<8>(places, words);
    case 16: return store_pixels<16>(places, words);
    default: return;
  }
}

// Stores pixels of four bytes that are contiguous by fours, as in a row of any tiling. Returns false if they are not.
template <class Host>
bool store_runs(std::byte* first, const U32x8& places, const U32x8& words) {
  constexpr U32x8 kOffsets{0, 4, 8, 12, 0, 4, 8, 12};
  const U32x8 starts = __builtin_shufflevector(places, places, 0, 0, 0, 0, 4, 4, 4, 4);
  if (Host::any((I32x8)(places - starts != kOffsets))) return false;
  std::array<std::uint32_t, kLanes> dwords;
  store8(dwords.data(), words);
  std::memcpy(first + places[0], dwords.data(), sizeof(dwords) / 2);
  std::memcpy(first + places[4], dwords.data() + kLanes / 2, sizeof(dwords) / 2);
  return true;
}

}  // namespace

PixelWriter::PixelWriter(const memory::ImageLayout& image) : image_(image) {
  if (image.format().bytes <= sizeof(std::uint32_t)) words_.emplace(image.format());
}

std::optional<PixelWriter> PixelWriter::make(const memory::ImageLayout& image) {
  const memory::PixelFormat& format = image.format();
  if (!std::has_single_bit(unsigned{format.bytes}) || !memory::packs_lanes(format)) return {};
  PixelWriter writer(image);
  writer.plane_ = memory::PlaneAddress::make(image);
  if (writer.plane_) writer.memory_ = {image.surface().base, writer.plane_->bytes(), Access::write};
  return writer;
}

// Returns false if a pixel is not mapped or crosses pages.
bool PixelWriter::find_places(memory::View& view, const CoordinateLanes& coordinates, std::uint32_t enabled,
                              PixelPlaces& places) const {
  const unsigned last_start = memory::kPageBytes - image_.format().bytes;
  for (; enabled != 0; enabled &= enabled - 1) {
    const auto slot = static_cast<unsigned>(std::countr_zero(enabled));
    const auto address =
        pixel_address(image_, {coordinates[0][slot], coordinates[1][slot], coordinates[2][slot], coordinates[3][slot]});
    if (!address) continue;
    if ((*address & (memory::kPageBytes - 1)) > last_start) return false;
    places[slot] = view.at(*address, Access::write);
    if (places[slot] == nullptr) return false;
  }
  return true;
}

// `first` is the host address of the surface's base.
template <class Host>
void PixelWriter::write_plane(std::byte* first, const CoordinateLanes& coordinates, std::uint32_t enabled,
                              const memory::ComponentLanes& components, memory::PlaceRuns* runs) const {
  constexpr U32x8 kLaneBits{1, 2, 4, 8, 16, 32, 64, 128};
  const memory::TexelPlane& plane = image_.plane();
  const auto x = load8<U32x8>(coordinates[0]);
  const auto y = load8<U32x8>(coordinates[1]);
  const auto inside = (U32x8)((x < plane.width) & (y < plane.height) & ((kLaneBits & enabled) != 0));
  const U32x8 at = plane_->column(x & inside) + plane_->row(y & inside);
  if (runs != nullptr) runs->prefetch_next<Access::write>(first, at[0], at[kLanes / 2]);
  PackedLanes words{};
  if (words_)
    words[0] = memory::pack_words<Host>(*words_, components);
  else
    memory::pack_lanes<Host>(image_.format(), components, words);
  const bool is_whole = !Host::any((I32x8)~inside);
  if (image_.format().bytes == sizeof(std::uint32_t) && is_whole && store_runs<Host>(first, at, words[0])) return;
  PixelPlaces places;
  for (unsigned slot = 0; slot < kLanes; ++slot) places[slot] = inside[slot] != 0 ? first + at[slot] : nullptr;
  store_pixels(image_.format().bytes, places, words);
}

// Writes pixels that are not in one piece of host memory.
bool PixelWriter::write_pixels(memory::View& view, const CoordinateLanes& coordinates, std::uint32_t enabled,
                               const memory::ComponentLanes& components) const {
  PixelPlaces places{};
  if (!find_places(view, coordinates, enabled, places)) return false;
  return !trap_host_faults([&] {
    call_for_host(is_avx2_host(), [&]<class Host>() {
      PackedLanes words;
      memory::pack_lanes<Host>(image_.format(), components, words);
      store_pixels(image_.format().bytes, places, words);
    });
  });
}

bool PixelWriter::write(memory::View& view, const CoordinateLanes& coordinates, std::uint32_t enabled,
                        const memory::ComponentLanes& components, memory::PlaceRuns* runs) {
  const bool is_level_0 = !any((I32x8)(load8<U32x8>(coordinates[3])));
  std::byte* first = plane_ && is_level_0 ? memory_.find(view) : nullptr;
  if (first == nullptr) return write_pixels(view, coordinates, enabled, components);
  return !trap_host_faults([&] {
    call_for_host(is_avx2_host(),
                  [&]<class Host>() { write_plane<Host>(first, coordinates, enabled, components, runs); });
  });
}

}  // namespace eugene::functions
