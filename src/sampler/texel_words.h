// Reads the dwords of texels of a plane (memory/plane_address.h), eight texels at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "base/transpose8.h"
#include "base/vector_host.h"
#include "memory/place_runs.h"
#include "memory/plane_address.h"

namespace eugene::sampler {

// Vector n has dword n of eight texels. A smaller texel is the low bits of its dword.
template <unsigned bytes>
using TexelWords = std::array<U32x8, (bytes + 3) / 4>;

// Reads the texels at `places` after `first`.
template <class Host, unsigned bytes>
TexelWords<bytes> read_texels(const std::byte* first, const U32x8& places) {
  if constexpr (bytes == 1) {
    return {gather8(places, [=](std::uint32_t place) { return load8<std::uint8_t>(first + place); })};
  } else if constexpr (bytes == 2) {
    return {gather8(places, [=](std::uint32_t place) { return load8<std::uint16_t>(first + place); })};
  } else if constexpr (bytes == 4) {
    return {Host::gather(first, places)};
  } else if constexpr (bytes == 8) {
    const auto texel = [&](unsigned lane) { return load8<std::uint64_t>(first + places[lane]); };
    return split_elements(U64x4{texel(0), texel(1), texel(2), texel(3)}, U64x4{texel(4), texel(5), texel(6), texel(7)});
  } else {
    static_assert(bytes == 16);
    std::array<U32x4, kVectorLanes> texels;
    for (unsigned lane = 0; lane < kVectorLanes; ++lane) texels[lane] = load8<U32x4>(first + places[lane]);
    return split_elements(texels);
  }
}

// In many kernels, lanes 0 to 3 read neighbouring texels of a row, and so do lanes 4 to 7, because the lanes of a
// thread are a row of work-items, or a block of four by four. If a texel has at most four bytes, one load of at most 16
// bytes reads the texels of four lanes: an aligned piece of 16 bytes of a row is contiguous in every tiling. Larger
// texels are loaded one by one, because fewer than four fit in a piece.
template <class Host, unsigned bytes>
class TexelsOfPlane {
 public:
  TexelsOfPlane(const memory::PlaneAddress& plane, const std::byte* first) : plane_(plane), first_(first) {}

  // Reads the texels at all `columns` of each of `rows`. Calls with(n, words) for column n % count and row n / count.
  // Negative columns and rows stand for 0 if `may_be_negative`.
  template <unsigned count, bool may_be_negative, class With>
  void read(const std::array<I32x8, count>& columns, const std::array<I32x8, count>& rows, memory::PlaceRuns* runs,
            const With& with) const {
    std::array<U32x8, count> column;
    std::array<U32x8, count> row;
    for (unsigned n = 0; n < count; ++n) {
      column[n] = plane_.column((U32x8)(may_be_negative ? columns[n] & (columns[n] >= 0) : columns[n]));
      row[n] = plane_.row((U32x8)(may_be_negative ? rows[n] & (rows[n] >= 0) : rows[n]));
    }
    if (runs != nullptr) {
      const U32x8 first = column[0] + row[0];
      runs->prefetch_next<memory::Access::read>(first_, first[0], first[kVectorLanes / 2]);
    }
    const bool are_fours = bytes <= 4 && has_fours(columns, rows);
    for (unsigned n = 0; n < count * count; ++n) {
      const U32x8 places = column[n % count] + row[n / count];
      with(n, are_fours ? read_rows(places) : read_texels<Host, bytes>(first_, places));
    }
  }

  static constexpr std::uint32_t kPiece = 16;  // contiguous bytes, if they are aligned

 private:
  // Returns lane 0 in lanes 0 to 3, and lane 4 in the others.
  template <class Vector>
  static Vector first_of_fours(const Vector& lanes) {
    return __builtin_shufflevector(lanes, lanes, 0, 0, 0, 0, 4, 4, 4, 4);
  }
  // Whether lanes 0 to 3 read four neighbouring texels of a row, and lanes 4 to 7 four others. Texels outside the level
  // are never neighbours: all of them have the column or the row kBorderTexel.
  template <std::size_t count>
  static bool has_fours(const std::array<I32x8, count>& columns, const std::array<I32x8, count>& rows) {
    constexpr U32x8 kInFours{0, 1, 2, 3, 0, 1, 2, 3};
    U32x8 differences{};
    for (const I32x8& column : columns) differences |= ((U32x8)column - (U32x8)first_of_fours(column)) ^ kInFours;
    for (const I32x8& row : rows) differences |= (U32x8)(row ^ first_of_fours(row));
    return !Host::any((I32x8)differences);
  }
  // Reads four texels of a row from each of the places of lanes 0 and 4.
  TexelWords<bytes> read_rows(const U32x8& places) const {
    if constexpr (bytes <= 4) {
      const std::uint32_t low = places[0];
      const std::uint32_t high = places[4];
      const auto ends_in_piece = [](std::uint32_t place) { return place % kPiece + 4 * bytes <= kPiece; };
      if (plane_.is_linear() || (ends_in_piece(low) && ends_in_piece(high))) return {read_fours(low, high)};
      if constexpr (bytes == 4) return {read_pieces(places)};
    }
    return read_texels<Host, bytes>(first_, places);
  }
  // Reads four contiguous texels at each of the two places.
  U32x8 read_fours(std::uint32_t low, std::uint32_t high) const {
    using Texel =
        std::conditional_t<bytes == 1, std::uint8_t, std::conditional_t<bytes == 2, std::uint16_t, std::uint32_t>>;
    using Four [[gnu::vector_size(4 * sizeof(Texel))]] = Texel;
    const auto four = [&](std::uint32_t place) { return __builtin_convertvector(load8<Four>(first_ + place), U32x4); };
    return join(four(low), four(high));
  }
  // Reads four texels of a row, which are in two pieces, from each of the places of lanes 0 and 4. Both pieces have a
  // texel that is read, so they are in the surface's memory.
  U32x8 read_pieces(const U32x8& places) const {
    // Returns the pieces with the first and the last texel of four.
    const auto pieces_of = [&](unsigned lane) {
      const auto piece = [&](std::uint32_t place) { return load8<U32x4>(first_ + place / kPiece * kPiece); };
      return join(piece(places[lane]), piece(places[lane + 3]));
    };
    const U32x8 dwords = ((first_of_fours(places) & (kPiece - 1)) >> 2) + U32x8{0, 1, 2, 3, 0, 1, 2, 3};  // of pieces
    return __builtin_shufflevector(Host::permute(pieces_of(0), dwords), Host::permute(pieces_of(4), dwords), 0, 1, 2, 3,
                                   12, 13, 14, 15);
  }
  static U32x8 join(const U32x4& a, const U32x4& b) { return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7); }

  const memory::PlaneAddress& plane_;
  const std::byte* first_;
};

}  // namespace eugene::sampler
