// Reads single texels of any surface.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/diagnostic.h"
#include "memory/blocks/block_cache.h"
#include "memory/format.h"
#include "memory/image_layout.h"
#include "memory/surface.h"
#include "memory/view.h"

namespace eugene::memory {

// Addresses of fetched texels: of the luma in planar YUV, of the containing block in compressed formats.
struct FetchedTexels {
  bool with_bytes = false;
  std::vector<std::uint64_t> addresses;
  std::vector<std::byte> bytes;  // with_bytes: format.bytes bytes for each address; zeros if it is not mapped
};

// Reads texels of one surface. Decisions that depend only on its state are made in make(). Not shared between host
// threads.
class TexelReader {
 public:
  // Fails for surfaces without a layout (image_layout.h). Null surfaces are allowed: their texels are zeros.
  static Result<TexelReader> make(const SurfaceState& surface);

  const SurfaceState& surface() const { return layout_.surface(); }
  const ImageLayout& layout() const { return layout_; }
  const PixelFormat& format() const { return layout_.format(); }  // R32G32B32A32_FLOAT for a null surface
  TexelExtent extent(unsigned level) const { return layout_.extent(level); }
  unsigned levels() const { return layout_.levels(); }  // including those below the minimum LOD

  // Fetches a texel as the EU sees it, before the surface's channel selects. Normalised, float and depth formats give
  // floats (sRGB is linear), others integers. Absent colours are 0, absent alpha is 1. YUV gives V, Y, U and 1. Outside
  // the surface, the result is the format's out-of-bounds pixel. Returns false if memory is not mapped; see
  // `view.bad_address()`.
  bool fetch(View& view, const TexelPlace& place, Pixel& texel) const {
    if (!layout_.contains(place)) {
      texel = outside_;
      return true;
    }
    if (fetched_ != nullptr) [[unlikely]]
      record(view, place);
    return fetch_(*this, view, place, texel);
  }
  // Adds each texel fetched from now on to `fetched`. Null disables this.
  void watch(FetchedTexels* fetched) { fetched_ = fetched; }

 private:
  using Fetch = bool (*)(const TexelReader& reader, View& view, const TexelPlace& place, Pixel& texel);

  TexelReader(const ImageLayout& layout, Fetch how);
  static Fetch choose_fetch(const ImageLayout& layout);
  static bool fetch_null(const TexelReader& reader, View& view, const TexelPlace& place, Pixel& texel);
  static bool fetch_pixel(const TexelReader& reader, View& view, const TexelPlace& place, Pixel& texel);
  static bool fetch_block(const TexelReader& reader, View& view, const TexelPlace& place, Pixel& texel);
  static bool fetch_packed_yuv(const TexelReader& reader, View& view, const TexelPlace& place, Pixel& texel);
  static bool fetch_planar_yuv(const TexelReader& reader, View& view, const TexelPlace& place, Pixel& texel);
  void record(View& view, const TexelPlace& place) const;
  std::uint64_t address(const TexelPlace& place) const { return surface().base + layout_.offset(place); }

  ImageLayout layout_;
  Fetch fetch_;
  Pixel outside_;
  mutable BlockCache blocks_;
  FetchedTexels* fetched_ = nullptr;
};

// Applies the surface's channel selects to `texel` (SKL PRM vol2d, RENDER_SURFACE_STATE, Shader Channel Select).
Pixel select_channels(const SurfaceState& surface, const PixelFormat& format, const Pixel& texel);

}  // namespace eugene::memory
