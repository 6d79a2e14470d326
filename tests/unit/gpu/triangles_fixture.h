// Triangles that are drawn by all stages, with a constant attribute.
#pragma once

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "draw_fixture.h"

namespace eugene::gpu {

// Red and green are where the pixel is, blue and alpha the first and the last component of a constant attribute.
inline constexpr const char* kPixelShader = kShader16;

// Writes its two rows as they are.
inline constexpr const char* kVertexShader = R"(
    mov (8) r119.0<1>:ud r1.0<8;8,1>:ud
    mov (8) r120.0<1>:ud r2.0<8;8,1>:ud
    mov (8) r121.0<1>:ud r3.0<8;8,1>:ud
    mov (8) r122.0<1>:ud r4.0<8;8,1>:ud
    mov (8) r123.0<1>:ud r5.0<8;8,1>:ud
    mov (8) r124.0<1>:ud r6.0<8;8,1>:ud
    mov (8) r125.0<1>:ud r7.0<8;8,1>:ud
    mov (8) r126.0<1>:ud r8.0<8;8,1>:ud
    mov (8) r127.0<1>:ud r9.0<8;8,1>:ud
    send (8) null r119 0x26 0x12080007 {EOT}
)";
inline constexpr std::uint32_t kVertexCode = 0x800;  // in the kernels' memory

class Triangles : public Draw {
 protected:
  Triangles() {
    give({0x784B'0000, 4});
    give({0x7850'0003, 1U << 16, 0, 0, 0});               // no culling
    give({0x781F'0004, 1U << 22 | 1U << 5, 0, 1, 0, 0});  // one constant attribute
    give({0x784D'0000, 1U << 30});                        // a target that is written
    give({0x784A'0000, 0});
    // The position of each vertex, in pixels; a header and an attribute for all.
    give({0x7808'0007, 0x0000'0010, kVertices, 0, 0x400, 0x0400'0000, kVertices + 0x800, 0, 0x20});
    place({{0, 0}, {16, 0}, {0, 16}});
    put(vertices_, 0x800, {0, 0, 0, 0, 0xAAAA, 2, 3, 0xBBBB});
    give({0x7809'0005, 0x0600'0000, 0x1222'0000, 0x0200'0000, 0x1111'0000, 0x0600'0010, 0x1111'0000});
  }

  void place(const std::vector<std::array<float, 2>>& points) {
    Dwords dwords;
    for (const auto& [x, y] : points) dwords.insert(dwords.end(), {f(x), f(y), f(0), f(1)});
    put(vertices_, 0, dwords);
  }
  // Turns the vertex shader at kVertexCode on. It reads two rows.
  void use_vertex_shader() {
    give({0x7810'0007, kVertexCode, 0, 0, 0, 0, 2U << 20 | 1U << 11, 5, 0});
    give({0x7809'0003, 0x0600'0000, 0x1222'0000, 0x0200'0000, 0x1111'0000});
    give({0x781F'0004, 0, 0, 0, 0, 0});
  }
  void draw_vertices(std::uint32_t count, unsigned workers = 2) {
    const Result<void> done = draw_with(workers, {.vertices = count, .instances = 1});
    ASSERT_TRUE(done) << done.error().message;
  }
  std::string why_refused() {
    const Result<void> done = draw_with(1, {.vertices = 3, .instances = 1});
    return done ? "" : done.error().message;
  }
  unsigned drawn_pixels() const {
    unsigned count = 0;
    for (std::uint32_t y = 0; y < 64; ++y) {
      for (std::uint32_t x = 0; x < 64; ++x) count += pixel(x, y)[2] == 0xAAAA ? 1 : 0;
    }
    return count;
  }
};

}  // namespace eugene::gpu
