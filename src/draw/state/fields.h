// The fields of 3DSTATE commands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/bits.h"

namespace eugene::draw {

// 3DSTATE commands: bits 31:16 of their first dword.
enum class Command3d : std::uint16_t {
  clear_params = 0x7804,
  depth_buffer = 0x7805,
  stencil_buffer = 0x7806,
  vertex_buffers = 0x7808,
  vertex_elements = 0x7809,
  index_buffer = 0x780A,
  vf = 0x780C,
  multisample = 0x780D,
  cc_state_pointers = 0x780E,
  scissor_state_pointers = 0x780F,
  vs = 0x7810,
  gs = 0x7811,
  clip = 0x7812,
  sf = 0x7813,
  wm = 0x7814,
  constant_vs = 0x7815,
  constant_ps = 0x7817,
  hs = 0x781B,
  te = 0x781C,
  ds = 0x781D,
  streamout = 0x781E,
  sbe = 0x781F,
  ps = 0x7820,
  viewport_state_pointers_sf_clip = 0x7821,
  viewport_state_pointers_cc = 0x7823,
  blend_state_pointers = 0x7824,
  binding_table_pointers_vs = 0x7826,
  binding_table_pointers_ps = 0x782A,
  sampler_state_pointers_vs = 0x782B,
  sampler_state_pointers_ps = 0x782F,
  urb_vs = 0x7830,
  vf_instancing = 0x7849,
  vf_sgvs = 0x784A,
  vf_topology = 0x784B,
  ps_blend = 0x784D,
  wm_depth_stencil = 0x784E,
  ps_extra = 0x784F,
  raster = 0x7850,
  sbe_swiz = 0x7851,
  wm_hz_op = 0x7852,
  drawing_rectangle = 0x7900,
  poly_stipple_offset = 0x7906,
  poly_stipple_pattern = 0x7907,
  line_stipple = 0x7908,
};

// Reads fields of a 3DSTATE command. Fields beyond its end are 0.
class Fields {
 public:
  explicit Fields(std::span<const std::uint32_t> dwords) : dwords_(dwords) {}
  std::size_t size() const { return dwords_.size(); }
  std::uint32_t dword(std::size_t index) const { return index < dwords_.size() ? dwords_[index] : 0; }
  std::uint32_t field(std::size_t index, unsigned high, unsigned low) const { return bits(dword(index), high, low); }
  bool flag(std::size_t index, unsigned at) const { return bit(dword(index), at); }
  // Returns the address whose low half is dword `index`.
  std::uint64_t address(std::size_t index) const { return dword(index) | std::uint64_t{dword(index + 1)} << 32; }

 private:
  std::span<const std::uint32_t> dwords_;
};

}  // namespace eugene::draw
