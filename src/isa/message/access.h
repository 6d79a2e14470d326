// A common description of messages in which every channel has its own address: the memory that a channel accesses, and
// the place of its data in the registers. SKL PRM vol7, data port: untyped surface, byte and dword scattered, A64
// scattered and untyped atomic messages; SNB PRM vol4 part1 for Gen6's messages.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>

#include "isa/message/message.h"

namespace eugene::isa {

inline constexpr unsigned kA64AddressBits = 48;
// IGC sets this bit in pointers to shared local memory, so that none is null. The bit is not part of the offset.
inline constexpr unsigned kSlmTagBit = 28;
inline constexpr std::uint64_t kSlmOffsetMask = ~(std::uint64_t{1} << kSlmTagBit);
inline constexpr std::uint32_t kBufferBaseMask = 0xFFFF'FC00;  // M0.5 31:10, of stateless messages

// After the header, the payload holds the channels' addresses, then a write's chosen elements or an atomic's operands.
// Each of these is a run of registers with one value for each channel. The response holds the chosen elements in the
// same way.
struct ChannelAccess {
  unsigned lanes = 8;  // 8 or 16
  bool a64 = false;    // 64-bit addresses; else 32-bit offsets into the surface `bti`
  std::uint8_t bti = 0;
  unsigned scale = 1;        // unit of an offset, in bytes
  unsigned bytes = 4;        // size of an element in memory: 1, 2, 4 or 8
  std::uint32_t chosen = 1;  // bit e: the element `e * bytes` from the address on
  unsigned alignment = 1;    // required by the documents, in bytes
  bool reads = false;
  bool writes = false;         // an atomic has neither `reads` nor `writes`
  bool returns = false;        // there is a response
  bool header_mask = false;    // M0.7 15:0 of the header masks the channels as well
  bool header_offset = false;  // M0.2 of a header is added to every offset before it is scaled

  bool is_atomic() const { return !reads && !writes; }
  unsigned address_bytes() const { return a64 ? 8 : 4; }
  unsigned slot() const { return std::max(bytes, 4U); }  // bytes of an element in registers
  unsigned parts() const { return static_cast<unsigned>(std::popcount(chosen)); }
};

// Returns nothing for other messages, for SIMD4x2, and for scaled offsets (data cache port 2).
std::optional<ChannelAccess> channel_access(const MessageBody& body);

// True for messages that execute an atomic operation on memory.
bool is_atomic(const MessageBody& body);

}  // namespace eugene::isa
