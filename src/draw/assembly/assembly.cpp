#include "draw/assembly/assembly.h"

namespace eugene::draw {

bool Assembler::has(std::uint32_t topology) {
  switch (static_cast<Topology>(topology)) {
    case Topology::points:
    case Topology::line_list:
    case Topology::line_strip:
    case Topology::line_loop:
    case Topology::triangle_list:
    case Topology::triangle_strip:
    case Topology::triangle_fan:
    case Topology::quad_list:
    case Topology::quad_strip:
    case Topology::polygon:
    case Topology::rectangle_list: return true;
  }
  return false;
}

void Assembler::add_triangle(std::array<std::uint32_t, 3> vertices, unsigned provoking, std::vector<Primitive>& to,
                             unsigned edges) const {
  to.push_back({.vertices = vertices,
                .provoking = static_cast<std::uint8_t>(provoking % 3),
                .id = primitives_,
                .edges = static_cast<std::uint8_t>(edges),
                .goes_on = (edges & 1) == 0});
}

// Adds a quad, given in the order of its outline. If the last vertex is the provoking one, it is corner `last`, else
// corner 0. Both triangles contain that vertex.
void Assembler::add_quad(const std::array<std::uint32_t, 4>& corners, unsigned last, std::vector<Primitive>& to) const {
  const unsigned provoking = provoking_.triangles == 2 ? last : 0;
  const auto corner = [&](unsigned i) { return corners[(provoking + i) % 4]; };
  add_triangle({corner(0), corner(1), corner(2)}, 0, to, 0b011);
  add_triangle({corner(0), corner(2), corner(3)}, 0, to, 0b110);
}

// Returns true if the vertex completes a primitive of a list.
bool Assembler::add_to_list(std::uint32_t vertex, std::vector<Primitive>& to) {
  kept_[held_++] = vertex;
  if (topology_ == Topology::triangle_list && held_ == 3) {
    add_triangle({kept_[0], kept_[1], kept_[2]}, provoking_.triangles, to);
  } else if (topology_ == Topology::rectangle_list && held_ == 3) {
    to.push_back({.vertices = {kept_[0], kept_[1], kept_[2]}, .count = 4, .id = primitives_});
  } else if (topology_ == Topology::quad_list && held_ == 4) {
    add_quad(kept_, 3, to);
  } else {
    return false;
  }
  held_ = 0;
  return true;
}

void Assembler::add_line(std::uint32_t first, std::uint32_t second, bool goes_on, std::vector<Primitive>& to) {
  to.push_back({.vertices = {first, second, second},
                .count = 2,
                .provoking = static_cast<std::uint8_t>(provoking_.lines % 2),
                .id = primitives_++,
                .goes_on = goes_on});
}

// Keeps the first vertex in kept_[0], and the one before in kept_[1].
void Assembler::add_to_lines(std::uint32_t vertex, std::uint64_t number, std::vector<Primitive>& to) {
  const bool is_list = topology_ == Topology::line_list;
  if (number != 0 && (!is_list || number % 2 == 1)) add_line(kept_[1], vertex, !is_list && number != 1, to);
  if (number == 0) kept_[0] = vertex;
  kept_[1] = vertex;
}

// Keeps the two vertices before. Every other triangle would have the opposite winding.
void Assembler::add_to_strip(std::uint32_t vertex, std::uint64_t number, std::vector<Primitive>& to) {
  if (number >= 2) {
    if (number % 2 == 0) {
      add_triangle({kept_[0], kept_[1], vertex}, provoking_.triangles, to);
    } else {
      add_triangle({kept_[0], vertex, kept_[1]}, (3U - provoking_.triangles) % 3, to);
    }
    ++primitives_;
  }
  kept_[0] = kept_[1];
  kept_[1] = vertex;
}

// Adds the triangle of a polygon's first vertex, kept_[0], and the two before, kept_[1] and kept_[2]. Its edges are
// known when the next vertex is, or there is none.
void Assembler::add_of_polygon(bool is_last, std::vector<Primitive>& to) const {
  const bool is_first = vertices_ == (is_last ? 3U : 4U);
  add_triangle({kept_[0], kept_[1], kept_[2]}, 0, to, 0b010U | (is_first ? 0b001U : 0) | (is_last ? 0b100U : 0));
}

void Assembler::add_to_polygon(std::uint32_t vertex, std::uint64_t number, std::vector<Primitive>& to) {
  if (number < 3) {
    kept_[number] = vertex;
    return;
  }
  add_of_polygon(false, to);
  kept_[1] = kept_[2];
  kept_[2] = vertex;
}

void Assembler::cut(std::vector<Primitive>& to) {
  if (topology_ == Topology::polygon && vertices_ >= 3) {
    add_of_polygon(true, to);
    ++primitives_;
  }
  if (topology_ == Topology::line_loop && vertices_ >= 2) add_line(kept_[1], kept_[0], true, to);
  held_ = 0;
  vertices_ = 0;
}

void Assembler::add(std::uint32_t vertex, std::vector<Primitive>& to) {
  const std::uint64_t number = vertices_++;
  switch (topology_) {
    case Topology::points:
      to.push_back({.vertices = {vertex, vertex, vertex}, .count = 1, .id = primitives_++});
      return;
    case Topology::line_list:
    case Topology::line_strip:
    case Topology::line_loop: add_to_lines(vertex, number, to); return;
    case Topology::triangle_list:
    case Topology::rectangle_list:
    case Topology::quad_list:
      if (add_to_list(vertex, to)) ++primitives_;
      return;
    case Topology::triangle_strip: add_to_strip(vertex, number, to); return;
    case Topology::triangle_fan:
      if (number >= 2) {
        add_triangle({kept_[0], kept_[1], vertex}, provoking_.fans, to);
        ++primitives_;
      }
      kept_[number == 0 ? 0 : 1] = vertex;
      return;
    case Topology::polygon: add_to_polygon(vertex, number, to); return;
    case Topology::quad_strip:
      kept_[2 + number % 2] = vertex;
      if (number % 2 == 0) return;
      if (number >= 3) {
        add_quad({kept_[0], kept_[1], kept_[3], kept_[2]}, 2, to);
        ++primitives_;
      }
      kept_[0] = kept_[2];
      kept_[1] = kept_[3];
      return;
  }
}

}  // namespace eugene::draw
