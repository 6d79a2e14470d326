// Thread and frame IDs of the Debug Adapter Protocol, which start at 1.
#pragma once

#include <algorithm>
#include <cstdint>

namespace eugene::debug::dap {

inline constexpr std::uint64_t kChannelsPerThread = 32;
inline constexpr std::uint64_t kMaxFrames = 256;

// Returns the thread ID of a work-item, which is a channel of an EU thread.
constexpr std::uint64_t to_thread(std::uint64_t eu_thread, std::uint64_t channel) {
  return eu_thread * kChannelsPerThread + channel + 1;
}
constexpr std::uint64_t to_eu_thread(std::uint64_t thread) {
  return (std::max<std::uint64_t>(thread, 1) - 1) / kChannelsPerThread;
}
constexpr std::uint64_t to_channel(std::uint64_t thread) {
  return (std::max<std::uint64_t>(thread, 1) - 1) % kChannelsPerThread;
}
constexpr std::uint64_t make_frame(std::uint64_t thread, std::uint64_t level) { return thread * kMaxFrames + level; }
constexpr std::uint64_t thread_of_frame(std::uint64_t frame) { return frame / kMaxFrames; }
constexpr std::uint64_t to_level(std::uint64_t frame) { return frame % kMaxFrames; }

}  // namespace eugene::debug::dap
