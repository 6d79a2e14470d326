// Finds buffers that a kernel names by an index in the binding table.
#pragma once

#include <cstdint>
#include <optional>

#include "gpu/schedule/observe/observation.h"
#include "memory/surface.h"

namespace eugene::gpu {

// Returns the surface state at index `binding` of the binding table, before the dispatch runs; nothing if it cannot be
// read.
std::optional<memory::SurfaceState> surface_state(const ObservedDispatch& dispatch, unsigned binding);

// Returns the address of the buffer's first byte, before the dispatch runs; nothing if no such buffer exists.
std::optional<std::uint64_t> buffer_address(const ObservedDispatch& dispatch, unsigned binding);

}  // namespace eugene::gpu
