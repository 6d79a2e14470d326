// Clears of depth and stencil buffers, the two ways in which drivers ask for them.
//
// A GPU clears a depth buffer fast by 3DSTATE_WM_HZ_OP, which marks blocks of the hierarchical depth buffer (HiZ) as
// having the clear value, and does it when the next PIPE_CONTROL writes something (SKL PRM vol7 "Hierarchical Depth
// Buffer", "Depth Buffer Clear"). As with fast clears of colour (fast_clear.h) the value is written into the depth
// buffer at once here, since nobody looks at the hierarchical one; so what resolves it has nothing left to do. What HiZ
// cannot do, parts of blocks or stencil values under a mask, is a rectangle without a pixel shader, whose depth or
// stencil test always passes and writes.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "base/diagnostic.h"
#include "gpu/draw/state_3d.h"
#include "memory/view.h"

namespace eugene::gpu {

// Whether a 3DPRIMITIVE would write to a depth or stencil buffer and nothing else.
bool writes_depth_alone(const State3d& draw);

// The rectangle without a pixel shader that the 3DPRIMITIVE `command` is. An error says what about it is not supported,
// or what `still_wanted` says, which is asked from time to time.
Result<void> draw_depth(std::span<const std::uint32_t> command, const State3d& draw, memory::View& memory,
                        const std::function<Result<void>()>& still_wanted);

// What 3DSTATE_WM_HZ_OP asks for, at a PIPE_CONTROL that writes; nothing if it asks for nothing.
Result<void> run_hz_operation(const State3d& draw, memory::View& memory,
                              const std::function<Result<void>()>& still_wanted);

}  // namespace eugene::gpu
