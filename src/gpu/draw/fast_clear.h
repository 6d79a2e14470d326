// Draws that change a render target's auxiliary surface instead of its pixels: fast clears and resolves (SKL PRM vol7
// "MCS Buffer for Render Target(s)").
//
// A GPU clears fast by noting for each block of pixels that it has the colour which the surface state says, in a few
// bits of the auxiliary surface; a resolve writes that colour into the pixels for those who do not look there. Here
// nobody looks at auxiliary surfaces. So a fast clear writes the colour into the pixels at once, what anybody reads who
// looks at a cleared block, and a resolve finds nothing left to do. Keeping the bits would only delay the same writes,
// and make every message to a surface with an auxiliary one look there first.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "base/diagnostic.h"
#include "gpu/draw/state_3d.h"
#include "gpu/schedule/dispatch.h"
#include "isa/gen.h"
#include "memory/view.h"

namespace eugene::gpu {

enum class TargetOperation : std::uint8_t { draw, fast_clear, resolve };
// What a 3DPRIMITIVE does to its render target.
TargetOperation target_operation(const State3d& draw);

// The fast clear that the 3DPRIMITIVE `command` is. An error says what about it is not supported, or what
// `still_wanted` says, which is asked from time to time.
Result<void> clear_target(const isa::Gen& gen, std::span<const std::uint32_t> command, const PipelineState& state,
                          memory::View& memory, const std::function<Result<void>()>& still_wanted);

}  // namespace eugene::gpu
