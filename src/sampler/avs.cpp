#include "sampler/avs.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/bits.h"

namespace eugene::sampler {
namespace {

constexpr unsigned kStoredPhases = 17;
constexpr unsigned kPhaseDwords = 8;
constexpr unsigned kFirstTap = 3;    // taps before the texel that contains the position
constexpr unsigned kFirstInner = 2;  // index of the second table's first tap
constexpr unsigned kInnerTaps = 4;
constexpr int kUnit = 64;  // a coefficient of 1.0
constexpr unsigned kFullSharpness = 255;
constexpr double kTexelUnit = 255.0 * 256.0;  // a channel of 1.0, as an 8-bit number with 8 fraction bits

std::int8_t extract_byte(std::span<const std::uint32_t> dwords, unsigned byte) {
  return static_cast<std::int8_t>(dwords[byte / 4] >> byte % 4 * 8);
}

// Returns the coefficients of one direction in a phase of 32 bytes. It has eight coefficients of the first table per
// direction, then those of the second table (`chroma`).
std::array<std::int8_t, kAvsTaps> read_taps(const AvsLayout& layout, std::span<const std::uint32_t> phase, bool chroma,
                                            bool vertical) {
  std::array<std::int8_t, kAvsTaps> taps{};
  // The second table has four taps, though Gen6 stores eight.
  for (unsigned tap = chroma ? kFirstInner : 0; tap < (chroma ? kFirstInner + kInnerTaps : kAvsTaps); ++tap) {
    // Gen6 has four groups of eight. Gen9 has pairs of x and y, then the inner four taps of the second table.
    const unsigned grouped = (chroma ? 16U : 0U) + (vertical ? 8U : 0U) + tap;
    const unsigned paired = chroma ? 16U + (vertical ? 8U : 0U) + tap : 2 * tap + (vertical ? 1U : 0U);
    taps[tap] = extract_byte(phase, layout.interleaved ? paired : grouped);
  }
  return taps;
}

AvsCoefficients make_table(const AvsLayout& layout, std::span<const std::uint32_t> tables, bool chroma, bool vertical,
                           unsigned sharpness) {
  AvsCoefficients result{};
  for (unsigned phase = 0; phase < kAvsPhases; ++phase) {
    const bool mirrored = phase >= kStoredPhases;
    const unsigned stored = mirrored ? kAvsPhases - phase : phase;
    const auto sharp =
        read_taps(layout, tables.subspan(layout.tables_dword + stored * kPhaseDwords, kPhaseDwords), chroma, vertical);
    for (unsigned tap = 0; tap < kAvsTaps; ++tap) {
      const int linear = tap == kFirstTap       ? kUnit - static_cast<int>(2 * phase)
                         : tap == kFirstTap + 1 ? static_cast<int>(2 * phase)
                                                : 0;
      const int from_table = sharp[mirrored ? kAvsTaps - 1 - tap : tap];
      const int level = static_cast<int>(sharpness);
      constexpr int kLevels = kFullSharpness;
      const int sum = from_table * level + linear * (kLevels - level);
      result[phase][tap] = static_cast<std::int8_t>(std::floor(sum / double{kLevels} + 0.5));
    }
  }
  return result;
}

// A texel, and a phase in 1/32 of a texel.
struct AvsPosition {
  std::int64_t texel = 0;
  unsigned phase = 0;
};
AvsPosition compute_position(double coordinate, std::uint32_t size) {
  constexpr double kLimit = 1e9;
  const double scaled = coordinate * size * kAvsPhases;
  const double whole = std::isnan(scaled) ? 0 : std::floor(std::clamp(scaled, -kLimit, kLimit) + 0.5);
  const auto at = static_cast<std::int64_t>(whole);
  return {at >> 5, static_cast<unsigned>(at & (kAvsPhases - 1))};
}

std::uint32_t clamped(std::int64_t texel, std::uint32_t size) {
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(texel, 0, std::int64_t{size} - 1));
}

}  // namespace

