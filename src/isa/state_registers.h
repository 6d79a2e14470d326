// Masks for bits of architecture registers: SNB PRM vol4 part2 5.3.4.8 "Control Register" and 5.3.4.11 "Thread
// Dependency Register"; BXT PRM vol6 "Control Register" for bits that are new in Gen8.
#pragma once

#include <array>
#include <cstdint>

namespace eugene::isa {

// cr0.0: how the thread runs.
namespace cr0 {
inline constexpr std::uint32_t kAlternateFloats = 1U << 0;
inline constexpr std::uint32_t kAccumulatorDisable = 1U << 1;
inline constexpr std::uint32_t kSingleProgramFlow = 1U << 2;
inline constexpr std::uint32_t kVectorMask = 1U << 3;
inline constexpr unsigned kRoundingLow = 4;  // bits 5:4
inline constexpr unsigned kRoundingHigh = 5;
inline constexpr std::uint32_t kKeepDoubleDenormals = 1U << 6;  // new in Gen8, as the next two
inline constexpr std::uint32_t kKeepFloatDenormals = 1U << 7;
inline constexpr std::uint32_t kKeepHalfDenormals = 1U << 10;
inline constexpr std::uint32_t kBreakpointSuppress = 1U << 15;  // for one instruction only
inline constexpr std::uint32_t kMaster = 1U << 31;              // the thread is in the system routine
}  // namespace cr0

// cr0.1: exceptions that are enabled (15:11), and exceptions that have happened (31:28).
namespace cr1 {
// Reasons for which the dispatcher sends a thread to the system routine. No document names these two bits; Intel's
// routines test them, as bits 8 and 9 of the word cr0.3, and clear them before they leave.
inline constexpr std::uint32_t kContextRestore = 1U << 24;
inline constexpr std::uint32_t kContextSave = 1U << 25;
inline constexpr std::uint32_t kStackEnable = 1U << 11;
inline constexpr std::uint32_t kIllegalOpcodeEnable = 1U << 12;
inline constexpr std::uint32_t kSoftwareEnable = 1U << 13;
inline constexpr std::uint32_t kBreakpointEnable = 1U << 15;
inline constexpr std::uint32_t kIllegalOpcode = 1U << 28;
inline constexpr std::uint32_t kSoftware = 1U << 29;
inline constexpr std::uint32_t kExternalHalt = 1U << 30;
inline constexpr std::uint32_t kBreakpoint = 1U << 31;
}  // namespace cr1

// Bits of cr0.0, cr0.1 and cr0.2 that must be zero on Gen6 (Table 5-15), except those that other sections define:
// accumulator disable (6.3.2) and the rounding mode (8.3.28).
inline constexpr std::array<std::uint32_t, 3> kControlReserved{0x7FFF'7EC0, 0x00FF'07FF, 0x0000'0007};

// True if an instruction selects channels that do not exist in single program flow (5.3.4.8). The second half of
// sixteen channels is allowed: 7.2.2 says so, and 32 channels of dwords need it.
constexpr bool leaves_single_flow(unsigned exec_size, unsigned channel_offset) {
  return channel_offset != 0 && !(exec_size == 16 && channel_offset == 16);
}

// Minimum distance, in bytes, of a forward jump by a write to ip on Gen6: two instructions (5.3.4.10, errata DevSNB).
inline constexpr std::uint32_t kLeastIpDistance = 2 * 16;

// A word of tdr0, which names a thread that this thread depends on.
namespace tdr {
inline constexpr std::uint16_t kThread = 0xFF;  // fixed function thread ID of that thread
inline constexpr std::uint16_t kValid = 1U << 15;
}  // namespace tdr

}  // namespace eugene::isa
