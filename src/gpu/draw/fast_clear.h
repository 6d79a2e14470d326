// Draws that change a render target's auxiliary surface instead of its pixels: fast clears and resolves (SKL PRM vol7
// "MCS Buffer for Render Target(s)").
//
// A GPU clears fast by noting in a few bits of the auxiliary surface that a block of pixels has the colour of the
// surface state; a resolve writes that colour into the pixels, for readers that do not use the auxiliary surface.
// Eugene never reads auxiliary surfaces. A fast clear writes the colour into the pixels at once, so every reader sees
// it, and a resolve has nothing left to do. Keeping the bits would only delay the same writes, and every message to a
// surface with an auxiliary one would have to test them first.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "base/diagnostic.h"
#include "draw/state/state_3d.h"
#include "gpu/schedule/work/work.h"
#include "isa/gen.h"
#include "memory/view.h"

namespace eugene::gpu {

enum class TargetOperation : std::uint8_t { draw, fast_clear, resolve };
// The operation of a 3DPRIMITIVE on its render target.
TargetOperation target_operation(const draw::State3d& draw);

// Executes the 3DPRIMITIVE `command`, a fast clear. An error is an unsupported property of the clear, or the error of
// `still_wanted`, which is polled.
Result<void> clear_target(const isa::Gen& gen, std::span<const std::uint32_t> command, const PipelineState& state,
                          memory::View& memory, const std::function<Result<void>()>& still_wanted);

}  // namespace eugene::gpu
