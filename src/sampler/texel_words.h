// Reads the dwords of texels of a plane (memory/plane_address.h), eight texels at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "base/transpose8.h"
#include "base/vector_host.h"
#include "memory/place_runs.h"
#include "memory/plane_address.h"

namespace eugene::sampler {

// Vector n has dword n of eight texels. A smaller texel is the low bits of its dword.
template <unsigned bytes>
using TexelWords = std::array<U32x8, (bytes + 3) / 4>;

template <class T>
T load_as(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof(value));
  return value;
}

// Reads the texels at `places` after `first`.
template <class Host, unsigned bytes>
TexelWords<bytes> read_texels(const std::byte* first, const U32x8& places) {
  if constexpr (bytes == 1) {
    return {gather8(places, [=](std::uint32_t place) { return load_as<std::uint8_t>(first + place); })};
  } else if constexpr (bytes == 2) {
    return {gather8(places, [=](std::uint32_t place) { return load_as<std::uint16_t>(first + place); })};
  } else if constexpr (bytes == 4) {
    return {Host::gather(first, places)};
  } else if constexpr (bytes == 8) {
    const auto texel = [&](unsigned lane) { return load_as<std::uint64_t>(first + places[lane]); };
    return split_elements(U64x4{texel(0), texel(1), texel(2), texel(3)}, U64x4{texel(4), texel(5), texel(6), texel(7)});
  } else {
    static_assert(bytes == 16);
    std::array<U32x4, kVectorLanes> texels;
    for (unsigned lane = 0; lane < kVectorLanes; ++lane) texels[lane] = load_as<U32x4>(first + places[lane]);
    return split_elements(texels);
  }
}

// Neighbouring lanes of many kernels read neighbouring texels of a row. Such a run of texels of at most four bytes is
// loaded by 16 bytes, which are contiguous in every tiling. Larger texels are loaded one by one: few fit in 16 bytes.
template <class Host, unsigned bytes>
class TexelsOfPlane {
 public:
  TexelsOfPlane(const memory::PlaneAddress& plane, const std::byte* first) : plane_(plane), first_(first) {}

  // Reads the texels at all `columns` of each of `rows`, and calls `with` for each of these combinations: the number of
  // a row is its factor `count`. Negative columns and rows stand for 0 if `may_be_negative`.
  template <unsigned count, bool may_be_negative, class With>
  void read(const std::array<I32x8, count>& columns, const std::array<I32x8, count>& rows, memory::PlaceRuns* runs,
            const With& with) const {
    std::array<U32x8, count> column;
    std::array<U32x8, count> row;
    bool are_runs = kHasRuns;
    for (unsigned n = 0; n < count; ++n) {
      column[n] = (U32x8)(may_be_negative ? columns[n] & (columns[n] >= 0) : columns[n]);
      row[n] = (U32x8)(may_be_negative ? rows[n] & (rows[n] >= 0) : rows[n]);
      are_runs = are_runs && is_run(column[n]) && is_equal(row[n]);
    }
    if constexpr (kHasRuns) {
      if (are_runs) {
        for (unsigned n = 0; n < count * count; ++n)
          with(n, TexelWords<bytes>{read_run(column[n % count][0], row[n / count][0])});
        if (runs != nullptr) prefetch_next(plane_.column(column[0]) + plane_.row(row[0]), *runs);
        return;
      }
    }
    for (unsigned n = 0; n < count; ++n) {
      column[n] = plane_.column(column[n]);
      row[n] = plane_.row(row[n]);
    }
    for (unsigned n = 0; n < count * count; ++n)
      with(n, read_texels<Host, bytes>(first_, column[n % count] + row[n / count]));
    if (runs != nullptr) prefetch_next(column[0] + row[0], *runs);
  }

 private:
  static constexpr bool kHasRuns = bytes <= 4;
  static constexpr std::uint32_t kPiece = 16;  // contiguous bytes, if they are aligned

  static U32x8 first_of(const U32x8& lanes) { return __builtin_shufflevector(lanes, lanes, 0, 0, 0, 0, 0, 0, 0, 0); }
  // Whether the lanes' texels are consecutive.
  static bool is_run(const U32x8& column) {
    constexpr U32x8 kNext{0, 1, 2, 3, 4, 5, 6, 7};
    return !Host::any((I32x8)((column - first_of(column)) ^ kNext));
  }
  static bool is_equal(const U32x8& row) { return !Host::any((I32x8)(row ^ first_of(row))); }

  void prefetch_next(const U32x8& places, memory::PlaceRuns& runs) const {
    runs.prefetch_next<memory::Access::read>(first_, places[0], places[kVectorLanes / 2]);
  }
  U32x8 read_run(std::uint32_t column, std::uint32_t row) const {
    const std::byte* in_row = first_ + plane_.row(row);
    const std::uint32_t at = plane_.byte_in_row(column);
    if constexpr (bytes == 4)
      return plane_.is_linear() ? load8<U32x8>(in_row + at) : read_pieces(in_row, at);
    else
      return read_small(in_row, at);
  }
  // Loads the piece of a row that has byte `at`. If the piece has a texel of a run, it is in the surface's memory.
  U32x4 load_piece(const std::byte* in_row, std::uint32_t at) const {
    return load_as<U32x4>(in_row + plane_.place_in_row(at / kPiece * kPiece));
  }
  // Reads a run of dwords that has at least two pieces.
  U32x8 read_pieces(const std::byte* in_row, std::uint32_t at) const {
    const auto join = [](const U32x4& a, const U32x4& b) {
      return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
    };
    const U32x4 middle = load_piece(in_row, at + kPiece);
    const U32x8 start = join(load_piece(in_row, at), middle);
    const std::uint32_t skipped = at % kPiece / sizeof(std::uint32_t);
    if (skipped == 0) return start;
    const U32x4 end = load_piece(in_row, at + 2 * kPiece);
    const U32x8 from = U32x8{0, 1, 2, 3, 4, 5, 6, 7} + skipped;
    return choose((I32x8)(from < 8), Host::permute(start, from), Host::permute(join(middle, end), from - 4));
  }
  // Reads a run of smaller texels, which are in one or two pieces.
  U32x8 read_small(const std::byte* in_row, std::uint32_t at) const {
    using Texel = std::conditional_t<bytes == 1, std::uint8_t, std::uint16_t>;
    using Texels [[gnu::vector_size(kVectorLanes * sizeof(Texel))]] = Texel;
    const auto widen = [](const std::byte* from) { return __builtin_convertvector(load_as<Texels>(from), U32x8); };
    if (plane_.is_linear()) return widen(in_row + at);
    const std::uint32_t skipped = at % kPiece;
    if (skipped + sizeof(Texels) <= kPiece) return widen(in_row + plane_.place_in_row(at));
    std::array<std::byte, std::size_t{2} * kPiece> pieces;
    store8(pieces.data(), load_piece(in_row, at));
    store8(pieces.data() + kPiece, load_piece(in_row, at + kPiece));
    return widen(pieces.data() + skipped);
  }

  const memory::PlaneAddress& plane_;
  const std::byte* first_;
};

}  // namespace eugene::sampler
