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

// What the instructions of a program do with channels.
struct ChannelUse {
  std::uint32_t used = 0;    // by those that are not under NoMask
  bool may_diverge = false;  // some branch is taken by each channel for itself

  // What holds for threads that start with `dispatched` channels or more.
  ThreadChannels thread_channels(std::uint32_t dispatched) const {
    return may_diverge || (used & ~dispatched) != 0 ? ThreadChannels::any : ThreadChannels::all;
  }
};

ChannelUse find_channel_use(const std::vector<PreparedOp>& ops);

}  // namespace eugene::eu
