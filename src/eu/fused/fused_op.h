// The common instructions on lanes, in one cache line each. execute_alu() can do every instruction, but copies operands
// to buffers, computes from buffers to a buffer and stores that, by up to six calls that read 500 bytes of a
// PreparedOp. Where sources are packed, one scalar or an immediate, and the destination is packed and of the lanes'
// type, one function goes from register file to register file. fuse.cpp chooses it; the interpreter runs it where
// FusedOp::handler is not null.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "eu/thread.h"

namespace eugene::eu {

struct FusedOp;

// Executes `op` for the channels in `enabled`, of which there is at least one.
using FusedHandler = void (*)(Thread& thread, const FusedOp& op, std::uint32_t enabled);

struct alignas(kHostLine) FusedOp {
  // Bits of `flags`.
  static constexpr std::uint8_t kNegate = 1;  // after kAbsolute
  static constexpr std::uint8_t kAbsolute = 2;
  static constexpr std::uint8_t kInvert = 4;
  static constexpr std::uint8_t kSigned = 8;  // a scalar integer is sign-extended to the lane
  static constexpr std::uint8_t kModified = kNegate | kAbsolute | kInvert;

  FusedHandler handler = nullptr;         // null: the general path executes the instruction, or `message` is set
  std::array<std::uint64_t, 3> source{};  // byte offset in the Thread, or the lane's bits of an immediate
  std::array<std::uint8_t, 3> bytes{};    // of a register's element; 0: immediate
  std::array<std::uint8_t, 3> flags{};
  std::uint32_t destination = 0;       // byte offset in the Thread
  std::uint32_t all = 0;               // a bit for each channel of the execution size
  std::uint32_t channels = 0;          // those of them that the Align16 write mask leaves
  std::uint8_t size = 1;               // execution size
  std::uint8_t groups = 1;             // of eight lanes
  std::uint8_t destination_bytes = 4;  // of an element
  std::uint8_t channel_offset = 0;
  std::uint8_t flag_nr = 0;
  std::uint8_t flag_shift = 0;
  bool needs_common_mode : 1 = false;  // ExecutionState::has_common_mode()
  bool no_mask : 1 = false;
  bool predicated : 1 = false;
  bool pred_inverse : 1 = false;
  bool selects : 1 = false;   // the predicate is what sel chooses by
  bool rejoins : 1 = false;   // some branch may send channels here
  std::uint32_t message = 0;  // a send that needs no port: index in PreparedProgram::messages, plus 1; 0: none

  // Predicate of the channels from bit 0 on: pred_control is `normal`.
  std::uint32_t predicate(const Thread& thread) const {
    const std::uint32_t bits = std::rotr(thread.flag[flag_nr], flag_shift);
    return pred_inverse ? ~bits : bits;
  }
  // Channels whose results count.
  std::uint32_t enabled(const Thread& thread) const {
    const std::uint32_t eligible = no_mask ? channels : channels & thread.running >> channel_offset;
    return predicated && !selects ? eligible & predicate(thread) : eligible;
  }
  void write_flags(Thread& thread, std::uint32_t bits, std::uint32_t enabled_channels) const {
    const std::uint32_t mask = std::rotl(enabled_channels, flag_shift);
    std::uint32_t& flag = thread.flag[flag_nr];
    flag = (flag & ~mask) | (std::rotl(bits, flag_shift) & mask);
  }
};
static_assert(sizeof(FusedOp) == kHostLine);

}  // namespace eugene::eu
