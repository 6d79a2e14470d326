// Samples the most common kind of texture: a plane (memory/plane_address.h) whose texels are four UNORM bytes, with the
// same address mode for both axes. PlainTexture's other code (plain_eight.h) tests formats and modes while it runs, so
// that code is long. The code here is compiled for one filter and one address mode. So a message executes short code,
// which fits in the processor's caches together with the kernel's code.
//
// Neighbouring lanes of many kernels read neighbouring texels of a row. Such a run is loaded by 16 bytes, which are
// contiguous in every tiling, instead of texel by texel. Included by the file that compiles it.
#pragma once

#include <array>
#include <cstring>

#include "base/vector_host.h"
#include "sampler/axis_lanes.h"
#include "sampler/channel_lanes.h"
#include "sampler/plain.h"

namespace eugene::sampler {

template <class Host, AddressMode mode>
class PlainTexture::Unorm8Lanes {
 public:
  Unorm8Lanes(const PlainTexture& texture, const std::byte* bytes)
      : texture_(texture), plane_(*texture.plane_), bytes_(bytes) {}

  // Compute the texels of eight lanes, from lane `first` on. Only `channels` are written.
  void sample_nearest(const std::array<F32x8, 3>& at, std::uint8_t channels, unsigned first, const TexelLanes& to,
                      LaneRuns* runs) const {
    const std::array column{find_nearest<Host, mode>(texture_.axes_[0], at[0])};
    const std::array row{find_nearest<Host, mode>(texture_.axes_[1], at[1])};
    const I32x8 outside = column[0] | row[0];  // negative if outside
    std::array<U32x8, 1> words;
    read<1>(column, row, words, run_of(runs, first));
    for_channels(channels,
                 [&](unsigned i, unsigned shift) { store8(to[i] + first, texels(i, words[0], shift, outside)); });
  }
  void sample_linear(const std::array<F32x8, 3>& at, std::uint8_t channels, unsigned first, const TexelLanes& to,
                     LaneRuns* runs) const {
    std::array<AxisLanes, 2> found;
    std::array<std::array<F32x8, 2>, 2> parts;  // weights
    for (unsigned axis = 0; axis < 2; ++axis) {
      find_texels<Host, mode>(texture_.axes_[axis], at[axis], true, found[axis]);
      parts[axis] = weights_of(found[axis]);
    }
    const auto& [columns, rows] = found;
    std::array<U32x8, kCorners> words;
    read<2>(columns.texel, rows.texel, words, run_of(runs, first));
    std::array<I32x8, kCorners> outside;
    std::array<F64x8, kCorners> weights;
    for (unsigned n = 0; n < kCorners; ++n) {
      const unsigned x = n % 2;
      const unsigned y = n / 2;
      outside[n] = columns.texel[x] | rows.texel[y];
      weights[n] = Host::to_doubles(parts[1][y] * parts[0][x]);
    }
    for_channels(channels, [&](unsigned i, unsigned shift) {
      F64x8 sum{};
      for (unsigned n = 0; n < kCorners; ++n)
        Host::add_products(sum, Host::to_doubles((F32x8)texels(i, words[n], shift, outside[n])), weights[n]);
      store8(to[i] + first, float_bits(Host::to_floats(sum)));
    });
  }

 private:
  static constexpr unsigned kCorners = 4;  // texels that a linear filter blends
  static constexpr bool kHasBorder = mode == AddressMode::border;

  static U32x8 inside(const I32x8& texel) { return (U32x8)(kHasBorder ? texel & (texel >= 0) : texel); }
  static U32x8 first_of(const U32x8& lanes) { return __builtin_shufflevector(lanes, lanes, 0, 0, 0, 0, 0, 0, 0, 0); }

  template <class With>
  void for_channels(std::uint8_t channels, const With& with) const {
    for (unsigned i = 0; i < 4; ++i) {
      if ((channels >> i & 1) != 0) with(i, texture_.channels_[i].shift);
    }
  }
  U32x8 texels(unsigned channel, const U32x8& word, unsigned shift, const I32x8& outside) const {
    const U32x8 values = unorm_values(word >> shift & 0xFF);
    return kHasBorder ? choose(outside < 0, U32x8{} + texture_.border_[channel], values) : values;
  }

  // Whether the lanes' texels are consecutive.
  static bool is_run(const U32x8& column) {
    constexpr U32x8 kNext{0, 1, 2, 3, 4, 5, 6, 7};
    return !Host::any((I32x8)((column - first_of(column)) ^ kNext));
  }
  static bool is_equal(const U32x8& row) { return !Host::any((I32x8)(row ^ first_of(row))); }
  static memory::PlaceRuns* run_of(LaneRuns* runs, unsigned first) {
    return runs == nullptr ? nullptr : &(*runs)[first / kVectorLanes];
  }
  // Reads the texels at all `columns` of each of `rows`.
  template <unsigned count>
  void read(const std::array<I32x8, count>& columns, const std::array<I32x8, count>& rows,
            std::array<U32x8, std::size_t{count} * count>& words, memory::PlaceRuns* runs) const {
    std::array<U32x8, count> column;
    std::array<U32x8, count> row;
    bool are_runs = true;
    for (unsigned n = 0; n < count; ++n) {
      column[n] = inside(columns[n]);
      row[n] = inside(rows[n]);
      are_runs = are_runs && is_run(column[n]) && is_equal(row[n]);
    }
    if (are_runs) {
      for (unsigned n = 0; n < words.size(); ++n) words[n] = read_run(column[n % count][0], row[n / count][0]);
      if (runs != nullptr) prefetch_next(plane_.column(column[0]) + plane_.row(row[0]), *runs);
      return;
    }
    for (unsigned n = 0; n < count; ++n) {
      column[n] = plane_.column(column[n]);
      row[n] = plane_.row(row[n]);
    }
    for (unsigned n = 0; n < words.size(); ++n) words[n] = Host::gather(bytes_, column[n % count] + row[n / count]);
    if (runs != nullptr) prefetch_next(column[0] + row[0], *runs);
  }
  void prefetch_next(const U32x8& places, memory::PlaceRuns& runs) const {
    runs.prefetch_next<memory::Access::read>(bytes_, places[0], places[kVectorLanes / 2]);
  }
  U32x8 read_run(std::uint32_t column, std::uint32_t row) const {
    const std::byte* in_row = bytes_ + plane_.row(row);
    const std::uint32_t at = plane_.byte_in_row(column);
    if (plane_.is_linear()) return load8<U32x8>(in_row + at);
    // Each piece has a texel of the run, so it is in the surface's memory.
    constexpr std::uint32_t kPiece = sizeof(U32x4);
    const auto piece = [&](unsigned n) {
      return load8<U32x4>(in_row + plane_.place_in_row(at / kPiece * kPiece + n * kPiece));
    };
    const auto join = [](const U32x4& a, const U32x4& b) {
      return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
    };
    const U32x4 middle = piece(1);
    const U32x8 start = join(piece(0), middle);
    const std::uint32_t skipped = at % kPiece / sizeof(std::uint32_t);
    if (skipped == 0) return start;
    const U32x8 from = U32x8{0, 1, 2, 3, 4, 5, 6, 7} + skipped;
    return choose((I32x8)(from < 8), Host::permute(start, from), Host::permute(join(middle, piece(2)), from - 4));
  }

  const PlainTexture& texture_;
  const memory::PlaneAddress& plane_;
  const std::byte* bytes_;
};

}  // namespace eugene::sampler
