// Thread and frame IDs of the Debug Adapter Protocol, which start at 1.
#pragma once

#include <algorithm>
#include <cstdint>

namespace eugene::debug::dap {

inline constexpr std::uint64_t kMostChannels = 32;
inline constexpr std::uint64_t kMostFrames = 256;

// Returns the thread ID of a work-item, which is a channel of an EU thread.
constexpr std::uint64_t thread_of(std::uint64_t eu_thread, std::uint64_t channel) {
  return eu_thread * kMostChannels + channel + 1;
}
constexpr std::uint64_t eu_thread_of(std::uint64_t thread) {
  return (std::max<std::uint64_t>(thread, 1) - 1) / kMostChannels;
}
constexpr std::uint64_t channel_of(std::uint64_t thread) {
  return (std::max<std::uint64_t>(thread, 1) - 1) % kMostChannels;
}
constexpr std::uint64_t frame_of(std::uint64_t thread, std::uint64_t level) { return thread * kMostFrames + level; }
constexpr std::uint64_t thread_of_frame(std::uint64_t frame) { return frame / kMostFrames; }
constexpr std::uint64_t level_of(std::uint64_t frame) { return frame % kMostFrames; }

}  // namespace eugene::debug::dap
