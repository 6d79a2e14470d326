// Which channels of a thread run, as far as that can be told before it starts.
#pragma once

#include <cstdint>
#include <vector>

namespace eugene::eu {

struct PreparedOp;

enum class Coverage : std::uint8_t {
  complete,  // all that any instruction uses, from the thread's start to its end
  any,
};

// What the instructions of a program do with channels.
struct ChannelUse {
  std::uint32_t looked_at = 0;  // by those that are not under NoMask
  bool may_part = false;        // some branch is taken by each channel for itself

  // What holds for threads that start with `dispatched` channels or more.
  Coverage coverage(std::uint32_t dispatched) const {
    return may_part || (looked_at & ~dispatched) != 0 ? Coverage::any : Coverage::complete;
  }
};

ChannelUse find_channel_use(const std::vector<PreparedOp>& ops);

}  // namespace eugene::eu
