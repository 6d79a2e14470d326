// The state of the 3D pipeline: the last of each 3DSTATE command, as it was given (public Gen9 command descriptions).
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "base/bits.h"

namespace eugene::gpu {

// Bits 31:16 of a command's first dword, of those that anything here looks at.
enum class State3dCode : std::uint16_t {
  clear_params = 0x7804,
  depth_buffer = 0x7805,
  stencil_buffer = 0x7806,
  vertex_buffers = 0x7808,
  vertex_elements = 0x7809,
  multisample = 0x780D,
  vs = 0x7810,
  gs = 0x7811,
  clip = 0x7812,
  sf = 0x7813,
  wm = 0x7814,
  hs = 0x781B,
  te = 0x781C,
  ds = 0x781D,
  streamout = 0x781E,
  sbe = 0x781F,
  ps = 0x7820,
  blend_state_pointers = 0x7824,
  binding_table_pointers_ps = 0x782A,
  sampler_state_pointers_ps = 0x782F,
  vf_sgvs = 0x784A,
  vf_topology = 0x784B,
  ps_blend = 0x784D,
  wm_depth_stencil = 0x784E,
  ps_extra = 0x784F,
  raster = 0x7850,
  wm_hz_op = 0x7852,
  drawing_rectangle = 0x7900,
};

class State3d {
 public:
  void remember(std::span<const std::uint32_t> command) {
    commands_[static_cast<std::uint16_t>(command[0] >> 16)].assign(command.begin(), command.end());
  }
  // All of a command; empty if it was never given.
  std::span<const std::uint32_t> command(State3dCode code) const {
    const auto found = commands_.find(static_cast<std::uint16_t>(code));
    return found == commands_.end() ? std::span<const std::uint32_t>() : found->second;
  }
  // A dword of it; 0 where there is none.
  std::uint32_t dword(State3dCode code, std::size_t index) const {
    const std::span<const std::uint32_t> dw = command(code);
    return index < dw.size() ? dw[index] : 0;
  }
  std::uint32_t field(State3dCode code, std::size_t index, unsigned high, unsigned low) const {
    return bits(dword(code, index), high, low);
  }

 private:
  std::map<std::uint16_t, std::vector<std::uint32_t>> commands_;
};

}  // namespace eugene::gpu
