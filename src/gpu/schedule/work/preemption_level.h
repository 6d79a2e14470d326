// The points at which work may be preempted: CS_CHICKEN1 bits 2:1, a level that a driver sets for each kernel. Intel's
// driver sets the level `group` for kernels that must not be preempted in the middle. These kernels have no system
// routine in memory.
#pragma once

#include <cstdint>

namespace eugene::gpu {

enum class PreemptionLevel : std::uint8_t {
  thread,   // anywhere
  group,    // between thread groups
  command,  // only before and after the command
};

constexpr PreemptionLevel preemption_level(std::uint32_t cs_chicken1) {
  switch (cs_chicken1 >> 1 & 3) {
    case 0: return PreemptionLevel::thread;
    case 1: return PreemptionLevel::group;
    default: return PreemptionLevel::command;
  }
}

}  // namespace eugene::gpu
