// OpenCL C's integer builtins on the host, written from the specification (6.15.3): the reference for
// integer_ops.inc. Wide arithmetic is 128 bits, so no width needs a case of its own.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace suite::opencl {

using uchar = std::uint8_t;
using ushort = std::uint16_t;
using uint = std::uint32_t;
using ulong = std::uint64_t;
__extension__ using Wide = __int128;

template <class T>
constexpr int kBits = 8 * sizeof(T);

template <class T>
T saturate(Wide value) {
  return static_cast<T>(std::clamp(value, static_cast<Wide>(std::numeric_limits<T>::min()),
                                   static_cast<Wide>(std::numeric_limits<T>::max())));
}

template <class T>
auto abs(T x) {
  return static_cast<std::make_unsigned_t<T>>(x < 0 ? -static_cast<Wide>(x) : static_cast<Wide>(x));
}
template <class T>
auto abs_diff(T x, T y) {
  const Wide difference = static_cast<Wide>(x) - y;
  return static_cast<std::make_unsigned_t<T>>(difference < 0 ? -difference : difference);
}
template <class T>
T add_sat(T x, T y) {
  return saturate<T>(static_cast<Wide>(x) + y);
}
template <class T>
T sub_sat(T x, T y) {
  return saturate<T>(static_cast<Wide>(x) - y);
}
template <class T>
T hadd(T x, T y) {
  return static_cast<T>((static_cast<Wide>(x) + y) >> 1);
}
template <class T>
T rhadd(T x, T y) {
  return static_cast<T>((static_cast<Wide>(x) + y + 1) >> 1);
}
template <class T>
T clamp(T x, T low, T high) {
  return std::min(std::max(x, low), high);
}
template <class T>
T clz(T x) {
  return static_cast<T>(std::countl_zero(static_cast<std::make_unsigned_t<T>>(x)));
}
template <class T>
T ctz(T x) {
  return static_cast<T>(std::countr_zero(static_cast<std::make_unsigned_t<T>>(x)));
}
template <class T>
T popcount(T x) {
  return static_cast<T>(std::popcount(static_cast<std::make_unsigned_t<T>>(x)));
}
template <class T>
T mul_hi(T x, T y) {
  if constexpr (std::is_unsigned_v<T>) {
    __extension__ using UnsignedWide = unsigned __int128;
    return static_cast<T>((static_cast<UnsignedWide>(x) * y) >> kBits<T>);
  }
  return static_cast<T>((static_cast<Wide>(x) * y) >> kBits<T>);
}
template <class T>
T mad_hi(T x, T y, T z) {
  return static_cast<T>(mul_hi(x, y) + z);
}
template <class T>
T mad_sat(T x, T y, T z) {
  if constexpr (std::is_same_v<T, ulong>) {  // the one product that 128 signed bits do not hold
    const ulong high = mul_hi(x, y), low = x * y;
    return high != 0 || low + z < low ? std::numeric_limits<ulong>::max() : low + z;
  }
  return saturate<T>(static_cast<Wide>(x) * y + z);
}
template <class T>
T rotate(T x, T y) {
  using U = std::make_unsigned_t<T>;
  return static_cast<T>(std::rotl(static_cast<U>(x), static_cast<int>(static_cast<U>(y) % kBits<T>)));
}
template <class T>
T max(T x, T y) {
  return std::max(x, y);
}
template <class T>
T min(T x, T y) {
  return std::min(x, y);
}

}  // namespace suite::opencl
