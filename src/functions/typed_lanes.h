// Typed writes of eight pixels together: placed and converted by vectors.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "functions/typed_pixel.h"
#include "memory/contiguous_memory.h"
#include "memory/image_layout.h"
#include "memory/pack_lanes.h"
#include "memory/place_runs.h"
#include "memory/plane_address.h"
#include "memory/view.h"

namespace eugene::functions {

// Eight lanes of each coordinate.
using CoordinateLanes = std::array<const std::uint32_t*, kCoordinates>;

// Host addresses of pixels; null if a pixel is not written.
using PixelPlaces = std::array<std::byte*, memory::kPackedPixels>;

// Writes pixels of one image. Not shared between host threads.
class PixelWriter {
 public:
  // Returns nothing if the format needs pixels to be written one by one.
  static std::optional<PixelWriter> make(const memory::ImageLayout& image);

  // Writes the pixels of the lanes in `enabled`. Returns false if this is not the common case, or if memory is not
  // mapped or refuses the write: nothing or a part has been written, and the message must be executed pixel by pixel.
  // Prefetches the pixels of later messages if `runs` are those of the instruction; null: does not.
  bool write(memory::View& view, const CoordinateLanes& coordinates, std::uint32_t enabled,
             const memory::ComponentLanes& components, memory::PlaceRuns* runs);

  // Does what write() does if the pixels have level 0 and the image's memory begins at `first`, and does not trap host
  // faults.
  using PlaneCode = void (*)(const PixelWriter& writer, std::byte* first, const CoordinateLanes& coordinates,
                             std::uint32_t enabled, const memory::ComponentLanes& components, memory::PlaceRuns* runs);
  static PlaneCode plane_code();
  // Returns where the image's memory begins; null if write() writes the pixels one by one.
  std::byte* find_plane(memory::View& view) { return plane_ ? memory_.find(view) : nullptr; }

 private:
  struct Plane;
  explicit PixelWriter(const memory::ImageLayout& image);
  bool write_pixels(memory::View& view, const CoordinateLanes& coordinates, std::uint32_t enabled,
                    const memory::ComponentLanes& components) const;
  bool find_places(memory::View& view, const CoordinateLanes& coordinates, std::uint32_t enabled,
                   PixelPlaces& places) const;
  template <class Host>
  void write_plane(std::byte* first, const CoordinateLanes& coordinates, std::uint32_t enabled,
                   const memory::ComponentLanes& components, memory::PlaceRuns* runs) const;

  memory::ImageLayout image_;
  std::optional<memory::WordFormat> words_;  // if a pixel has at most four bytes
  bool has_dword_channels_;
  std::optional<memory::PlaneAddress> plane_;
  memory::ContiguousMemory memory_;  // of the plane
};

}  // namespace eugene::functions
