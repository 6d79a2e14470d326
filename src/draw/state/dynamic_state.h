// State of a draw that commands only point to, in memory from Dynamic State Base Address on (public Gen9 command
// descriptions: SF_CLIP_VIEWPORT, CC_VIEWPORT, SCISSOR_RECT, BLEND_STATE, COLOR_CALC_STATE).
#pragma once

#include <array>
#include <cstdint>

#include "base/diagnostic.h"
#include "draw/state/state_3d.h"
#include "memory/view.h"

namespace eugene::draw {

// SF_CLIP_VIEWPORT.
struct Viewport {
  std::array<float, 3> scale{}, offset{};  // viewport matrix: m00, m11, m22, and m30, m31, m32
  std::array<float, 4> guardband{};        // minimum and maximum of x, minimum and maximum of y, in units of w
  std::array<float, 4> extents{};          // the same for the pixels of the viewport
  float min_depth = 0, max_depth = 1;      // CC_VIEWPORT
};

// SCISSOR_RECT; `right` and `bottom` are inclusive.
struct Scissor {
  std::uint32_t left = 0, top = 0, right = 0, bottom = 0;
};

enum class BlendFactor : std::uint8_t {
  one = 1,
  source_color,
  source_alpha,
  destination_alpha,
  destination_color,
  source_alpha_saturate,
  constant_color,
  constant_alpha,
  source1_color,
  source1_alpha,
  zero = 17,
  one_minus_source_color,
  one_minus_source_alpha,
  one_minus_destination_alpha,
  one_minus_destination_color,
  one_minus_constant_color = 23,
  one_minus_constant_alpha,
  one_minus_source1_color,
  one_minus_source1_alpha,
};
enum class BlendFunction : std::uint8_t { add, subtract, reverse_subtract, min, max };

// How colours, or alphas, are combined.
struct BlendEquation {
  BlendFactor source = BlendFactor::one, destination = BlendFactor::zero;
  BlendFunction function = BlendFunction::add;
};

// BLEND_STATE_ENTRY: the blending of one render target.
struct TargetBlend {
  bool blends = false;
  BlendEquation color, alpha;
  std::uint8_t kept_channels = 0;  // bit c: channel c is not written
  bool clamps_source = false, clamps_result = false;
  std::uint8_t clamp_range = 0;  // Color Clamp Range
  bool has_logic = false;
  std::uint8_t logic = 0;  // Logic Op Function
};

// The alpha test of BLEND_STATE, with the reference of COLOR_CALC_STATE.
struct AlphaTest {
  bool enabled = false;
  Compare function = Compare::always;
  bool is_unorm8 = false;  // the alpha is rounded to 8 bits, like the reference
  std::uint32_t reference = 0;
};

// BLEND_STATE and the constants of COLOR_CALC_STATE.
struct BlendState {
  static constexpr std::size_t kTargets = 8;
  std::array<TargetBlend, kTargets> targets{};
  std::array<float, 4> constant{};
  AlphaTest alpha_test;
  bool turns_alpha_to_coverage = false;

  // Whether the alpha of target 0 decides which pixels live.
  bool reads_alpha() const { return alpha_test.enabled || turns_alpha_to_coverage; }
};

// An error names the address that is not mapped.
Result<Viewport> read_viewport(const State3d& state, std::uint64_t dynamic_base, std::uint32_t index,
                               memory::View& memory);
Result<Scissor> read_scissor(const State3d& state, std::uint64_t dynamic_base, std::uint32_t index,
                             memory::View& memory);
Result<BlendState> read_blend_state(const State3d& state, std::uint64_t dynamic_base, memory::View& memory);

}  // namespace eugene::draw
