#include "functions/typed_lanes.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/bits.h"
#include "base/host_fault.h"
#include "base/transpose8.h"
#include "base/vector_host.h"

namespace eugene::functions {
namespace {

using memory::Access;
using memory::PackedLanes;

constexpr unsigned kLanes = memory::kPackedPixels;

constexpr auto kAllLanes = static_cast<std::uint32_t>(low_mask(kLanes));

// Returns eight pixels of this size. Smaller ones are the first bytes of a dword.
template <unsigned bytes>
auto pixels_of(const PackedLanes& words) {
  if constexpr (bytes == 16) {
    return join_elements(words);
  } else if constexpr (bytes == 8) {
    return join_elements(words[0], words[1]);
  } else {
    std::array<std::uint32_t, kLanes> pixels;
    store8(pixels.data(), words[0]);
    return pixels;
  }
}

// Stores the pixels of the slots in `mask` at place(slot).
template <unsigned bytes, class Place>
void store_pixels(std::uint32_t mask, const Place& place, const PackedLanes& words) {
  const auto pixels = pixels_of<bytes>(words);
  const auto store = [&](unsigned slot) { std::memcpy(place(slot), &pixels[slot], bytes); };
  if (mask == kAllLanes) {
    for (unsigned slot = 0; slot < kLanes; ++slot) store(slot);
  } else {
    for (; mask != 0; mask &= mask - 1) store(static_cast<unsigned>(std::countr_zero(mask)));
  }
}

template <class Place>
void store_pixels(unsigned bytes, std::uint32_t mask, const Place& place, const PackedLanes& words) {
  switch (bytes) {
    case 1: return store_pixels<1>(mask, place, words);
    case 2: return store_pixels<2>(mask, place, words);
    case 4: return store_pixels<4>(mask, place, words);
    case 8: return store_pixels<8>(mask, place, words);
    case 16: return store_pixels<16>(mask, place, words);
    default: return;
  }
}

// Stores pixels of four bytes that are contiguous by fours, as in a row of any tiling. Returns false if they are not.
template <class Host>
bool store_fours(std::byte* first, const U32x8& places, const U32x8& words) {
  constexpr U32x8 kOffsets{0, 4, 8, 12, 0, 4, 8, 12};
  const U32x8 starts = __builtin_shufflevector(places, places, 0, 0, 0, 0, 4, 4, 4, 4);
  if (Host::any((I32x8)(places - starts != kOffsets))) return false;
  store8(first + places[0], __builtin_shufflevector(words, words, 0, 1, 2, 3));
  store8(first + places[4], __builtin_shufflevector(words, words, 4, 5, 6, 7));
  return true;
}

}  // namespace

// write_plane(), with everything that it calls inlined and compiled for the kind of host.
struct PixelWriter::Plane {
  [[gnu::flatten]] static void write_for_any_host(const PixelWriter& writer, std::byte* first,
                                                  const CoordinateLanes& coordinates, std::uint32_t enabled,
                                                  const memory::ComponentLanes& components, memory::PlaceRuns* runs) {
    writer.write_plane<AnyHost>(first, coordinates, enabled, components, runs);
  }
#ifdef EUGENE_AVX2
  EUGENE_AVX2 [[gnu::flatten]] static void write_for_avx2(const PixelWriter& writer, std::byte* first,
                                                          const CoordinateLanes& coordinates, std::uint32_t enabled,
                                                          const memory::ComponentLanes& components,
                                                          memory::PlaceRuns* runs) {
    writer.write_plane<Avx2Host>(first, coordinates, enabled, components, runs);
  }
#endif
};

PixelWriter::PlaneCode PixelWriter::plane_code() {
#ifdef EUGENE_AVX2
  if (is_avx2_host()) return &Plane::write_for_avx2;
#endif
  return &Plane::write_for_any_host;
}

PixelWriter::PixelWriter(const memory::ImageLayout& image)
    : image_(image), has_dword_channels_(memory::has_dword_channels(image.format())) {
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
  const std::uint32_t mask = Host::bits((I32x8)inside);
  const auto place = [&](unsigned slot) { return first + at[slot]; };
  const unsigned bytes = image_.format().bytes;
  PackedLanes words;  // Not cleared, because that takes long. Each branch sets all dwords of a pixel.
  if (words_) {
    words[0] = memory::pack_words<Host>(*words_, components);
    if (bytes == sizeof(std::uint32_t) && mask == kAllLanes && store_fours<Host>(first, at, words[0])) return;
  } else if (has_dword_channels_) {
    memory::pack_dwords(image_.format(), components, words);
  } else {
    memory::pack_lanes<Host>(image_.format(), components, words);
  }
  store_pixels(bytes, mask, place, words);
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
      std::uint32_t mask = 0;
      for (unsigned slot = 0; slot < kLanes; ++slot) mask |= std::uint32_t{places[slot] != nullptr} << slot;
      store_pixels(image_.format().bytes, mask, [&](unsigned slot) { return places[slot]; }, words);
    });
  });
}

bool PixelWriter::write(memory::View& view, const CoordinateLanes& coordinates, std::uint32_t enabled,
                        const memory::ComponentLanes& components, memory::PlaceRuns* runs) {
  const bool is_level_0 = !any((I32x8)(load8<U32x8>(coordinates[3])));
  std::byte* first = is_level_0 ? find_plane(view) : nullptr;
  if (first == nullptr) return write_pixels(view, coordinates, enabled, components);
  const PlaneCode code = plane_code();
  return !trap_host_faults([&] { code(*this, first, coordinates, enabled, components, runs); });
}

}  // namespace eugene::functions
