// Which channels of a thread run, as far as that can be told before it starts.
#pragma once

#include <cstdint>
#include <vector>

namespace eugene::eu {

struct PreparedOp;

enum class ThreadChannels : std::uint8_t {
  all,  // that any instruction uses, from the thread's start to its end
  any,
};

// Summary over all instructions of a program: the channels they use, and whether channels may diverge.
struct ChannelUse {
  std::uint32_t used = 0;    // union over the instructions that are not under NoMask
  bool may_diverge = false;  // some branch is taken by each channel for itself

  // The guarantee for threads that start with at least the channels in `dispatched`.
  ThreadChannels thread_channels(std::uint32_t dispatched) const {
    return may_diverge || (used & ~dispatched) != 0 ? ThreadChannels::any : ThreadChannels::all;
  }
};

ChannelUse find_channel_use(const std::vector<PreparedOp>& ops);

}  // namespace eugene::eu
