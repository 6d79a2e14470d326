// Which channels of a thread run, as far as that can be told before it starts.
#pragma once

#include <cstdint>
#include <vector>

namespace eugene::eu {

struct PreparedOp;

enum class ThreadChannels : std::uint8_t {
  all,  // that any instruction uses, from the thread's start to its end
  any,
  one,  // channel 0 and no other, as where the local size is 1
};

// Summary over all instructions of a program: the channels they use, and whether channels may diverge.
struct ChannelUse {
  std::uint32_t used = 0;    // union over the instructions that are not under NoMask
  bool may_diverge = false;  // some branch is taken by each channel for itself
  bool runs_alone = true;    // every branch leads a channel that is alone to where it runs (lone_channel.h)

  // The guarantee for threads that start with at least the channels in `dispatched`.
  ThreadChannels thread_channels(std::uint32_t dispatched) const {
    return may_diverge || (used & ~dispatched) != 0 ? ThreadChannels::any : ThreadChannels::all;
  }
  // And with no others than those in `ever`.
  ThreadChannels thread_channels(std::uint32_t dispatched, std::uint32_t ever) const {
    const ThreadChannels found = thread_channels(dispatched);
    const bool is_one = found == ThreadChannels::any && runs_alone && dispatched == 1 && ever == 1;
    return is_one ? ThreadChannels::one : found;
  }
};

ChannelUse find_channel_use(const std::vector<PreparedOp>& ops);

}  // namespace eugene::eu
