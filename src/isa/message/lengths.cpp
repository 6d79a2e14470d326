#include "isa/message/lengths.h"

#include <algorithm>
#include <bit>

namespace eugene::isa {
namespace {

constexpr unsigned kLanes = 8;  // dwords of a register

// Returns the number of registers that hold one dword for each of `simd` channels. SIMD4x2 takes one register.
unsigned per_channel(unsigned simd) { return simd < kLanes ? 1 : simd / kLanes; }
unsigned addresses(bool a64, unsigned simd) { return per_channel(simd) * (a64 ? 2 : 1); }

MessageLengths transfer(Access access, unsigned address, unsigned data) {
  return access == Access::read ? MessageLengths{.body = address, .response = data}
                                : MessageLengths{.body = address + data, .response = {}};
}

MessageLengths lengths(const UntypedSurface& m) {
  if (m.simd < kLanes) return {};
  const auto components = static_cast<unsigned>(std::popcount(m.channels));
  return transfer(m.access, addresses(m.a64, m.simd), components * per_channel(m.simd));
}
MessageLengths lengths(const UntypedAtomic& m) {
  if (m.op == AtomicOp::compare_write_64 || m.simd < kLanes) return {};
  const unsigned data = per_channel(m.simd) * std::max(m.bytes / 4U, 1U);
  return {.body = addresses(m.a64, m.simd) + operands(m.op) * data, .response = m.returns ? data : 0};
}
MessageLengths lengths(const ByteScattered& m) { return transfer(m.access, per_channel(m.simd), per_channel(m.simd)); }
MessageLengths lengths(const DwordScattered& m) { return transfer(m.access, per_channel(m.simd), per_channel(m.simd)); }
MessageLengths lengths(const A64Scattered& m) {
  const unsigned values = m.element_bytes == 1 ? 1 : m.elements * m.element_bytes / 4U;
  return transfer(m.access, addresses(true, m.simd), values * per_channel(m.simd));
}
MessageLengths lengths(const OwordBlock& m) { return transfer(m.access, 0, (m.owords + 1U) / 2); }
MessageLengths lengths(const A64HwordBlock& m) { return transfer(m.access, 0, m.hwords); }
MessageLengths lengths(const ScratchBlock& m) { return transfer(m.access, 0, m.hwords); }
MessageLengths lengths(const MemoryFence&) { return {.body = 0, .response = {}}; }
MessageLengths lengths(const Gateway&) { return {.body = 1, .response = {}}; }
MessageLengths lengths(const ThreadSpawner& m) {
  if (m.spawn) return {};
  return {.body = 1, .response = {}};
}

}  // namespace

MessageLengths find_lengths(const MessageBody& message) {
  return std::visit(
      [](const auto& body) {
        if constexpr (requires { lengths(body); }) {
          return lengths(body);
        } else {
          return MessageLengths{};
        }
      },
      message);
}

bool always_has_header(const MessageBody& message) {
  return std::visit(
      []<class T>(const T&) {
        return std::is_same_v<T, OwordBlock> || std::is_same_v<T, A64HwordBlock> || std::is_same_v<T, OwordDualBlock> ||
               std::is_same_v<T, ScratchBlock> || std::is_same_v<T, MediaBlock> || std::is_same_v<T, MemoryFence> ||
               std::is_same_v<T, StreamedVertexBuffer> || std::is_same_v<T, Urb>;
      },
      message);
}

}  // namespace eugene::isa
