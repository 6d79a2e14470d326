// The payload of a pixel shader thread (SKL PRM vol7 "Pixel Shader Thread Payload").
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "base/diagnostic.h"
#include "draw/raster/triangle.h"
#include "draw/setup/triangle_setup.h"
#include "draw/state/dynamic_state.h"
#include "draw/state/state_3d.h"
#include "eu/thread.h"
#include "functions/pixels.h"

namespace eugene::draw {

// The kernel that draws pixels, and what its threads' registers contain.
struct PixelKernel {
  unsigned pixels = 0;  // pixels of a thread: 8 or 16; 0: no such kernel exists
  std::uint64_t start = 0;
  unsigned first_register = 0;  // of constants and attributes
};

// Returns the 16-pixel kernel if there is one, else the 8-pixel kernel. If only one of them exists, the first kernel
// pointer is its address. If both exist, the third pointer is the 16-pixel kernel's address.
PixelKernel find_pixel_kernel(const PixelShader& shader);

// The parts of the payload before the constants, from r2 on.
struct PixelPayloadLayout {
  unsigned pixels = 16;
  std::uint32_t barycentrics = 0;  // Barycentric Interpolation Mode
  bool has_depth = false, has_w = false, has_offsets = false, has_coverage = false;

  unsigned end() const;  // the first register after them
};
PixelPayloadLayout find_layout(const State3d& state, unsigned pixels);

// Some pixels of a triangle, for one thread.
struct ThreadPixels {
  const SetupTriangle* triangle = nullptr;
  const functions::Pixels* pixels = nullptr;
  float min_depth = 0, max_depth = 1;
};

// Writes r1 and the registers of the layout.
void write_pixel_payload(const PixelPayloadLayout& layout, const ThreadPixels& of, std::span<eu::Grf> registers);

}  // namespace eugene::draw
