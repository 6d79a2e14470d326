#include "sampler/plain_unorm8.h"

#include "sampler/all_coordinates.h"

namespace eugene::sampler {

template <AddressMode mode, bool linear>
void PlainTexture::sample_unorm8(const std::byte* bytes, const std::array<const float*, 3>& at, std::uint8_t channels,
                                 unsigned lanes, const TexelLanes& to, LaneRuns* runs) const {
  call_for_host(is_avx2_, [&]<class Host>() {
    const AllCoordinates<F32x8> all(at, lanes);
    const Unorm8Lanes<Host, mode> eight(*this, bytes);
    for (unsigned first = 0; first < lanes; first += kVectorLanes) {
      const auto& coordinates = all.eight[first / kVectorLanes];
      if constexpr (linear)
        eight.sample_linear(coordinates, channels, first, to, runs);
      else
        eight.sample_nearest(coordinates, channels, first, to, runs);
    }
  });
}

PlainTexture::Sample PlainTexture::find_sample_unorm8() const {
  const auto has = [&](AddressMode mode) {
    return axes_[0].mode == mode && axes_[1].mode == mode && has_fast_path(axes_[0]) && has_fast_path(axes_[1]);
  };
  const auto choose_filter = [&]<AddressMode mode>() -> Sample {
    return linear_ ? &PlainTexture::sample_unorm8<mode, true> : &PlainTexture::sample_unorm8<mode, false>;
  };
  if (!is_unorm8_ || !plane_ || axis_count_ != 2) return nullptr;
  constexpr unsigned kPiece = 16;  // a run is loaded by such pieces, which must not pass the end of a tile
  if (!plane_->is_linear() && base_ % kPiece != 0) return nullptr;
  if (has(AddressMode::clamp)) return choose_filter.operator()<AddressMode::clamp>();
  if (has(AddressMode::wrap)) return choose_filter.operator()<AddressMode::wrap>();
  if (has(AddressMode::border) && has_plain_border_) return choose_filter.operator()<AddressMode::border>();
  return nullptr;
}

}  // namespace eugene::sampler
