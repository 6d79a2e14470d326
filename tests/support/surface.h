// Surface states for tests.
#pragma once

#include <array>
#include <cstdint>

namespace eugene::test {

// Returns the state of a raw buffer of `bytes` bytes at `address` (Gen8 and later, RENDER_SURFACE_STATE): its size less
// one is spread over width, height and depth.
inline std::array<std::uint32_t, 16> raw_buffer(std::uint64_t address, std::uint32_t bytes) {
  constexpr std::uint32_t kBuffer = 4, kRaw = 0x1FF;
  const std::uint32_t last = bytes - 1;
  std::array<std::uint32_t, 16> state{kBuffer << 29 | kRaw << 18};
  state[2] = (last & 0x7F) | (last >> 7 & 0x3FFF) << 16;
  state[3] = last >> 21 << 21;
  state[8] = static_cast<std::uint32_t>(address);
  state[9] = static_cast<std::uint32_t>(address >> 32);
  return state;
}

}  // namespace eugene::test
