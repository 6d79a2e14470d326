// Clears of depth and stencil buffers by 3DSTATE_WM_HZ_OP.
//
// A GPU clears a depth buffer fast by marking blocks of the hierarchical depth buffer (HiZ) as having the clear value,
// when the next PIPE_CONTROL writes something (SKL PRM vol7 "Hierarchical Depth Buffer", "Depth Buffer Clear"). Eugene
// never reads HiZ. It writes the value into the depth buffer at once, as for fast clears of colour (fast_clear.h), and
// a resolve has nothing left to do. Clears that HiZ cannot do (parts of blocks, stencil values under a mask) are draws.
#pragma once

#include <functional>

#include "base/diagnostic.h"
#include "draw/state/state_3d.h"
#include "memory/view.h"

namespace eugene::gpu {

// Executes 3DSTATE_WM_HZ_OP, at a PIPE_CONTROL that writes. Does nothing if no operation is set. An error is an
// unsupported property of the clear, or the error of `still_wanted`, which is polled.
Result<void> run_hz_operation(const draw::State3d& draw, memory::View& memory,
                              const std::function<Result<void>()>& still_wanted);

}  // namespace eugene::gpu
