// URB writes of eight slots with a handle each, on Gen8 and later. SKL PRM vol2d "URB_WRITE_SIMD8"; vISA manual
// URB_WRITE.
#include <fmt/format.h>

#include <cstring>

#include "base/bits.h"
#include "functions/urb.h"

namespace eugene::functions {
namespace {

constexpr std::string_view kUrbWriteReference = "vISA manual URB_WRITE";
constexpr unsigned kUrbSlots = 8, kMaxData = 8;
constexpr unsigned kOffsetBytes = 16;  // unit of offsets: 128 bits

std::uint32_t slot_dword(const std::byte* registers, unsigned index) {
  std::uint32_t value = 0;
  std::memcpy(&value, registers + index * sizeof(value), sizeof(value));
  return value;
}

}  // namespace

// The header has a handle for each slot. If the descriptor says so, the slots' offsets and masks follow. Then there is
// one register of data for each dword of a slot.
bool Urb::write_slots(MessageCall& call, const isa::Urb& message) {
  const unsigned before = (message.per_slot_offset ? 1U : 0U) + (message.channel_mask ? 1U : 0U);
  const unsigned all = call.body_registers();
  if (all <= before || all - before > kMaxData)
    return call.fail(fmt::format("URB write of {} registers of data: it must have 1 to 8", all - std::min(all, before)),
                     std::string(kUrbWriteReference));
  const std::byte* body = call.body(0, all);
  if (body == nullptr) return false;
  const std::byte* offsets = message.per_slot_offset ? body : nullptr;
  const std::byte* masks = message.channel_mask ? body + (before - 1) * eu::kGrfBytes : nullptr;
  const std::byte* data = body + before * eu::kGrfBytes;
  const unsigned count = all - before;
  const auto bytes = std::as_writable_bytes(std::span(rows_));
  for (unsigned slot = 0; slot < kUrbSlots; ++slot) {
    if (!bit(call.channels(kUrbSlots), slot)) continue;
    const std::uint64_t offset = std::uint64_t{message.offset} + (offsets != nullptr ? slot_dword(offsets, slot) : 0);
    const std::uint64_t first = bits(call.header(slot), 15, 0) * std::uint64_t{eu::kGrfBytes} + offset * kOffsetBytes;
    const std::uint32_t mask = masks != nullptr ? bits(slot_dword(masks, slot), 23, 16) : 0xFF;
    for (unsigned n = 0; n < count; ++n) {
      if (!bit(mask, n)) continue;
      const std::uint64_t at = first + n * sizeof(std::uint32_t);
      if (at + sizeof(std::uint32_t) > bytes.size())
        return call.fail(fmt::format("URB write of slot {} at offset {} reaches past the URB", slot, offset),
                         std::string(kUrbWriteReference));
      std::memcpy(&bytes[at], data + n * eu::kGrfBytes + slot * sizeof(std::uint32_t), sizeof(std::uint32_t));
    }
  }
  return true;
}

}  // namespace eugene::functions
