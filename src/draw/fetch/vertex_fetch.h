// Makes vertices like the vertex fetcher: rows of four dwords, one row for each vertex element (SKL PRM vol2d,
// VERTEX_BUFFER_STATE, VERTEX_ELEMENT_STATE, 3DSTATE_VF_INSTANCING, 3DSTATE_VF_SGVS).
#pragma once

#include <cstdint>
#include <vector>

#include "base/diagnostic.h"
#include "draw/state/state_3d.h"
#include "memory/format.h"
#include "memory/view.h"

namespace eugene::draw {

using Vertex = std::vector<memory::Pixel>;

// The vertex of a draw.
struct VertexPlace {
  std::uint32_t index = 0;           // of its data; the base vertex is included
  std::uint32_t id = 0;              // VertexID
  std::uint32_t instance = 0;        // InstanceID, from 0 in each draw
  std::uint32_t first_instance = 0;  // Start Instance Location
};

// A vertex beyond its buffer reads as zeros. Fails if memory is not mapped, or a format does not consist of whole
// channels.
Result<Vertex> fetch_vertex(const State3d& state, const VertexPlace& place, memory::View& memory);

}  // namespace eugene::draw
