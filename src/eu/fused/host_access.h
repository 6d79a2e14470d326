// Parts of messages that the interpreter executes itself (fused_message.h): words of the payload, and copies between
// registers and the host's memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/host_fault.h"
#include "eu/execute/lanes.h"
#include "eu/fused/fused_message.h"
#include "eu/register_file.h"

namespace eugene::eu {

template <class T>
T payload_word(const Thread& thread, std::uint32_t at, unsigned index) {
  return lane_at<T>(raw_bytes(thread) + at, index);
}

// Runs `body`, which accesses memory. The program may have unmapped its memory: then returns false, and the port must
// send the message and report the fault. Shared local memory belongs to Eugene and is always mapped.
inline bool access_host(const MessagePlan& plan, void (*body)(void*), void* argument) {
  if (plan.space.slm) {
    body(argument);
    return true;
  }
  HostFaultTrap trap;
  return trap.run(body, argument);
}

struct Bytes {
  std::byte* to;
  const std::byte* from;
  std::size_t count;
};

// Most messages move sixteen or eight elements of four bytes.
inline void copy(void* argument) {
  const auto& all = *static_cast<const Bytes*>(argument);
  switch (all.count) {
    case 64: std::memcpy(all.to, all.from, 64); break;
    case 32: std::memcpy(all.to, all.from, 32); break;
    default: std::memcpy(all.to, all.from, all.count); break;
  }
}

}  // namespace eugene::eu
