#include "eu/execute/half_lanes.h"

#include <immintrin.h>

#include "eu/execute/lanes.h"
#include "sem/half.h"

namespace eugene::eu {

namespace {

const bool kHasConversions = __builtin_cpu_supports("avx2") != 0;  // F16C came before AVX2

[[gnu::target("f16c")]] void widen_by_host(std::span<float> floats, const std::byte* halves) {
  for (std::size_t i = 0; i < floats.size(); i += kGroup) {
    const auto* from = reinterpret_cast<const __m128i*>(halves + i * sizeof(sem::Half));
    _mm256_storeu_ps(&floats[i], _mm256_cvtph_ps(_mm_loadu_si128(from)));
  }
}
[[gnu::target("f16c")]] void narrow_by_host(std::byte* halves, std::span<const float> floats) {
  for (std::size_t i = 0; i < floats.size(); i += kGroup) {
    auto* to = reinterpret_cast<__m128i*>(halves + i * sizeof(sem::Half));
    _mm_storeu_si128(to, _mm256_cvtps_ph(_mm256_loadu_ps(&floats[i]), _MM_FROUND_CUR_DIRECTION));
  }
}

}  // namespace

EUGENE_VECTOR_LOOPS void widen_halves_portably(std::span<float> floats, const std::byte* halves) {
  float* to = floats.data();
  for (std::size_t i = 0; i < floats.size(); ++i) to[i] = sem::half_to_float(lane_at<sem::Half>(halves, i));
}
EUGENE_VECTOR_LOOPS void narrow_to_halves_portably(std::byte* halves, std::span<const float> floats) {
  const float* from = floats.data();
#pragma GCC ivdep
  for (std::size_t i = 0; i < floats.size(); ++i) set_lane(halves, i, sem::float_to_half(from[i]));
}

void widen_halves(std::span<float> floats, const std::byte* halves) {
  (kHasConversions ? widen_by_host : widen_halves_portably)(floats, halves);
}
void narrow_to_halves(std::byte* halves, std::span<const float> floats) {
  (kHasConversions ? narrow_by_host : narrow_to_halves_portably)(halves, floats);
}

}  // namespace eugene::eu
