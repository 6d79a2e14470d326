// What `eugene run` shares with the OpenCL layer that it puts between a program and the driver: a directory,
// named in the environment, with one small file that both map into memory and the binaries of the programs built.
#pragma once

#include <atomic>
#include <cstdint>

namespace eugene::serve {

inline constexpr const char* kChannelVariable = "EUGENE_CHANNEL";
inline constexpr const char* kChannelState = "state";             // the mapped file
inline constexpr const char* kChannelProgramPrefix = "program-";  // binaries, as CL_PROGRAM_BINARIES gives them

struct ChannelState {
  static constexpr std::uint32_t kMagic = 0x45554731;  // changes with the layout

  std::uint32_t magic = kMagic;
  std::uint32_t timestamp_hz = 0;           // of the GPU
  double driver_tick_ns = 0;                // what the driver takes a tick for
  std::atomic<std::uint64_t> failures = 0;  // reports of faults so far
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

}  // namespace eugene::serve
