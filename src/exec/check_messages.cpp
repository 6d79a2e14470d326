// What --check says of messages, as they are sent: SKL PRM vol7 data port. Which bytes of the registers a response
// fills is known here alone.
#include <algorithm>
#include <array>
#include <cstring>
#include <variant>

#include "base/bits.h"
#include "exec/checker.h"
#include "exec/element.h"
#include "functions/atomic.h"
#include "isa/message.h"

namespace eugene::exec {
namespace {

constexpr unsigned kMaxLanes = 16;
constexpr unsigned kOwordBytes = 16;
constexpr unsigned kAddressSign = 47;

// Messages in which every channel has an address.
struct Scatter {
  unsigned lanes = 8;
  unsigned address_bytes = 4;
  unsigned scale = 1;      // bytes that an address counts
  unsigned alignment = 1;  // bytes
  unsigned bti = 0;
  unsigned bytes = 4;        // of an element in memory
  unsigned slot = 4;         // of an element in registers
  std::uint32_t chosen = 1;  // elements of a channel
  bool writes = false;
  bool is_atomic = false;
  bool returns = false;
};

std::optional<Scatter> scatter_of(const isa::MessageBody& body) {
  if (const auto* m = std::get_if<isa::UntypedSurface>(&body)) {
    if (m->simd < 8 || m->scaled) return std::nullopt;
    return Scatter{.lanes = m->simd,
                   .address_bytes = m->a64 ? 8U : 4U,
                   .alignment = 4,
                   .bti = m->bti,
                   .chosen = m->channels,
                   .writes = m->access == isa::Access::write,
                   .returns = m->access == isa::Access::read};
  }
  if (const auto* m = std::get_if<isa::ByteScattered>(&body)) {
    if (m->scaled) return std::nullopt;
    return Scatter{.lanes = m->simd,
                   .bti = m->bti,
                   .bytes = m->bytes,
                   .slot = std::max<unsigned>(m->bytes, 4),
                   .writes = m->access == isa::Access::write,
                   .returns = m->access == isa::Access::read};
  }
  if (const auto* m = std::get_if<isa::DwordScattered>(&body)) {
    return Scatter{.lanes = m->simd,
                   .scale = 4,
                   .alignment = 4,
                   .bti = m->bti,
                   .writes = m->access == isa::Access::write,
                   .returns = m->access == isa::Access::read};
  }
  if (const auto* m = std::get_if<isa::A64Scattered>(&body)) {
    if (m->scaled) return std::nullopt;
    const bool packed = m->element_bytes == 1;
    const unsigned bytes = packed ? m->elements : m->element_bytes;
    return Scatter{.lanes = m->simd,
                   .address_bytes = 8,
                   .alignment = m->element_bytes,
                   .bti = m->bti,
                   .bytes = bytes,
                   .slot = std::max(bytes, 4U),
                   .chosen = packed ? 1U : static_cast<std::uint32_t>(low_mask(m->elements)),
                   .writes = m->access == isa::Access::write,
                   .returns = m->access == isa::Access::read};
  }
  if (const auto* m = std::get_if<isa::UntypedAtomic>(&body)) {
    const unsigned bytes = m->bytes == 8 || m->op == isa::AtomicOp::compare_write_64 ? 8 : 4;
    return Scatter{.lanes = m->simd,
                   .address_bytes = m->a64 ? 8U : 4U,
                   .alignment = bytes,
                   .bti = m->bti,
                   .bytes = bytes,
                   .slot = bytes,
                   .is_atomic = true,
                   .returns = m->returns};
  }
  if (const auto* m = std::get_if<isa::UntypedFloatAtomic>(&body)) {
    return Scatter{.lanes = m->simd,
                   .address_bytes = m->a64 ? 8U : 4U,
                   .alignment = 4,
                   .bti = m->bti,
                   .is_atomic = true,
                   .returns = m->returns};
  }
  return std::nullopt;
}

// Both payloads as one list of bytes behind the header.
std::vector<std::byte> body_of(const eu::SendRequest& request, bool header) {
  std::vector<std::byte> bytes;
  for (const std::span<const eu::Grf> payload : {request.payload, request.extended_payload})
    for (const eu::Grf& grf : payload) bytes.insert(bytes.end(), grf.bytes.begin(), grf.bytes.end());
  if (header && !bytes.empty()) bytes.erase(bytes.begin(), bytes.begin() + eu::kGrfBytes);
  return bytes;
}

std::uint32_t header_dword(const eu::SendRequest& request, bool header, unsigned index) {
  std::uint32_t value = 0;
  if (header && !request.payload.empty())
    std::memcpy(&value, request.payload[0].bytes.data() + index * sizeof(value), sizeof(value));
  return value;
}

bool is_nan_at(std::span<const std::byte> bytes, std::size_t at) {
  std::uint32_t value = 0;
  if (at + sizeof(value) > bytes.size()) return false;
  std::memcpy(&value, bytes.data() + at, sizeof(value));
  return is_nan(isa::Type::f, value);
}

// First byte of the response in the Thread.
std::size_t place_of_response(const eu::SendRequest& request) {
  return static_cast<std::size_t>(reinterpret_cast<const std::byte*>(request.response.data()) -
                                  reinterpret_cast<const std::byte*>(&request.thread));
}

Result<isa::Message> message_of(const isa::Gen& gen, const eu::SendRequest& request) {
  return isa::decode_message(gen, request.instruction.send.sfid, request.descriptor, request.extended_descriptor);
}

// One channel's addresses, in order of channels.
struct Target {
  unsigned lane;
  std::uint64_t address;
};

std::vector<Target> targets_of(const Scatter& scatter, const eu::SendRequest& request, bool header,
                               std::span<const std::byte> body) {
  std::vector<Target> targets;
  const std::uint64_t global =
      scatter.address_bytes == 4 ? std::uint64_t{header_dword(request, header, 2)} * scatter.scale : 0;
  for (unsigned lane = 0; lane < std::min(scatter.lanes, kMaxLanes); ++lane) {
    const std::size_t at = std::size_t{lane} * scatter.address_bytes;
    if ((request.channels >> lane & 1) == 0 || at + scatter.address_bytes > body.size()) continue;
    std::uint64_t address = 0;
    std::memcpy(&address, body.data() + at, scatter.address_bytes);
    targets.push_back({lane, address * scatter.scale + global});
  }
  return targets;
}

// Whether two channels leave different values in a byte, whichever of them comes last.
bool write_differently(const Scatter& scatter, std::span<const Target> targets, std::span<const std::byte> body) {
  std::vector<std::pair<std::uint64_t, std::byte>> bytes;
  std::size_t data = std::size_t{scatter.lanes} * scatter.address_bytes;
  for (std::uint32_t rest = scatter.chosen; rest != 0; rest &= rest - 1, data += scatter.lanes * scatter.slot) {
    const auto element = static_cast<unsigned>(std::countr_zero(rest));
    for (const Target& target : targets) {
      for (unsigned byte = 0; byte < scatter.bytes; ++byte) {
        const std::size_t at = data + target.lane * scatter.slot + byte;
        if (at < body.size()) bytes.emplace_back(target.address + element * scatter.bytes + byte, body[at]);
      }
    }
  }
  std::ranges::sort(bytes);
  return std::ranges::adjacent_find(bytes, [](const auto& a, const auto& b) {
           return a.first == b.first && a.second != b.second;
         }) != bytes.end();
}

}  // namespace

void Checker::use_local_memory(std::uint64_t begin, std::uint64_t size, bool writes) {
  std::vector<bool>& written = memory_->local_written;
  for (std::uint64_t at = begin; at < std::min<std::uint64_t>(begin + size, written.size()); ++at) {
    if (!writes && !written[at]) suspect(Cause::local_memory);
    if (writes) written[at] = true;
  }
}

void Checker::before_message(const eu::SendRequest& request) {
  const auto message = message_of(*program_->gen, request);
  if (!message || request.channels == 0) return;
  const bool header = message->header;
  const auto all = static_cast<std::uint32_t>(low_mask(request.instruction.exec_size));
  const bool partial = (request.channels & all) != all;
  const std::vector<std::byte> body = body_of(request, header);

  if (const auto scatter = scatter_of(message->body)) {
    const std::vector<Target> targets = targets_of(*scatter, request, header, body);
    const bool is_surface = scatter->address_bytes == 4 && memory_->surface_bytes[scatter->bti] != 0;
    for (const Target& target : targets) {
      if (target.address % scatter->alignment != 0) suspect(Cause::unaligned);
      const std::uint64_t top = target.address >> kAddressSign;
      if (scatter->address_bytes == 8 && top != 0 && top != low_mask(64 - kAddressSign)) suspect(Cause::address_bits);
      const bool outside = is_surface && target.address + scatter->bytes > memory_->surface_bytes[scatter->bti];
      if (outside && scatter->is_atomic && scatter->returns) suspect(Cause::atomic_outside);
      if (scatter->address_bytes == 4 && scatter->bti == isa::kBtiSlm) {
        for (std::uint32_t rest = scatter->chosen; rest != 0; rest &= rest - 1) {
          const std::uint64_t at = target.address + static_cast<unsigned>(std::countr_zero(rest)) * scatter->bytes;
          use_local_memory(at, scatter->bytes, scatter->writes);
        }
      }
    }
    if (scatter->writes && write_differently(*scatter, targets, body)) suspect(Cause::same_byte);
    if (const auto* atomic = std::get_if<isa::UntypedFloatAtomic>(&message->body)) {
      const std::size_t data = std::size_t{scatter->lanes} * scatter->address_bytes;
      for (const Target& target : targets) {
        for (unsigned n = 0; n < isa::operands(atomic->op); ++n) {
          const std::size_t at = data + (n * scatter->lanes + target.lane) * scatter->slot;
          if (is_nan_at(body, at)) suspect(Cause::float_atomic_nan);
        }
      }
    }
    return;
  }
  if (const auto* block = std::get_if<isa::OwordBlock>(&message->body)) {
    const std::uint32_t low = header_dword(request, header, 0);
    if (block->a64 && low % (block->unaligned ? 4 : kOwordBytes) != 0) suspect(Cause::unaligned);
    if (!block->a64 && block->unaligned && header_dword(request, header, 2) % 4 != 0) suspect(Cause::unaligned);
    if (!block->a64 && block->bti == isa::kBtiSlm) {
      const std::uint64_t at = std::uint64_t{header_dword(request, header, 2)} * (block->unaligned ? 1 : kOwordBytes);
      use_local_memory(at, std::uint64_t{block->owords} * kOwordBytes, block->access == isa::Access::write);
    }
  }
  const bool is_block = std::holds_alternative<isa::OwordBlock>(message->body) ||
                        std::holds_alternative<isa::A64HwordBlock>(message->body) ||
                        std::holds_alternative<isa::ScratchBlock>(message->body);
  const bool ignores_enables =
      std::holds_alternative<isa::MediaBlock>(message->body) || std::holds_alternative<isa::MemoryFence>(message->body);
  if (partial && ((is_block && request.instruction.exec_size < kMaxLanes) || ignores_enables))
    suspect(Cause::block_enables);
}

void Checker::after_message(const eu::SendRequest& request) {
  const auto registers = static_cast<unsigned>(request.response.size());
  if (registers == 0) return;
  const std::size_t begin = place_of_response(request);
  const auto message = message_of(*program_->gen, request);
  const auto scatter = message ? scatter_of(message->body) : std::nullopt;
  if (scatter && scatter->returns) {
    // Channels that are off keep what their registers held.
    std::size_t at = begin;
    for (std::uint32_t rest = scatter->chosen; rest != 0; rest &= rest - 1, at += scatter->lanes * scatter->slot) {
      for (unsigned lane = 0; lane < scatter->lanes; ++lane) {
        if ((request.channels >> lane & 1) == 0) continue;
        const std::size_t slot = at + lane * scatter->slot;
        mark_written(slot, slot + scatter->slot);
        mark_undefined(slot + scatter->bytes, slot + scatter->slot);
        const bool is_float = message && std::holds_alternative<isa::UntypedFloatAtomic>(message->body);
        if (is_float && is_nan_at(std::as_bytes(std::span(&request.thread, 1)), slot)) suspect(Cause::float_atomic_nan);
      }
    }
  } else {
    std::size_t first = begin;
    std::size_t end = begin + registers * eu::kGrfBytes;
    if (const auto* block = message ? std::get_if<isa::OwordBlock>(&message->body) : nullptr;
        block != nullptr && block->owords == 1) {
      if (block->high_half) first += kOwordBytes;
      end = first + kOwordBytes;
    }
    mark_written(first, end);
    if (message && std::holds_alternative<isa::MemoryFence>(message->body)) mark_undefined(first, end);
  }
  for (std::size_t nr = begin / eu::kGrfBytes, n = 0; n < registers && nr + n < in_flight_.size(); ++n) {
    in_flight_[nr + n] = true;
    uncleared_[nr + n] = false;  // 8.3.44: sends chain by {NoDDClr} among themselves
  }
}

}  // namespace eugene::exec
