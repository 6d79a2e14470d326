// The common instructions on lanes, each in one cache line. execute_alu() can execute every instruction, but it copies
// operands to buffers, computes from buffers to a buffer and stores that buffer, with up to six calls that read 500
// bytes of a PreparedOp. If each source is packed, a scalar or an immediate, and the destination is packed and has the
// lanes' type, one function goes from register file to register file. fuse.cpp chooses it; the interpreter runs it if
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
  static constexpr std::uint8_t kNegate = 1;  // applied after kAbsolute
  static constexpr std::uint8_t kAbsolute = 2;
  static constexpr std::uint8_t kInvert = 4;
  static constexpr std::uint8_t kSigned = 8;  // a scalar integer is sign-extended to the lane
  static constexpr std::uint8_t kModified = kNegate | kAbsolute | kInvert;

  FusedHandler handler = nullptr;         // null: the general path executes the instruction, or `message` is set
  std::array<std::uint64_t, 3> source{};  // byte offset in the Thread, or the bits of an immediate lane
  std::array<std::uint8_t, 3> bytes{};    // size of an element in registers; 0: immediate
  std::array<std::uint8_t, 3> flags{};
  std::uint32_t destination = 0;       // byte offset in the Thread
  std::uint32_t all = 0;               // a bit for each channel of the execution size
  std::uint32_t channels = 0;          // channels in `all` that the Align16 write mask enables
  std::uint8_t size = 1;               // execution size
  std::uint8_t groups = 1;             // groups of eight lanes
  std::uint8_t destination_bytes = 4;  // size of an element
  std::uint8_t channel_offset = 0;
  std::uint8_t flag_nr = 0;
  std::uint8_t flag_shift = 0;
  bool needs_common_mode : 1 = false;  // ExecutionState::has_common_mode()
  bool no_mask : 1 = false;
  bool predicated : 1 = false;
  bool pred_inverse : 1 = false;
  bool selects : 1 = false;   // sel chooses by the predicate
  bool rejoins : 1 = false;   // branches may send waiting channels here
  std::uint32_t message = 0;  // index in PreparedProgram::messages plus 1, for a send that may not need the port; 0: no

  // Returns the predicate of the channels, from bit 0 on. pred_control is `normal`.
  std::uint32_t predicate(const Thread& thread) const {
    const std::uint32_t bits = std::rotr(thread.flag[flag_nr], flag_shift);
    return pred_inverse ? ~bits : bits;
  }
  // Returns the channels whose results count.
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
