// The channels of a thread that run, as far as they are known before the thread starts.
#pragma once

#include <cstdint>
#include <vector>

namespace eugene::eu {

struct PreparedOp;

enum class ThreadChannels : std::uint8_t {
  all,  // all that any instruction uses, from the thread's start to its end
  any,
  one,  // only channel 0, for example if the local size is 1
};

// Summary over all instructions of a program: the channels they use, and whether channels may diverge.
struct ChannelUse {
  std::uint32_t used = 0;    // union over all instructions without NoMask
  bool may_diverge = false;  // there is a branch that each channel takes for itself
  bool runs_alone = true;    // no branch makes the thread's only channel wait at an unknown place (lone_channel.h)

  // Returns the guarantee for threads that start with at least the channels in `dispatched`.
  ThreadChannels thread_channels(std::uint32_t dispatched) const {
    return may_diverge || (used & ~dispatched) != 0 ? ThreadChannels::any : ThreadChannels::all;
  }
  // Likewise, for threads that also start with no channels but those in `ever`.
  ThreadChannels thread_channels(std::uint32_t dispatched, std::uint32_t ever) const {
    const ThreadChannels found = thread_channels(dispatched);
    const bool is_one = found == ThreadChannels::any && runs_alone && dispatched == 1 && ever == 1;
    return is_one ? ThreadChannels::one : found;
  }
};

ChannelUse find_channel_use(const std::vector<PreparedOp>& ops);

}  // namespace eugene::eu
