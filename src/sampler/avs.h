// "AVS", the video scaler of sample_8x8: filters up to eight texels in each direction. The coefficients depend on the
// position of the pixel between two texels (SNB PRM vol4 part1 and BDW PRM vol7 "sample_8x8" and its SAMPLER_STATE).
//
// A position has 32 phases between texels. A table has coefficients of phases 0 to 16; a later phase uses the
// coefficients of the mirrored phase in reverse order. Only bypassed adaptive filtering is supported: the state's
// sharpness is then the weight of the table, and linear interpolation has the rest of the weight.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/diagnostic.h"
#include "memory/texel.h"
#include "memory/view.h"

namespace eugene::sampler {

inline constexpr unsigned kAvsTaps = 8;  // texels -3 to 4, relative to the texel that contains the position
inline constexpr unsigned kAvsPhases = 32;

// Coefficients in 1/64. Their sum is 64 or close to it.
using AvsCoefficients = std::array<std::array<std::int8_t, kAvsTaps>, kAvsPhases>;

struct AvsState {
  struct Table {
    AvsCoefficients x{}, y{};
  };
  Table luma;            // for the green channel
  Table chroma;          // for the other channels
  bool nearest = false;  // use the nearest texel instead of a table
};

// Positions of the state's parts, in dwords.
struct AvsLayout {
  unsigned dwords;                   // up to the last dword that is read
  std::uint8_t table_pointer_dword;  // Gen6: dword with the address of the tables; 0: the tables are in the state
  std::uint16_t tables_dword;        // of the tables, relative to their address
  std::uint16_t sharpness_dword;
  bool interleaved;  // coefficients of x and y alternate
};
extern const AvsLayout kGen6Avs;
extern const AvsLayout kGen9Avs;
inline constexpr unsigned kMaxAvsDwords = 160;

// Decodes a state. `state` has the sampler state's dwords, `tables` the dwords at the tables' address (on Gen9, the
// state itself). Fails for image enhancement, chroma keys and adaptive filtering.
Result<AvsState> decode_avs(const AvsLayout& layout, std::span<const std::uint32_t> state,
                            std::span<const std::uint32_t> tables);

// A grid of pixels: begins at `u`, `v` (normalised), with steps `du` and `dv`. Each step in u is `ddu` longer than the
// previous one.
struct AvsGrid {
  float u = 0, v = 0, du = 0, dv = 0, ddu = 0;
};

// Four channels, red to alpha, as 8-bit numbers with 8 fraction bits. avs_pixel() sets `mapped` to false if a texel is
// not mapped; such texels are zeros.
struct AvsPixel {
  std::array<std::uint16_t, 4> channel{};
};
AvsPixel avs_pixel(const AvsState& state, const memory::TexelReader& reader, memory::View& view, const AvsGrid& grid,
                   unsigned column, unsigned row, unsigned channels, bool& mapped);

}  // namespace eugene::sampler
