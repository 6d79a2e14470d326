// --check of messages when they are sent: SKL PRM vol7 data port. Also marks the bytes that responses write, which only
// this file knows.
#include <algorithm>
#include <array>
#include <cstring>
#include <variant>

#include "asm/element.h"
#include "base/bits.h"
#include "isa/message/access.h"
#include "script/reliance/checker.h"

namespace eugene::script::reliance {
namespace {

using isa::ChannelAccess;
using isa::kOwordBytes;

constexpr unsigned kMaxLanes = 16;
constexpr unsigned kAddressSign = 47;
// Generations whose sampler header has SIMD32/64 Output Format Control.
constexpr isa::PerGen<bool> kHasOutputFormat{false, true};

// Returns the bytes after the header, of both payloads.
std::vector<std::byte> read_body(const eu::SendRequest& request, bool header) {
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

bool is_nan_at(std::span<const std::byte> bytes, std::size_t at, isa::Type type) {
  std::uint64_t value = 0;
  if (at + isa::byte_size(type) > bytes.size()) return false;
  std::memcpy(&value, bytes.data() + at, isa::byte_size(type));
  return assembly::is_nan(type, value);
}

isa::Type operand_type(const isa::UntypedFloatAtomic& atomic) {
  return atomic.bytes == 2 ? isa::Type::hf : isa::Type::f;
}

// Returns the offset of the response in the Thread.
std::size_t place_of_response(const eu::SendRequest& request) {
  return static_cast<std::size_t>(reinterpret_cast<const std::byte*>(request.response.data()) -
                                  reinterpret_cast<const std::byte*>(&request.thread));
}

Result<isa::Message> decode_request(const isa::Gen& gen, const eu::SendRequest& request) {
  return isa::decode_message(gen, request.sfid(), request.descriptor, request.extended_descriptor);
}

// One address of a channel.
struct Target {
  unsigned lane;
  std::uint64_t address;
};

std::vector<Target> find_targets(const ChannelAccess& access, std::uint32_t channels, const eu::SendRequest& request,
                                 bool header, std::span<const std::byte> body) {
  std::vector<Target> targets;
  const std::uint64_t global = access.header_offset ? header_dword(request, header, 2) : 0;
  for (unsigned lane = 0; lane < access.lanes; ++lane) {
    const std::size_t at = std::size_t{lane} * access.address_bytes();
    if ((channels >> lane & 1) == 0 || at + access.address_bytes() > body.size()) continue;
    std::uint64_t address = 0;
    std::memcpy(&address, body.data() + at, access.address_bytes());
    targets.push_back({lane, (address + global) * access.scale});
  }
  return targets;
}

// Whether two channels write different values to a byte, so that the result depends on their order.
bool write_differently(const ChannelAccess& access, std::span<const Target> targets, std::span<const std::byte> body) {
  std::vector<std::pair<std::uint64_t, std::byte>> bytes;
  std::size_t data = std::size_t{access.lanes} * access.address_bytes();
  for (std::uint32_t rest = access.chosen; rest != 0; rest &= rest - 1, data += access.lanes * access.slot()) {
    const auto element = static_cast<unsigned>(std::countr_zero(rest));
    for (const Target& target : targets) {
      for (unsigned byte = 0; byte < access.bytes; ++byte) {
        const std::size_t at = data + target.lane * access.slot() + byte;
        if (at < body.size()) bytes.emplace_back(target.address + element * access.bytes + byte, body[at]);
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
  begin &= isa::kSlmOffsetMask;
  for (std::uint64_t at = begin; at < std::min<std::uint64_t>(begin + size, written.size()); ++at) {
    if (!writes && !written[at]) suspect(Cause::local_memory);
    if (writes) written[at] = true;
  }
}

// Checks a descriptor in a0 like `eugene check` checks an immediate one (8.3.44).
void Checker::check_descriptor(const eu::SendRequest& request) {
  constexpr unsigned kMaxResponse = 16;
  const isa::SendFields lengths{.descriptor = request.descriptor};
  const isa::Instruction& send = request.instruction;
  const bool fills_r0 = !request.response.empty() && place_of_response(request) == offsetof(eu::Thread, grf);
  if (fills_r0 && program_->gen->has_message_registers()) suspect(Cause::descriptor, "r0 cannot receive a response");
  if (send.send.sfid == isa::Sfid::gateway && program_->gen->has_message_registers()) {  // 1.1.1
    if (lengths.header_present())
      suspect(Cause::gateway_reserved, "a gateway message has no header, but Header Present is set");
    if (bits(request.descriptor, 13, 3) != 0)
      suspect(Cause::gateway_reserved, "bits 13:3 of a gateway descriptor must be zero");
  }
  if (!send.send.descriptor_in_a0) return;
  if (lengths.message_length() == 0) suspect(Cause::descriptor, "the descriptor in a0 has a message length of 0");
  if (lengths.response_length() > kMaxResponse)
    suspect(Cause::descriptor, "the descriptor in a0 has a response length above 16");
  if (send.dst.is_null() && lengths.response_length() != 0)
    suspect(Cause::descriptor, "the descriptor in a0 requests a response, but the destination is null");
}

// SNB 1.1: bits of the payload that must be zero. BXT: only some threads may set a barrier's count.
void Checker::check_gateway(const eu::SendRequest& request, const isa::Gateway& message) {
  struct Reserved {
    isa::GatewayFunction function;
    unsigned dword;
    std::uint32_t bits;
  };
  static constexpr auto kReserved = std::to_array<Reserved>({
      {isa::GatewayFunction::open, 4, 0xFFFF'FFFF},
      {isa::GatewayFunction::open, 5, 0xE01F'FF00},
      {isa::GatewayFunction::forward, 5, 0xE000'F800},
      {isa::GatewayFunction::get_timestamp, 5, 0x7FFF'FF00},
  });
  if (!program_->gen->has_message_registers()) {
    constexpr unsigned kCountEnable = 15;
    if (message.function == isa::GatewayFunction::barrier && bit(header_dword(request, true, 2), kCountEnable))
      suspect(Cause::barrier_count);
    return;
  }
  for (const Reserved& row : kReserved) {
    if (row.function == message.function && (header_dword(request, true, row.dword) & row.bits) != 0)
      suspect(Cause::gateway_reserved);
  }
}

void Checker::before_message(const eu::SendRequest& request) {
  check_descriptor(request);
  const auto message = decode_request(*program_->gen, request);
  message_channels_ = request.channels;
  if (!message || request.channels == 0) return;
  if (const auto* gateway = std::get_if<isa::Gateway>(&message->body)) check_gateway(request, *gateway);
  const auto* urb = std::get_if<isa::Urb>(&message->body);
  if (urb != nullptr && urb->allocate && allocated_ && in_flight_[*allocated_]) suspect(Cause::urb_allocation);
  const bool header = message->header;
  const auto all = static_cast<std::uint32_t>(low_mask(request.instruction.exec_size));
  const bool partial = (request.channels & all) != all;
  const std::vector<std::byte> body = read_body(request, header);

  const auto* sampler = std::get_if<isa::Sampler>(&message->body);
  if (header && sampler != nullptr && sampler->simd == isa::SamplerSimd::simd32_64 && !sampler->is_cache_flush() &&
      kHasOutputFormat[program_->gen->id] && bits(header_dword(request, header, 2), 19, 18) != 0) {
    suspect(Cause::sampler_output_format);
  }
  if (const auto access = isa::channel_access(message->body)) {
    if (header && access->header_mask) message_channels_ &= header_dword(request, header, 7);
    const std::vector<Target> targets = find_targets(*access, message_channels_, request, header, body);
    const bool is_surface = !access->a64 && memory_->surface_bytes[access->bti] != 0;
    for (const Target& target : targets) {
      if (target.address % access->alignment != 0) suspect(Cause::unaligned);
      const std::uint64_t top = target.address >> kAddressSign;
      if (access->a64 && top != 0 && top != low_mask(64 - kAddressSign)) suspect(Cause::address_bits);
      const bool outside = is_surface && target.address + access->bytes > memory_->surface_bytes[access->bti];
      if (outside && access->is_atomic() && access->returns) suspect(Cause::atomic_outside);
      if (!access->a64 && isa::is_local_memory(*program_->gen, access->bti)) {
        for (std::uint32_t rest = access->chosen; rest != 0; rest &= rest - 1) {
          const std::uint64_t at = target.address + static_cast<unsigned>(std::countr_zero(rest)) * access->bytes;
          use_local_memory(at, access->bytes, access->writes);
        }
      }
    }
    if (access->writes && write_differently(*access, targets, body)) suspect(Cause::same_byte);
    if (const auto* atomic = std::get_if<isa::UntypedFloatAtomic>(&message->body)) {
      const std::size_t data = std::size_t{access->lanes} * access->address_bytes();
      for (const Target& target : targets) {
        for (unsigned n = 0; n < isa::operands(atomic->op); ++n) {
          const std::size_t at = data + (n * access->lanes + target.lane) * access->slot();
          if (is_nan_at(body, at, operand_type(*atomic))) suspect(Cause::float_atomic_nan);
        }
      }
    }
    return;
  }
  if (const auto* block = std::get_if<isa::OwordBlock>(&message->body)) {
    const std::uint32_t low = header_dword(request, header, 0);
    if (block->a64 && low % (block->unaligned ? 4 : kOwordBytes) != 0) suspect(Cause::unaligned);
    if (!block->a64 && block->unaligned && header_dword(request, header, 2) % 4 != 0) suspect(Cause::unaligned);
    if (!block->a64 && isa::is_local_memory(*program_->gen, block->bti)) {
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
  const auto message = decode_request(*program_->gen, request);
  const auto access = message ? isa::channel_access(message->body) : std::nullopt;
  if (access && access->returns) {
    // Disabled channels keep their register contents. In vISA all channels count as written, because compilers copy
    // whole variables.
    const bool counts_all = uses_ != nullptr;
    std::size_t at = begin;
    for (std::uint32_t rest = access->chosen; rest != 0; rest &= rest - 1, at += access->lanes * access->slot()) {
      for (unsigned lane = 0; lane < access->lanes; ++lane) {
        if (!counts_all && (message_channels_ >> lane & 1) == 0) continue;
        const std::size_t slot = at + lane * access->slot();
        mark_written(slot, slot + access->slot());
        mark_undefined(slot + access->bytes, slot + access->slot());
        const auto* of_floats = message ? std::get_if<isa::UntypedFloatAtomic>(&message->body) : nullptr;
        if (of_floats != nullptr &&
            is_nan_at(std::as_bytes(std::span(&request.thread, 1)), slot, operand_type(*of_floats)))
          suspect(Cause::float_atomic_nan);
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
  if (const auto* urb = message ? std::get_if<isa::Urb>(&message->body) : nullptr; urb != nullptr && urb->allocate)
    allocated_ = begin / eu::kGrfBytes;
  for (std::size_t nr = begin / eu::kGrfBytes, n = 0; n < registers && nr + n < in_flight_.size(); ++n) {
    in_flight_[nr + n] = true;
    uncleared_[nr + n] = false;  // 8.3.44: a chain of sends may use {NoDDClr}
  }
}

}  // namespace eugene::script::reliance
