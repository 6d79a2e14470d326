#include "check/init/message.h"

#include <variant>

#include "eu/memory_access.h"
#include "eu/register_file.h"
#include "isa/message/access.h"
#include "isa/message/message.h"
#include "sem/atomic.h"

namespace eugene::check {
namespace {

std::size_t offset_in(const eu::Thread& thread, std::span<const eu::Grf> registers) {
  return static_cast<std::size_t>(reinterpret_cast<const std::byte*>(registers.data()) - eu::raw_bytes(thread));
}

constexpr std::size_t whole_registers(std::size_t bytes) {
  return (bytes + eu::kGrfBytes - 1) / eu::kGrfBytes * eu::kGrfBytes;
}

}  // namespace

InitMessage::InitMessage(const isa::Gen& gen, const eu::SendRequest& request) {
  if (!request.payload.empty()) payload_ = offset_in(request.thread, request.payload);
  payload_bytes_ = request.payload.size_bytes();
  if (!request.extended_payload.empty()) second_ = offset_in(request.thread, request.extended_payload);
  second_bytes_ = request.extended_payload.size_bytes();
  if (!request.response.empty()) response_ = offset_in(request.thread, request.response);
  response_bytes_ = request.response.size_bytes();
  const auto message = isa::decode_message(gen, request.sfid(), request.descriptor, request.extended_descriptor);
  if (!message) return;
  header_bytes_ = message->header ? eu::kGrfBytes : 0;
  if (const auto access = isa::channel_access(message->body)) {
    kind_ = access->is_atomic() ? Kind::atomic : Kind::elements;
    lanes_ = access->lanes;
    slot_ = access->slot();
    parts_ = access->is_atomic() ? 1 : access->parts();
    address_bytes_ = access->address_bytes();
    data_begin_ = whole_registers(std::size_t{lanes_} * address_bytes_);
    const auto* atomic = std::get_if<isa::UntypedAtomic>(&message->body);
    const auto* floating = std::get_if<isa::UntypedFloatAtomic>(&message->body);
    if (atomic != nullptr) atomic_ = atomic->op;
    if (floating != nullptr) atomic_ = floating->op;
    compares_ = (atomic != nullptr && atomic->op == isa::AtomicOp::compare_write) ||
                (floating != nullptr && floating->op == isa::FloatAtomicOp::compare_write);
    return;
  }
  const auto access = eu::memory_access(gen, *message, request.instruction.exec_size);
  const auto* block = access ? std::get_if<eu::BlockAccess>(&access->kind) : nullptr;
  if (block == nullptr) return;
  kind_ = Kind::block;
  from_address_ = block->from_address;
  is_moved_ = block->from_address || block->scale != 0;
}

std::optional<std::size_t> InitMessage::body(std::size_t byte) const {
  const std::size_t first = payload_bytes_ - std::min(header_bytes_, payload_bytes_);
  if (byte < first) return payload_ + header_bytes_ + byte;
  if (byte - first < second_bytes_) return second_ + (byte - first);
  return std::nullopt;
}

std::uint64_t InitMessage::updated(std::uint64_t old, std::uint64_t a, std::uint64_t b) const {
  const auto as_dwords = [&](auto op) {
    return sem::atomic_update(op, static_cast<std::uint32_t>(old), static_cast<std::uint32_t>(a),
                              static_cast<std::uint32_t>(b));
  };
  if (const auto* op = std::get_if<isa::FloatAtomicOp>(&atomic_)) return as_dwords(*op);
  const auto* op = std::get_if<isa::AtomicOp>(&atomic_);
  if (op == nullptr) return old;
  return slot_ == sizeof(std::uint64_t) ? sem::atomic_update(*op, old, a, b) : as_dwords(*op);
}

}  // namespace eugene::check
