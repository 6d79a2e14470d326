#include "draw/state/dynamic_state.h"

#include <fmt/format.h>

#include <bit>
#include <span>

#include "base/bits.h"

namespace eugene::draw {
namespace {

constexpr std::string_view kStateSection = "SKL PRM vol2d, structures of the 3D pipeline";

template <std::size_t Count>
Result<std::array<std::uint32_t, Count>> read_dwords(std::uint64_t address, memory::View& memory) {
  std::array<std::uint32_t, Count> dwords{};
  if (memory.read(address, std::as_writable_bytes(std::span(dwords)))) return dwords;
  return fail(fmt::format("state of the 3D pipeline: address {:#x} is not mapped", memory.bad_address()),
              std::string(kStateSection));
}

BlendEquation read_equation(std::uint32_t source, std::uint32_t destination, std::uint32_t function) {
  return {.source = static_cast<BlendFactor>(source),
          .destination = static_cast<BlendFactor>(destination),
          .function = static_cast<BlendFunction>(function)};
}

TargetBlend read_target(std::uint32_t first, std::uint32_t second, bool has_own_alpha) {
  TargetBlend target;
  target.blends = bit(first, 31);
  target.color = read_equation(bits(first, 30, 26), bits(first, 25, 21), bits(first, 20, 18));
  target.alpha =
      has_own_alpha ? read_equation(bits(first, 17, 13), bits(first, 12, 8), bits(first, 7, 5)) : target.color;
  // The write disables of blue, green, red and alpha, from bit 0 on.
  const auto kept = [&](unsigned from, unsigned to) { return (first >> from & 1) << to; };
  target.kept_channels = static_cast<std::uint8_t>(kept(2, 0) | kept(1, 1) | kept(0, 2) | kept(3, 3));
  target.clamps_result = bit(second, 0);
  target.clamps_source = bit(second, 1);
  target.clamp_range = static_cast<std::uint8_t>(bits(second, 3, 2));
  target.has_logic = bit(second, 31);
  target.logic = static_cast<std::uint8_t>(bits(second, 30, 27));
  return target;
}

}  // namespace

Result<Viewport> read_viewport(const State3d& state, std::uint64_t dynamic_base, std::uint32_t index,
                               memory::View& memory) {
  constexpr std::uint32_t kDwords = 16, kDepthDwords = 2;
  const auto dw = read_dwords<kDwords>(dynamic_base + state.sf_clip_viewports + index * kDwords * 4, memory);
  if (!dw) return std::unexpected(dw.error());
  const auto depths = read_dwords<kDepthDwords>(dynamic_base + state.cc_viewports + index * kDepthDwords * 4, memory);
  if (!depths) return std::unexpected(depths.error());
  const auto number = [&dw](std::size_t at) { return std::bit_cast<float>((*dw)[at]); };
  return Viewport{.scale = {number(0), number(1), number(2)},
                  .offset = {number(3), number(4), number(5)},
                  .guardband = {number(8), number(9), number(10), number(11)},
                  .extents = {number(12), number(13), number(14), number(15)},
                  .min_depth = std::bit_cast<float>((*depths)[0]),
                  .max_depth = std::bit_cast<float>((*depths)[1])};
}

Result<Scissor> read_scissor(const State3d& state, std::uint64_t dynamic_base, std::uint32_t index,
                             memory::View& memory) {
  constexpr std::uint32_t kDwords = 2;
  const auto dw = read_dwords<kDwords>(dynamic_base + state.scissors + index * kDwords * 4, memory);
  if (!dw) return std::unexpected(dw.error());
  return Scissor{.left = bits((*dw)[0], 15, 0),
                 .top = bits((*dw)[0], 31, 16),
                 .right = bits((*dw)[1], 15, 0),
                 .bottom = bits((*dw)[1], 31, 16)};
}

Result<BlendState> read_blend_state(const State3d& state, std::uint64_t dynamic_base, memory::View& memory) {
  BlendState blend;
  if (state.blend_state) {
    const std::uint64_t header = dynamic_base + *state.blend_state;
    const auto dw = read_dwords<1>(header, memory);
    if (!dw) return std::unexpected(dw.error());
    const bool has_own_alpha = bit((*dw)[0], 30);
    blend.turns_alpha_to_coverage = state.turns_alpha_to_coverage && bit((*dw)[0], 31);
    blend.alpha_test.enabled = state.has_alpha_test && bit((*dw)[0], 27);
    blend.alpha_test.function = static_cast<Compare>(bits((*dw)[0], 26, 24));
    for (std::size_t i = 0; i < blend.targets.size(); ++i) {
      const auto entry = read_dwords<2>(header + 4 + 8 * i, memory);
      if (!entry && i == 0) return std::unexpected(entry.error());
      if (!entry) break;  // programs allocate only the entries of their targets
      blend.targets[i] = read_target((*entry)[0], (*entry)[1], has_own_alpha);
    }
  }
  if (state.color_calc_state) {
    constexpr std::size_t kDwords = 6;
    const auto dw = read_dwords<kDwords>(dynamic_base + *state.color_calc_state, memory);
    if (!dw) return std::unexpected(dw.error());
    blend.alpha_test.is_unorm8 = !bit((*dw)[0], 0);
    blend.alpha_test.reference = (*dw)[1];
    for (std::size_t c = 0; c < blend.constant.size(); ++c) blend.constant[c] = std::bit_cast<float>((*dw)[2 + c]);
  }
  return blend;
}

}  // namespace eugene::draw
