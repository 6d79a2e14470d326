// Makes primitives of a stream of vertices (SKL PRM vol7 "Vertex Fetch (VF) Stage", "Primitive Assembly"). Strips and
// loops become single lines or triangles; so do fans, quads and polygons. All triangles of a strip have the winding of
// the first.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "draw/state/state_3d.h"

namespace eugene::draw {

// 3D_Prim_Topo_Type.
enum class Topology : std::uint8_t {
  points = 1,
  line_list = 2,
  line_strip = 3,
  triangle_list = 4,
  triangle_strip = 5,
  triangle_fan = 6,
  quad_list = 7,
  quad_strip = 8,
  polygon = 14,
  rectangle_list = 15,
  line_loop = 16,
};

// Vertices are named by numbers, which mean nothing here.
struct Primitive {
  std::array<std::uint32_t, 3> vertices{};  // the last is repeated in points and lines
  // Of corners: 1 for a point, 2 for a line, 4 for a rectangle, whose last corner is not given.
  std::uint8_t count = 3;
  std::uint8_t provoking = 0;  // index of the vertex that gives the values of the whole primitive
  std::uint32_t id = 0;        // counts the primitives of the API from 0
  // Of a triangle: bit i is the edge from vertex i to the next. The edges inside of quads and polygons are off.
  std::uint8_t edges = 0b111;
  // The line stipple continues from the primitive before. This holds within a strip, a loop, and a polygon's outline.
  bool goes_on = false;
  bool operator==(const Primitive&) const = default;
};

class Assembler {
 public:
  Assembler(Topology topology, const ProvokingVertices& provoking) : topology_(topology), provoking_(provoking) {}

  static bool has(std::uint32_t topology);

  // Adds the next vertex. Appends the primitives that it completes to `to`.
  void add(std::uint32_t vertex, std::vector<Primitive>& to);
  // Ends strips, loops, fans and polygons, and drops incomplete primitives. The next vertex begins a new one. Must be
  // called after the last vertex, since a loop ends with a line to its beginning.
  void cut(std::vector<Primitive>& to);

 private:
  void add_triangle(std::array<std::uint32_t, 3> vertices, unsigned provoking, std::vector<Primitive>& to,
                    unsigned edges = 0b111) const;
  void add_to_polygon(std::uint32_t vertex, std::uint64_t number, std::vector<Primitive>& to);
  void add_of_polygon(bool is_last, std::vector<Primitive>& to) const;
  void add_line(std::uint32_t first, std::uint32_t second, bool goes_on, std::vector<Primitive>& to);
  void add_to_strip(std::uint32_t vertex, std::uint64_t number, std::vector<Primitive>& to);
  void add_to_lines(std::uint32_t vertex, std::uint64_t number, std::vector<Primitive>& to);
  void add_quad(const std::array<std::uint32_t, 4>& corners, unsigned last, std::vector<Primitive>& to) const;
  bool add_to_list(std::uint32_t vertex, std::vector<Primitive>& to);

  Topology topology_;
  ProvokingVertices provoking_;
  std::array<std::uint32_t, 4> kept_{};  // vertices of incomplete primitives
  unsigned held_ = 0;                    // how many of `kept_` a list uses
  std::uint64_t vertices_ = 0;           // vertices since the last cut
  std::uint32_t primitives_ = 0;
};

}  // namespace eugene::draw
