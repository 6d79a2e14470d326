// Where a buffer is that a kernel names by its index in the binding table.
#pragma once

#include <cstdint>
#include <optional>

#include "gpu/schedule/observation.h"
#include "memory/surface.h"

namespace eugene::gpu {

// The surface state with that index in the binding table, before the dispatch runs. Nothing: it cannot be read.
std::optional<memory::SurfaceState> surface_state(const ObservedDispatch& dispatch, unsigned binding);

// Address of its first byte, before the dispatch runs. Nothing: there is no such buffer.
std::optional<std::uint64_t> buffer_address(const ObservedDispatch& dispatch, unsigned binding);

}  // namespace eugene::gpu
