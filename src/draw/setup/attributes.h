// The attributes of a triangle, as pixel shaders get them (SKL PRM vol2a 3DSTATE_SBE, 3DSTATE_SBE_SWIZ; vol7, pixel
// shader payload, attribute setup data).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "draw/state/state_3d.h"
#include "eu/thread.h"
#include "memory/format.h"

namespace eugene::draw {

using VertexRows = std::span<const memory::Pixel>;

struct AttributeSource {
  std::array<VertexRows, 3> vertices;
  unsigned provoking = 0;  // vertex of constant attributes
  bool is_back = false;
  bool is_point = false;  // the weights of the second and the third vertex are a place in the point's square
  std::uint32_t primitive_id = 0;
};

// Appends two registers for each attribute, four dwords for each component: the differences of the second and the
// third vertex from the first, a dword that is not used, and the first vertex's value. Rows that a vertex does not have
// are zeros.
void append_attributes(const Attributes& attributes, const AttributeSource& source, std::vector<eu::Grf>& to);

}  // namespace eugene::draw
