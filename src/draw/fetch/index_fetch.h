// Reads indices of vertices from the index buffer (SKL PRM vol2a 3DSTATE_INDEX_BUFFER).
#pragma once

#include <cstdint>
#include <vector>

#include "base/diagnostic.h"
#include "draw/state/state_3d.h"
#include "memory/view.h"

namespace eugene::draw {

// Returns `count` indices from number `first` on. Indices beyond the buffer are 0. Fails if memory is not mapped.
Result<std::vector<std::uint32_t>> fetch_indices(const IndexBuffer& buffer, std::uint32_t first, std::uint32_t count,
                                                 memory::View& memory);

}  // namespace eugene::draw
