#include "sampler/plain_plane.h"

#include <algorithm>

#include "sampler/all_coordinates.h"

namespace eugene::sampler {
namespace {

// The only kind with code for hosts without AVX2, because such code is several times as long as the same code with
// AVX2.
constexpr TexelKind kUnorm8{ChannelSource::unorm, 8, 4};

// Functions that do Work, with everything that it calls inlined and compiled for the kind of host.
template <class Work>
[[gnu::flatten]] void run_for_any_host(const PlainTexture& texture, const PlaneCall& call) {
  Work::template run<AnyHost>(texture, call);
}
#ifdef EUGENE_AVX2
template <class Work>
EUGENE_AVX2 [[gnu::flatten]] void run_for_avx2(const PlainTexture& texture, const PlaneCall& call) {
  Work::template run<Avx2Host>(texture, call);
}
#endif
// Returns the function for the host. find_kind() finds kinds other than kUnorm8 only on hosts with AVX2, so these kinds
// need no other code.
template <TexelKind kind, class Work>
PlainTexture::PlaneCode code_for_host([[maybe_unused]] bool is_avx2) {
#ifdef EUGENE_AVX2
  if (is_avx2) return &run_for_avx2<Work>;
#endif
  if constexpr (kind == kUnorm8) return &run_for_any_host<Work>;
  return nullptr;
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
struct PlainTexture::SamplePlane {
  template <class Host>
  static void run(const PlainTexture& texture, const PlaneCall& call) {
    const AllCoordinates<F32x8> all(call.at, call.lanes);
    const PlaneLanes<Host, mode, kind> eight(texture, call.bytes);
    for (unsigned first = 0; first < call.lanes; first += kVectorLanes) {
      const auto& coordinates = all.eight[first / kVectorLanes];
      if constexpr (linear)
        eight.sample_linear(coordinates, call.channels, first, call.to, call.runs);
      else
        eight.sample_nearest(coordinates, call.channels, first, call.to, call.runs);
    }
  }
};

template <TexelKind kind>
struct PlainTexture::LoadPlane {
  template <class Host>
  static void run(const PlainTexture& texture, const PlaneCall& call) {
    const AllCoordinates<I32x8> all(call.at, call.lanes);
    const PlaneLanes<Host, AddressMode::border, kind> eight(texture, call.bytes);
    for (unsigned first = 0; first < call.lanes; first += kVectorLanes)
      eight.load(all.eight[first / kVectorLanes], call.channels, first, call.to, call.runs);
  }
};

bool PlainTexture::has_kind(TexelKind kind) const {
  return texel_bytes_ == kind.bytes && std::ranges::all_of(channels_, [kind](const Channel& channel) {
           return channel.source == ChannelSource::constant ||
                  (channel.source == kind.source && channel.bits == kind.bits);
         });
}

template <TexelKind kind>
PlainTexture::PlaneCode PlainTexture::find_sample_plane() const {
  const auto has = [&](AddressMode mode) {
    return axes_[0].mode == mode && axes_[1].mode == mode && has_fast_path(axes_[0]) && has_fast_path(axes_[1]);
  };
  const auto choose_filter = [&]<AddressMode mode>() {
    if constexpr (!is_integer(kind.source)) {
      if (linear_) return code_for_host<kind, SamplePlane<mode, kind, true>>(is_avx2_);
    }
    return code_for_host<kind, SamplePlane<mode, kind, false>>(is_avx2_);
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
    load_plane_ = code_for_host<kind, LoadPlane<kind>>(is_avx2_);
    return true;
  });
}

}  // namespace eugene::sampler
