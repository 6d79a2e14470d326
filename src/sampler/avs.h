// The video scaler of sample_8x8, "AVS": a filter of up to eight texels in each direction, whose coefficients depend on
// the position of the pixel between two texels (SNB PRM vol4 part1 and BDW PRM vol7 "sample_8x8", SAMPLER_STATE for
// it).
//
// A position has 32 phases between texels. A table has coefficients of phases 0 to 16; later phases use those of the
// mirrored phase, in reverse. Only bypassed adaptive filtering is supported: the state's sharpness is then the weight
// of the table, and linear interpolation has the rest.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/diagnostic.h"
#include "memory/texel.h"
#include "memory/view.h"

namespace eugene::sampler {

inline constexpr unsigned kAvsTaps = 8;  // texels -3 to 4 from that which a position is in
inline constexpr unsigned kAvsPhases = 32;

// Coefficients in 1/64, which add up to 64 or nearly so.
using AvsCoefficients = std::array<std::array<std::int8_t, kAvsTaps>, kAvsPhases>;

struct AvsState {
  struct Table {
    AvsCoefficients x{}, y{};
  };
  Table luma;            // of the green channel
  Table chroma;          // of the others
  bool nearest = false;  // neither
};

// How a generation stores the state: dwords.
struct AvsLayout {
  unsigned dwords;                   // with all that is read
  std::uint8_t table_pointer_dword;  // Gen6: where the address of the tables lies; 0: they follow in the state
  std::uint16_t tables_dword;        // of the tables, from their address
  std::uint16_t sharpness_dword;
  bool interleaved;  // coefficients of x and y alternate
};
extern const AvsLayout kGen6Avs;
extern const AvsLayout kGen9Avs;
inline constexpr unsigned kMaxAvsDwords = 160;

// `state`: the sampler state's dwords; `tables`: what the tables' address points to (on Gen9 the state itself). An
// error for what is not supported: image enhancement, chroma keys, adaptive filtering.
Result<AvsState> decode_avs(const AvsLayout& layout, std::span<const std::uint32_t> state,
                            std::span<const std::uint32_t> tables);

// Pixels from `u`, `v` (normalised), `du` and `dv` apart; each step in u is `ddu` longer than the one before.
struct AvsGrid {
  float u = 0, v = 0, du = 0, dv = 0, ddu = 0;
};

// Four channels, red to alpha, as 8-bit numbers with 8 fraction bits. `address` becomes the first one that is not
// mapped; texels there are zeros.
struct AvsPixel {
  std::array<std::uint16_t, 4> channel{};
};
AvsPixel avs_pixel(const AvsState& state, const memory::TexelReader& reader, memory::View& view, const AvsGrid& grid,
                   unsigned column, unsigned row, unsigned channels, bool& mapped);

}  // namespace eugene::sampler
