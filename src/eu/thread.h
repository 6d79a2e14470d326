// The architectural state of one EU thread: SNB PRM vol4 part2 5.3, BXT PRM vol6 "EU Overview" and "Accumulator
// Registers".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "isa/region.h"

namespace eugene::eu {

using isa::kMaxChannels;

inline constexpr unsigned kGrfBytes = isa::kRegisterBytes;
inline constexpr unsigned kHostLine = 64;  // bytes of a cache line
inline constexpr unsigned kGrfCount = 128;
inline constexpr unsigned kMrfCount = 24;
inline constexpr unsigned kAccumulatorCount = 10;

struct alignas(kGrfBytes) Grf {
  std::array<std::byte, kGrfBytes> bytes;
  bool operator==(const Grf&) const = default;
};

// One accumulator. `low` holds what a register of its size would hold. For integer channels `guard` holds the bits
// above (Accumulator Channel Precision): bits 63:32 of dword channel i in guard[i], bits 32:16 of word channel i,
// sign-extended. Accumulators for the math macros, from Gen::files.plain_accumulators on, have only the two low guard
// bits of each dword.
struct Accumulator {
  Grf low;
  std::array<std::int32_t, 16> guard;
  bool operator==(const Accumulator&) const = default;
};

// Plain data: copying a Thread saves the thread. Operands are byte offsets in it, so every register that an instruction
// can name is a member. Only the EU layer knows about flow control. Pairs of registers share a host cache line, and so
// do the members that are read whenever a thread is suspended and resumed.
struct alignas(kHostLine) Thread {
  std::array<Grf, kGrfCount> grf;
  std::array<Grf, kMrfCount> mrf;  // Gen6 only
  std::array<Accumulator, kAccumulatorCount> acc;
  std::array<std::uint32_t, 2> flag;             // f0, f1
  std::array<std::uint32_t, 1> channel_enables;  // ce0: the running channels, updated when an instruction reads it
  std::array<std::uint16_t, 16> address;         // a0
  std::array<std::uint32_t, 4> state;            // sr0; sr0.2 is the dispatch mask, sr0.3 the vector mask

  std::uint32_t ip_base = 0;  // value of the ip register minus `ip`: address of the kernel in the instruction heap

  std::array<std::uint32_t, 4> control;       // cr0
  std::array<std::uint32_t, 3> notification;  // n0..n2 (Gen6: n0.0..n0.2)

  std::uint32_t ip = 0;  // byte offset of the next instruction from the kernel's first instruction
  // Flow control. Every channel has its own IP (the documents' PcIP). For a running channel this is `ip`; for a waiting
  // channel it is in channel_ip, in the same unit.
  std::uint32_t dispatched = 0;  // channels the thread was started with
  std::uint32_t running = 0;     // channels whose IP is `ip`

  std::uint64_t instructions_executed = 0;
  std::uint64_t lane_operations = 0;  // sum of enabled channels over the instructions executed

  std::uint32_t call_mask = 0;  // Gen6 CallMask: channels inside the current subroutine
  std::uint32_t system_ip = 0;  // SIP, in the same unit as `ip`; the target of exceptions if has_system_routine

  std::array<std::uint16_t, 8> dependency;    // tdr0
  std::array<std::uint32_t, 4> stack;         // sp
  std::array<std::uint32_t, 8> flow_control;  // fc0 to fc4: the entry that was last read or written (eu/saved_flow.h)
  std::array<std::uint32_t, 2> debug;         // dbg0
  std::array<std::uint32_t, 1> ip_register;   // ip, updated when an instruction reads it
  std::array<std::uint32_t, 5> timestamp;     // tm0; a write to its last dword is a pause (SKL PRM vol7)
  std::array<std::uint64_t, 1> unpopulated;   // read for subregisters that do not exist: always zero

  bool has_system_routine = false;
  alignas(kGrfBytes) std::array<std::uint32_t, 8> digest{};  // eu/digest.h
  std::array<std::uint32_t, kMaxChannels> channel_ip;
};
static_assert(offsetof(Thread, flag) % kHostLine == 0);
static_assert(offsetof(Thread, control) % kHostLine == 0 && offsetof(Thread, dependency) % kHostLine == 0);

// FFTID, from sr0.1. It is unique in a group.
constexpr std::uint8_t fixed_function_thread(const Thread& thread) {
  return static_cast<std::uint8_t>(thread.state[1] >> 24);
}

// Initialises a thread that is about to run: all registers are zero except sr0.2, sr0.3 and, from these, the running
// channels. Bit i of `dispatch_mask` is channel i. Under the vector mask (cr0.0 bit 3, here `use_vector_mask`) a
// channel runs if any channel of its group of four is dispatched (SNB PRM vol4 part2 5.3.4.7, 5.3.4.8).
void start(Thread& thread, std::uint32_t dispatch_mask, bool use_vector_mask = false);

}  // namespace eugene::eu
