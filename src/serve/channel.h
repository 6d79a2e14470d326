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
  static constexpr std::uint32_t kMagic = 0x45554733;  // changes with the layout

  // Of one of the driver's connections.
  struct Connection {
    std::atomic<std::uint32_t> failures = 0;  // reports so far
    std::atomic<std::uint32_t> lost = 0;      // not 0: nothing is executed any more
    // A file that is the GPU's memory, each byte at its physical address: the server's descriptor for it, and its inode
    // (0: none). The program may read and write there, instead of asking the server to, if the server has answered
    // everything that it was sent, and then has set `idle`: nothing runs, nothing waits for memory to change.
    std::atomic<std::int32_t> memory_file = 0;
    std::atomic<std::uint32_t> idle = 0;
    std::atomic<std::uint64_t> memory_inode = 0;
  };

  std::uint32_t magic = kMagic;
  std::uint32_t timestamp_hz = 0;           // of the GPU
  std::int32_t server = 0;                  // process
  double driver_tick_ns = 0;                // what the driver takes a tick for
  std::atomic<std::uint64_t> failures = 0;  // of all connections: where it has not changed, neither have they
  // By the client's TCP port, which both ends know.
  std::array<Connection, 65536> connections{};
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

}  // namespace eugene::serve
