#include "eu/fused/fused_message.h"

#include <array>
#include <bit>

#include "eu/fused/host_access.h"
#include "eu/prepared_op.h"
#include "isa/message/access.h"

namespace eugene::eu {

namespace {

constexpr unsigned kMaxBlock = 256;

using Slot = WindowTable::Slot;

std::uint64_t block_offset(const Thread& thread, const MessagePlan& plan) {
  const auto dword = [&](unsigned index) {
    return std::uint64_t{payload_word<std::uint32_t>(thread, plan.header, index)};
  };
  if (plan.from_address) return (dword(0) | dword(1) << 32) & plan.offset_mask;
  std::uint64_t offset = plan.offset;
  if (plan.has_offset) offset += dword(2) << plan.scale_shift;
  if (plan.moves_base) offset += dword(5) & isa::kBufferBaseMask;
  return offset & plan.offset_mask;
}

bool move_block(Thread& thread, const MessagePlan& plan, const Slot& window, std::uint32_t channels) {
  const std::uint64_t offset = block_offset(thread, plan);
  if ((channels & plan.channels) != plan.channels || !window.contains(offset)) return false;
  std::byte* host = window.host + (offset - window.first);
  std::byte* registers = raw_bytes(thread) + plan.data;
  if (plan.space.writes) {
    Bytes bytes{host, registers, plan.reach};
    return access_host(plan, copy, &bytes);
  }
  alignas(64) std::array<std::byte, kMaxBlock> values;
  Bytes bytes{values.data(), host, plan.reach};
  if (!access_host(plan, copy, &bytes)) return false;
  bytes = {registers, values.data(), plan.reach};
  copy(&bytes);
  return true;
}

}  // namespace

MessageHandler message_handler(const MemoryAccess& access) {
  if (const auto* block = std::get_if<BlockAccess>(&access.kind))
    return block->bytes <= kMaxBlock ? move_block : nullptr;
  const auto* elements = std::get_if<ElementAccess>(&access.kind);
  return elements == nullptr ? nullptr : element_handler(*elements, access.space);
}

std::uint64_t wanted_offset(const Thread& thread, const MessagePlan& plan, std::uint32_t channels) {
  if (plan.is_block) return block_offset(thread, plan);
  const auto lane = static_cast<unsigned>(std::countr_zero(channels & plan.channels));
  const std::uint64_t address = lane >= kMaxMessageLanes  ? 0
                                : plan.address_bytes == 8 ? payload_word<std::uint64_t>(thread, plan.addresses, lane)
                                                          : payload_word<std::uint32_t>(thread, plan.addresses, lane);
  return (address << plan.scale_shift) & plan.offset_mask;
}

MessageWindows::MessageWindows(const PreparedProgram& prepared, const FastPaths& paths)
    : plans_(prepared.messages.data()) {
  if (paths.message_windows == nullptr || paths.source == nullptr || prepared.messages.empty()) return;
  slots_ = paths.message_windows->of(&prepared, prepared.messages.size());
  source_ = paths.source;
}

void MessageWindows::learn(const FusedOp& op, std::uint64_t offset) {
  Slot& slot = slots_[op.message - 1];
  if (slot.contains(offset)) return;
  const MessagePlan& known = plan(op);
  const MemoryWindow found = source_->window(known.space, offset);
  if (found.bytes < known.reach) return;
  slot = {.first = found.first, .count = found.bytes - known.reach + 1, .host = found.host};
}

}  // namespace eugene::eu
