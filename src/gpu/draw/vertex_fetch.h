// Makes vertices like the vertex fetcher: rows of four dwords, one row for each vertex element (SKL PRM vol2d,
// VERTEX_BUFFER_STATE, VERTEX_ELEMENT_STATE, 3DSTATE_VF_SGVS).
#pragma once

#include <cstdint>
#include <vector>

#include "base/diagnostic.h"
#include "gpu/pipeline/state_3d.h"
#include "memory/format.h"
#include "memory/view.h"

namespace eugene::gpu {

using Vertex = std::vector<memory::Pixel>;

// Returns vertex `index` of instance `instance`, without an index buffer. A vertex beyond its buffer reads as zeros.
// Fails if memory is not mapped, or a format does not consist of whole channels.
Result<Vertex> fetch_vertex(const State3d& state, std::uint32_t index, std::uint32_t instance, memory::View& memory);

}  // namespace eugene::gpu
