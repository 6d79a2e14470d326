// Clears of depth and stencil buffers, in the two ways that drivers use.
//
// A GPU clears a depth buffer fast by 3DSTATE_WM_HZ_OP: it marks blocks of the hierarchical depth buffer (HiZ) as
// having the clear value, when the next PIPE_CONTROL writes something (SKL PRM vol7 "Hierarchical Depth Buffer", "Depth
// Buffer Clear"). Eugene never reads HiZ. It writes the value into the depth buffer at once, as for fast clears of
// colour (fast_clear.h), and a resolve has nothing left to do. Clears that HiZ cannot do (parts of blocks, stencil
// values under a mask) are drawn as a rectangle without a pixel shader, whose depth or stencil test always passes and
// writes.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "base/diagnostic.h"
#include "draw/state/state_3d.h"
#include "memory/view.h"

namespace eugene::gpu {

// Whether a 3DPRIMITIVE would write only to a depth or stencil buffer.
bool writes_depth_alone(const draw::State3d& draw);

// Draws the 3DPRIMITIVE `command`, a rectangle without a pixel shader. An error is an unsupported property of the draw,
// or the error of `still_wanted`, which is polled.
Result<void> draw_depth(std::span<const std::uint32_t> command, const draw::State3d& draw, memory::View& memory,
                        const std::function<Result<void>()>& still_wanted);

// Executes 3DSTATE_WM_HZ_OP, at a PIPE_CONTROL that writes. Does nothing if no operation is set.
Result<void> run_hz_operation(const draw::State3d& draw, memory::View& memory,
                              const std::function<Result<void>()>& still_wanted);

}  // namespace eugene::gpu
