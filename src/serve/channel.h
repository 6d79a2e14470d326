// What the server shares with the OpenCL layer between a program and the driver: a directory, named in the environment,
// with one file that both map into memory and the binaries of the programs built.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace eugene::serve {

inline constexpr const char* kChannelVariable = "EUGENE_CHANNEL";
inline constexpr const char* kChannelState = "state";             // the mapped file
inline constexpr const char* kChannelProgramPrefix = "program-";  // binaries, as CL_PROGRAM_BINARIES gives them

struct ChannelState {
  static constexpr std::uint32_t kMagic = 0x45554732;  // changes with the layout

  // Of one of the driver's connections.
  struct Connection {
    std::atomic<std::uint32_t> failures = 0;  // reports so far
    std::atomic<std::uint32_t> lost = 0;      // not 0: nothing is executed any more
  };

  std::uint32_t magic = kMagic;
  std::uint32_t timestamp_hz = 0;           // of the GPU
  double driver_tick_ns = 0;                // what the driver takes a tick for
  std::atomic<std::uint64_t> failures = 0;  // of all connections: where it has not changed, neither have they
  // By the client's TCP port, which both ends know.
  std::array<Connection, 65536> connections{};
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

}  // namespace eugene::serve
