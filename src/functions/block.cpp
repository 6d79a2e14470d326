#include "functions/block.h"

#include <algorithm>
#include <type_traits>

#include "isa/message/access.h"

namespace eugene::functions {
namespace {

using isa::kOwordBytes;
constexpr unsigned kDwordsOfOword = 4;

// Returns the enables of a block message, for 16 channels. A send with fewer channels repeats its enables.
std::uint32_t block_channels(const MessageCall& call) {
  std::uint32_t channels = call.request().channels;
  for (unsigned size = std::max<unsigned>(call.request().instruction.exec_size, 1); size < 16; size *= 2) {
    channels = (channels & static_cast<std::uint32_t>(low_mask(size))) * (1 + (1U << size));
  }
  return channels & 0xFFFF;
}

// Returns the dword enables of register `index` of a block: the low 8 channels for the first, third, ... register, the
// high 8 for the others.
std::uint32_t register_channels(std::uint32_t channels, unsigned index) {
  return index % 2 == 0 ? channels & 0xFF : channels >> 8;
}

// Moves `bytes` at `offset`: at once if all are inside and on one page, otherwise dword by dword.
template <class Byte>
bool move(MessageCall& call, const MemoryRange& space, std::uint64_t offset, Byte* registers, unsigned bytes) {
  constexpr Access kAccess = kAccessOf<Byte>;
  constexpr AccessKind kKind = kAccess == Access::read ? AccessKind::read : AccessKind::write;
  memory::View& view = call.view();
  offset &= space.offset_mask;
  const bool is_inside = space.contains(offset, bytes);
  call.reaches(space, {&offset, 1}, 1, bytes, kKind);
  if (is_inside) {
    if (std::byte* host = space.locate(view, offset, bytes, kAccess); host != nullptr) {
      if constexpr (kAccess == Access::read) {
        std::memcpy(registers, host, bytes);
      } else {
        std::memcpy(host, registers, bytes);
      }
      call.transferred(space, offset, {registers, bytes}, kKind);
      return true;
    }
  }
  for (unsigned at = 0; at < bytes; at += 4) {
    const std::uint64_t dword = offset + at;
    if (!call.drop(space, dword, 4, kAccess)) {
      call.explain_block(at);
      return false;
    }
    if (!is_inside) call.reaches(space, {&dword, 1}, 1, 4, kKind);
    bool mapped = false;
    if constexpr (kAccess == Access::read) {
      mapped = space.read(view, dword, registers + at, 4);
    } else {
      mapped = space.write(view, dword, registers + at, 4);
    }
    if (!mapped && !call.unmapped(view.bad_address(), kAccess)) return false;
    if (!is_inside) call.transferred(space, dword, {registers + at, 4}, kKind);
  }
  if (is_inside) call.transferred(space, offset, {registers, bytes}, kKind);
  return true;
}

// Moves one OWord, with the enables of its four channels. With `whole` (reads), any enable moves all of it; otherwise
// each enable moves its dword.
template <class Byte>
bool move_oword(MessageCall& call, const MemoryRange& space, std::uint64_t offset, Byte* oword, std::uint32_t enables,
                bool whole) {
  if (enables == 0) return true;
  if (whole || enables == 0xF) return move(call, space, offset, oword, kOwordBytes);
  for (unsigned dword = 0; dword < kDwordsOfOword; ++dword) {
    if ((enables >> dword & 1) == 0) continue;
    if (!move(call, space, offset + dword * 4, oword + dword * 4, 4)) return false;
  }
  return true;
}

// Moves whole registers, with the channel enables.
template <class Byte>
bool move_registers(MessageCall& call, const MemoryRange& space, std::uint64_t offset, Byte* registers, unsigned owords,
                    bool whole) {
  const std::uint32_t channels = block_channels(call);
  if (channels == 0xFFFF) return move(call, space, offset, registers, owords * kOwordBytes);
  for (unsigned i = 0; i < owords; ++i) {
    const std::uint32_t enables = register_channels(channels, i / 2) >> i % 2 * kDwordsOfOword & 0xF;
    const unsigned at = i * kOwordBytes;
    if (!move_oword(call, space, offset + at, registers + at, enables, whole)) return false;
  }
  return true;
}

// Moves a block of one OWord or of whole registers.
template <class Byte>
bool move_block(MessageCall& call, const MemoryRange& space, std::uint64_t offset, Byte* registers, unsigned owords,
                bool high_half) {
  constexpr bool kWhole = kAccessOf<Byte> == Access::read;
  if (owords > 1) return move_registers(call, space, offset, registers, owords, kWhole);
  // A read is enabled by either half of the low 8 channels; a write only by the channels of its half.
  const std::uint32_t low = block_channels(call) & 0xF;
  const std::uint32_t high = block_channels(call) >> 4 & 0xF;
  const std::uint32_t enables = kWhole ? low | high : high_half ? high : low;
  return move_oword(call, space, offset, registers + (high_half ? kOwordBytes : 0), enables, kWhole);
}

template <class Byte>
bool move_dual(MessageCall& call, const MemoryRange& space, const std::array<std::uint64_t, 2>& offsets,
               Byte* registers, unsigned owords) {
  const std::uint32_t channels = block_channels(call);
  for (unsigned i = 0; i < owords; ++i) {
    for (unsigned half = 0; half < 2; ++half) {
      const std::uint32_t enables = channels >> half * kDwordsOfOword & 0xF;
      Byte* oword = registers + i * eu::kGrfBytes + half * kOwordBytes;
      if (!move_oword(call, space, offsets[half] + i * kOwordBytes, oword, enables, kAccessOf<Byte> == Access::read)) {
        return false;
      }
    }
  }
  return true;
}

// Calls `body` with the `count` response registers of a read, or with the body registers from `data_register` of a
// write.
template <class Body>
bool with_registers(MessageCall& call, Access access, unsigned data_register, unsigned count, Body body) {
  if (access == Access::read) {
    std::byte* to = call.response(count);
    return to != nullptr && body(to);
  }
  const std::byte* from = call.body(data_register, count);
  return from != nullptr && body(from);
}

bool move_owords(MessageCall& call, const MemoryRange& space, std::uint64_t offset, Access access, unsigned owords,
                 bool high_half = false) {
  return with_registers(call, access, 0, (owords + 1) / 2,
                        [&](auto* registers) { return move_block(call, space, offset, registers, owords, high_half); });
}

bool need_header(const MessageCall& call) {
  return call.has_header() || call.fail("block message without a header", "SKL PRM vol7, block message header");
}

std::uint64_t header_address(const MessageCall& call) { return std::uint64_t{call.header(1)} << 32 | call.header(0); }

}  // namespace

bool execute(MessageCall& call, Surfaces& surfaces, const isa::OwordBlock& message) {
  if (!need_header(call)) return false;
  const MemoryRange* space = message.a64 ? &kA64Range : surfaces.space(call, message.bti);
  const std::uint64_t offset =
      message.a64 ? header_address(call) : std::uint64_t{call.header(2)} * (message.unaligned ? 1 : kOwordBytes);
  return space != nullptr && move_owords(call, *space, offset, find_access(message), message.owords, message.high_half);
}

bool execute(MessageCall& call, Surfaces& /*surfaces*/, const isa::A64HwordBlock& message) {
  return need_header(call) &&
         move_owords(call, kA64Range, header_address(call), find_access(message), 2U * message.hwords);
}

bool execute(MessageCall& call, Surfaces& surfaces, const isa::OwordDualBlock& message) {
  const MemoryRange* space = message.a64 ? &kA64Range : surfaces.space(call, message.bti);
  const std::byte* body = space == nullptr ? nullptr : call.body(0, 1);
  if (body == nullptr) return false;
  std::array<std::uint64_t, 2> offsets{};
  for (unsigned half = 0; half < 2; ++half) {
    std::memcpy(&offsets[half], body + half * kOwordBytes, message.a64 ? 8 : 4);
    if (!message.a64) offsets[half] = (offsets[half] + call.header(2)) * kOwordBytes;
  }
  return with_registers(call, find_access(message), 1, message.owords,
                        [&](auto* registers) { return move_dual(call, *space, offsets, registers, message.owords); });
}

bool execute(MessageCall& call, Surfaces& surfaces, const isa::ScratchBlock& message) {
  if (!need_header(call)) return false;
  const MemoryRange* space = surfaces.general_state(call.header(5) & isa::kBufferBaseMask);
  const std::uint64_t offset = std::uint64_t{message.offset} * eu::kGrfBytes;
  return with_registers(call, find_access(message), 0, message.hwords, [&](auto* registers) {
    return move_registers(call, *space, offset, registers, 2U * message.hwords, !message.dword_channels);
  });
}

}  // namespace eugene::functions