constexpr AvsLayout kGen6Avs{
    .dwords = 16, .table_pointer_dword = 1, .tables_dword = 0, .sharpness_dword = 136, .interleaved = false};
constexpr AvsLayout kGen9Avs{
    .dwords = 154, .table_pointer_dword = 0, .tables_dword = 16, .sharpness_dword = 152, .interleaved = true};

Result<AvsState> decode_avs(const AvsLayout& layout, std::span<const std::uint32_t> state,
                            std::span<const std::uint32_t> tables) {
  AvsState result;
  const bool is_separate = layout.table_pointer_dword != 0;
  const std::uint32_t modes = tables[layout.sharpness_dword + 1U];
  if (!bit(modes, 21) || !bit(modes, 22)) return fail("sample_8x8 with adaptive filtering is not supported");
  if (is_separate ? bit(state[0], 18) : bit(state[0], 30)) return fail("sample_8x8 with a chroma key is not supported");
  if (is_separate && !bit(state[0], 29)) return fail("sample_8x8 with image enhancement is not supported");
  result.nearest = is_separate && bit(state[0], 31);
  const unsigned sharpness = bits(tables[layout.sharpness_dword], 31, 24);
  const auto table = [&](bool chroma) {
    return AvsState::Table{.x = make_table(layout, tables, chroma, false, sharpness),
                           .y = make_table(layout, tables, chroma, true, sharpness)};
  };
  // Gen9 uses the first table for no channel, for green or for all channels. Gen6 always uses it for green.
  const unsigned eight_taps = is_separate ? 1 : bits(state[3], 29, 28);
  result.luma = table(eight_taps == 0);
  result.chroma = eight_taps >= 2 ? result.luma : table(true);
  return result;
}

AvsPixel avs_pixel(const AvsState& state, const memory::TexelReader& reader, memory::View& view, const AvsGrid& grid,
                   unsigned column, unsigned row, unsigned channels, bool& mapped) {
  const memory::TexelExtent size = reader.extent(0);
  const double i = column;
  const double u = double{grid.u} + i * double{grid.du} + i * (i - 1) / 2 * double{grid.ddu};
  const double v = double{grid.v} + row * double{grid.dv};
  AvsPosition x = compute_position(u, size.width);
  AvsPosition y = compute_position(v, size.height);
  if (state.nearest) x.phase = y.phase = 0;
  std::array<std::int64_t, 4> sum{};
  for (unsigned down = 0; down < kAvsTaps; ++down) {
    for (unsigned across = 0; across < kAvsTaps; ++across) {
      const std::int64_t luma = state.luma.x[x.phase][across] * state.luma.y[y.phase][down];
      const std::int64_t chroma = state.chroma.x[x.phase][across] * state.chroma.y[y.phase][down];
      if ((luma | chroma) == 0) continue;
      memory::Pixel texel{};
      if (!reader.fetch(view,
                        {.x = clamped(x.texel + across - kFirstTap, size.width),
                         .y = clamped(y.texel + down - kFirstTap, size.height)},
                        texel)) {
        mapped = false;
        texel = {};
      }
      texel = memory::select_channels(reader.surface(), reader.format(), texel);
      for (unsigned channel = 0; channel < 4; ++channel) {
        if ((channels >> channel & 1) == 0) continue;
        const double value = std::bit_cast<float>(texel[channel]) * kTexelUnit;
        sum[channel] += (channel == 1 ? luma : chroma) * static_cast<std::int64_t>(std::rint(value));
      }
    }
  }
  AvsPixel pixel;
  for (unsigned channel = 0; channel < 4; ++channel) {
    constexpr std::int64_t kHalf = kUnit * kUnit / 2;
    pixel.channel[channel] =
        static_cast<std::uint16_t>(std::clamp<std::int64_t>((sum[channel] + kHalf) >> 12, 0, 0xFFFF));
  }
  return pixel;
}

}  // namespace eugene::sampler
