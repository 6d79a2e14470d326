// The two functions of PlainTexture that compute texels.
#include "sampler/all_coordinates.h"
#include "sampler/plain_eight.h"

namespace eugene::sampler {
namespace {

template <class T>
PlaneCall plane_call(const std::byte* bytes, const std::array<const T*, 3>& at, std::uint8_t channels, unsigned lanes,
                     const TexelLanes& to, LaneRuns* runs) {
  const auto dwords = [](const T* numbers) { return reinterpret_cast<const std::uint32_t*>(numbers); };
  return {.bytes = bytes,
          .at = {dwords(at[0]), dwords(at[1]), dwords(at[2])},
          .to = to,
          .runs = runs,
          .lanes = lanes,
          .channels = channels};
}

}  // namespace

bool PlainTexture::load(memory::View& view, const std::array<const std::int32_t*, 3>& at, std::uint8_t channels,
                        unsigned lanes, const TexelLanes& to, LaneRuns* runs) {
  const std::byte* bytes = surface(view);
  if (bytes == nullptr) return false;
  if (load_plane_ != nullptr) {
    load_plane_(*this, plane_call(bytes, at, channels, lanes, to, runs));
    return true;
  }
  call_for_host(is_avx2_, [&]<class Host>() {
    const AllCoordinates<I32x8> all(at, lanes);
    for (unsigned first = 0; first < lanes; first += kVectorLanes)
      EightLanes<Host>(*this, bytes).load(all.eight[first / kVectorLanes], channels, first, to);
  });
  return true;
}

bool PlainTexture::sample(memory::View& view, const std::array<const float*, 3>& at, std::uint8_t channels,
                          unsigned lanes, const TexelLanes& to, LaneRuns* runs) {
  const std::byte* bytes = surface(view);
  if (bytes == nullptr) return false;
  if (sample_plane_ != nullptr) {
    sample_plane_(*this, plane_call(bytes, at, channels, lanes, to, runs));
    return true;
  }
  call_for_host(is_avx2_, [&]<class Host>() {
    const AllCoordinates<F32x8> all(at, lanes);
    const EightLanes<Host> eight(*this, bytes);
    const auto each = [&]<bool linear, unsigned axes>() {
      for (unsigned first = 0; first < lanes; first += kVectorLanes)
        eight.template sample<linear, axes>(all.eight[first / kVectorLanes], channels, first, to, runs);
    };
    if (axis_count_ == 3) {
      linear_ ? each.template operator()<true, 3>() : each.template operator()<false, 3>();
    } else {
      linear_ ? each.template operator()<true, 2>() : each.template operator()<false, 2>();
    }
  });
  return true;
}

}  // namespace eugene::sampler
