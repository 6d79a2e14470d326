// The architectural state of one EU thread: SNB PRM vol4 part2 5.2, BXT PRM vol6 "EU Overview".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace eugene::eu {

inline constexpr unsigned kGrfBytes = 32;
inline constexpr unsigned kGrfCount = 128;
inline constexpr unsigned kMrfCount = 24;
inline constexpr unsigned kMaxChannels = 32;

struct alignas(kGrfBytes) Grf {
  std::array<std::byte, kGrfBytes> bytes;
  bool operator==(const Grf&) const = default;
};

// Plain data: copying it saves a thread. The EU layer alone knows the flow-control part.
struct Thread {
  std::array<Grf, kGrfCount> grf;
  std::array<Grf, kMrfCount> mrf;             // Gen6 only
  std::array<std::uint32_t, 2> flag;          // f0, f1
  std::array<std::uint16_t, 16> address;      // a0
  std::array<std::uint32_t, 4> state;         // sr0
  std::array<std::uint32_t, 4> control;       // cr0
  std::array<std::uint32_t, 3> notification;  // n0..n2
  std::uint32_t ip = 0;                       // byte offset from the kernel's first instruction
};

}  // namespace eugene::eu
