// Operations on vectors of eight (vector8.h) that the compiler's operators lack, for two kinds of hosts. Code with such
// operations is a template over the kind of host. call_for_host() compiles the template for both.
#pragma once

#include <immintrin.h>

#include "base/vector8.h"

namespace eugene {

struct AnyHost {
  // Whether the mask is -1 in any lane.
  static bool any(const I32x8& mask) { return eugene::any(mask); }
  // Returns a mask with a bit for each lane.
  static std::uint32_t bits(const I32x8& mask) {
    std::uint32_t bits = 0;
    for (unsigned lane = 0; lane < kVectorLanes; ++lane) bits |= (static_cast<std::uint32_t>(mask[lane]) & 1) << lane;
    return bits;
  }
  // Loads the dwords at base + place.
  static U32x8 gather(const std::byte* base, const U32x8& places) {
    return gather8(places, [=](std::uint32_t place) {
      std::uint32_t value;
      std::memcpy(&value, base + place, sizeof(value));
      return value;
    });
  }
  // Lane n of the result is lane index[n], modulo 8.
  static U32x8 permute(const U32x8& lanes, const U32x8& index) {
    return gather8(index, [&](std::uint32_t lane) { return lanes[lane % kVectorLanes]; });
  }
  // Stores the dwords whose mask is -1.
  static void store_some(std::byte* to, const U32x4& dwords, const U32x4& mask) {
    for (unsigned i = 0; i < 4; ++i) {
      const std::uint32_t dword = dwords[i];
      if (mask[i] != 0) std::memcpy(to + i * sizeof dword, &dword, sizeof dword);
    }
  }
  static F64x8 to_doubles(const F32x8& numbers) { return eugene::to_doubles(numbers); }
  static F32x8 to_floats(const F64x8& numbers) { return eugene::to_floats(numbers); }
  // Adds products that are exact.
  static void add_products(F64x8& sum, const F64x8& a, const F64x8& b) {
    sum.first += a.first * b.first;
    sum.last += a.last * b.last;
  }
  // Rounds fractions of `largest`, in [-1, 1] and at most 24 bits wide, to the nearest integer or the even one.
  static I32x8 scaled_integers(const F32x8& fractions, std::uint32_t largest) {
    constexpr double kUnits = 0x1.8p52;  // doubles of this size have no fraction
    using Integers [[gnu::vector_size(4 * sizeof(std::int32_t))]] = std::int32_t;
    const F64x8 numbers = eugene::to_doubles(fractions);
    const auto first =
        __builtin_convertvector((numbers.first * static_cast<double>(largest) + kUnits) - kUnits, Integers);
    const auto last =
        __builtin_convertvector((numbers.last * static_cast<double>(largest) + kUnits) - kUnits, Integers);
    return __builtin_shufflevector(first, last, 0, 1, 2, 3, 4, 5, 6, 7);
  }
  // Does the same with fractions of 255, in [0, 1].
  static U32x8 scaled_bytes(const F32x8& fractions) {
    constexpr std::uint32_t kLargest = 0xFF;
    return (U32x8)scaled_integers(fractions, kLargest);
  }
};

// Only GCC compiles what a function calls for the target of that function: clang inlines nothing into a function for
// another target, and refuses calls that pass such vectors. So code that clang compiles is for any host.
#if defined(__x86_64__) && !defined(__clang__)
#define EUGENE_AVX2 [[gnu::target("avx2,fma")]]
struct Avx2Host {
  EUGENE_AVX2 static std::uint32_t bits(const I32x8& mask) {
    return static_cast<std::uint32_t>(_mm256_movemask_ps((__m256)mask));
  }
  EUGENE_AVX2 static bool any(const I32x8& mask) { return _mm256_testz_si256((__m256i)mask, (__m256i)mask) == 0; }
  EUGENE_AVX2 static U32x8 gather(const std::byte* base, const U32x8& places) {
    return AnyHost::gather(base, places);  // AVX2's instruction is slower where it is microcode
  }
  EUGENE_AVX2 static U32x8 permute(const U32x8& lanes, const U32x8& index) {
    return (U32x8)_mm256_permutevar8x32_epi32((__m256i)lanes, (__m256i)index);
  }
  EUGENE_AVX2 static void store_some(std::byte* to, const U32x4& dwords, const U32x4& mask) {
    _mm_maskstore_epi32(reinterpret_cast<int*>(to), (__m128i)mask, (__m128i)dwords);
  }
  // For the functions in vector8.h, GCC 12 converts two numbers at a time.
  EUGENE_AVX2 static F64x8 to_doubles(const F32x8& numbers) {
    const auto all = (__m256)numbers;
    return {(F64x8::Half)_mm256_cvtps_pd(_mm256_castps256_ps128(all)),
            (F64x8::Half)_mm256_cvtps_pd(_mm256_extractf128_ps(all, 1))};
  }
  EUGENE_AVX2 static F32x8 to_floats(const F64x8& numbers) {
    return (F32x8)_mm256_set_m128(_mm256_cvtpd_ps((__m256d)numbers.last), _mm256_cvtpd_ps((__m256d)numbers.first));
  }
  EUGENE_AVX2 static void add_products(F64x8& sum, const F64x8& a, const F64x8& b) {
    sum.first = (F64x8::Half)_mm256_fmadd_pd((__m256d)a.first, (__m256d)b.first, (__m256d)sum.first);
    sum.last = (F64x8::Half)_mm256_fmadd_pd((__m256d)a.last, (__m256d)b.last, (__m256d)sum.last);
  }
  EUGENE_AVX2 static I32x8 scaled_integers(const F32x8& fractions, std::uint32_t largest) {
    // A fused product rounds once, to the unit of floats of this size.
    constexpr float kUnits = 0x1.8p23F;
    constexpr std::uint32_t kWidest = 1U << 21;
    if (largest > kWidest) return AnyHost::scaled_integers(fractions, largest);
    const __m256 sum =
        _mm256_fmadd_ps((__m256)fractions, _mm256_set1_ps(static_cast<float>(largest)), _mm256_set1_ps(kUnits));
    return __builtin_convertvector((F32x8)_mm256_sub_ps(sum, _mm256_set1_ps(kUnits)), I32x8);
  }
  EUGENE_AVX2 static U32x8 scaled_bytes(const F32x8& fractions) {
    // The fused product rounds as above. The integer is then in the low bits of the float.
    constexpr float kUnits = 0x1.8p23F, kLargest = 255;
    constexpr std::uint32_t kByte = 0xFF;
    return (U32x8)_mm256_fmadd_ps((__m256)fractions, _mm256_set1_ps(kLargest), _mm256_set1_ps(kUnits)) & kByte;
  }
};
#endif

// Whether this host can run code for Avx2Host.
inline bool is_avx2_host() {
#if defined(__x86_64__)
  static const bool is = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return is;
#else
  return false;
#endif
}

// Calls body.operator()<Host>(), with everything that it calls inlined and compiled for that kind of host.
template <class Body>
[[gnu::flatten]] void call_for_any_host(const Body& body) {
  body.template operator()<AnyHost>();
}
#ifdef EUGENE_AVX2
template <class Body>
EUGENE_AVX2 [[gnu::flatten]] void call_for_avx2(const Body& body) {
  body.template operator()<Avx2Host>();
}
#endif
template <class Body>
void call_for_host([[maybe_unused]] bool is_avx2, const Body& body) {
#ifdef EUGENE_AVX2
  if (is_avx2) return call_for_avx2(body);
#endif
  call_for_any_host(body);
}

}  // namespace eugene
