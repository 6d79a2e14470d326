#include "sampler/plain_plane.h"

#include <algorithm>

#include "sampler/all_coordinates.h"

namespace eugene::sampler {
namespace {

// The only kind with code for hosts without AVX2, because such code is several times as long as the same code with
// AVX2.
constexpr TexelKind kUnorm8{ChannelSource::unorm, 8, 4};

// Calls `body` for the host. find_kind() finds kinds other than kUnorm8 only on hosts with AVX2, so these kinds need no
// other code.
template <TexelKind kind, class Body>
void call_for_kind(bool is_avx2, const Body& body) {
  if constexpr (kind == kUnorm8) return call_for_host(is_avx2, body);
#ifdef EUGENE_AVX2
  return call_for_avx2(body);
#endif
}

// Calls `with` for each kind that has code, until it returns true.
template <TexelKind... kinds, class With>
void find_among(const With& with) {
  static_cast<void>((with.template operator()<kinds>() || ...));
}
template <class With>
void find_kind([[maybe_unused]] bool is_avx2, const With& with) {
  using enum ChannelSource;
#ifdef EUGENE_AVX2
  if (is_avx2) {
    return find_among<kUnorm8, TexelKind{dword, 32, 4}, TexelKind{dword, 32, 8}, TexelKind{dword, 32, 16},
                      TexelKind{uint, 8, 4}, TexelKind{sint, 8, 4}, TexelKind{half, 16, 8}, TexelKind{unorm, 8, 1},
                      TexelKind{unorm, 8, 2}, TexelKind{uint, 8, 1}, TexelKind{unorm, 16, 2}, TexelKind{uint, 16, 2},
                      TexelKind{sint, 16, 2}, TexelKind{unorm, 16, 8}, TexelKind{uint, 16, 8}, TexelKind{sint, 16, 8}>(
        with);
  }
#endif
  find_among<kUnorm8>(with);
}

}  // namespace

template <AddressMode mode, TexelKind kind, bool linear>
void PlainTexture::sample_plane(const std::byte* bytes, const std::array<const float*, 3>& at, std::uint8_t channels,
                                unsigned lanes, const TexelLanes& to, LaneRuns* runs) const {
  call_for_kind<kind>(is_avx2_, [&]<class Host>() {
    const AllCoordinates<F32x8> all(at, lanes);
    const PlaneLanes<Host, mode, kind> eight(*this, bytes);
    for (unsigned first = 0; first < lanes; first += kVectorLanes) {
      const auto& coordinates = all.eight[first / kVectorLanes];
      if constexpr (linear)
        eight.sample_linear(coordinates, channels, first, to, runs);
      else
        eight.sample_nearest(coordinates, channels, first, to, runs);
    }
  });
}

template <TexelKind kind>
void PlainTexture::load_plane(const std::byte* bytes, const std::array<const std::int32_t*, 3>& at,
                              std::uint8_t channels, unsigned lanes, const TexelLanes& to, LaneRuns* runs) const {
  call_for_kind<kind>(is_avx2_, [&]<class Host>() {
    const AllCoordinates<I32x8> all(at, lanes);
    const PlaneLanes<Host, AddressMode::border, kind> eight(*this, bytes);
    for (unsigned first = 0; first < lanes; first += kVectorLanes)
      eight.load(all.eight[first / kVectorLanes], channels, first, to, runs);
  });
}

bool PlainTexture::has_kind(TexelKind kind) const {
  return texel_bytes_ == kind.bytes && std::ranges::all_of(channels_, [kind](const Channel& channel) {
           return channel.source == ChannelSource::constant ||
                  (channel.source == kind.source && channel.bits == kind.bits);
         });
}

template <TexelKind kind>
PlainTexture::SamplePlane PlainTexture::find_sample_plane() const {
  const auto has = [&](AddressMode mode) {
    return axes_[0].mode == mode && axes_[1].mode == mode && has_fast_path(axes_[0]) && has_fast_path(axes_[1]);
  };
  const auto choose_filter = [&]<AddressMode mode>() -> SamplePlane {
    if constexpr (!is_integer(kind.source)) {
      if (linear_) return &PlainTexture::sample_plane<mode, kind, true>;
    }
    return &PlainTexture::sample_plane<mode, kind, false>;
  };
  if (has(AddressMode::clamp)) return choose_filter.template operator()<AddressMode::clamp>();
  if (has(AddressMode::wrap)) return choose_filter.template operator()<AddressMode::wrap>();
  if (has(AddressMode::border) && has_plain_border_) return choose_filter.template operator()<AddressMode::border>();
  return nullptr;
}

void PlainTexture::find_plane_code() {
  sample_plane_ = nullptr;
  load_plane_ = nullptr;
  if (!plane_ || axis_count_ != 2) return;
  find_kind(is_avx2_, [&]<TexelKind kind>() {
    if (!has_kind(kind)) return false;
    // Texels are loaded by pieces, which may be partly outside the surface's memory. An aligned piece does not cross a
    // page, so that its other part exists too.
    constexpr auto kPiece = TexelsOfPlane<AnyHost, kind.bytes>::kPiece;
    if (!plane_->is_linear() && base_ % kPiece != 0) return true;
    sample_plane_ = find_sample_plane<kind>();
    load_plane_ = &PlainTexture::load_plane<kind>;
    return true;
  });
}

}  // namespace eugene::sampler
