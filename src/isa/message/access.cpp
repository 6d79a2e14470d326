#include "isa/message/access.h"

#include "base/bits.h"

namespace eugene::isa {
namespace {

// Returns the access of each kind of message.
struct FindAccess {
  std::optional<ChannelAccess> operator()(const UntypedSurface& m) const {
    if (m.scaled) return std::nullopt;
    ChannelAccess access = transfer(m);
    access.a64 = m.a64;
    access.chosen = m.channels;
    access.alignment = 4;
    access.header_mask = !m.a64;
    return access;
  }
  std::optional<ChannelAccess> operator()(const ByteScattered& m) const {
    if (m.scaled) return std::nullopt;
    ChannelAccess access = transfer(m);
    access.bytes = m.bytes;
    access.header_offset = true;
    return access;
  }
  std::optional<ChannelAccess> operator()(const DwordScattered& m) const {
    ChannelAccess access = transfer(m);
    access.scale = 4;
    access.alignment = 4;
    access.header_offset = true;
    return access;
  }
  std::optional<ChannelAccess> operator()(const A64Scattered& m) const {
    if (m.scaled) return std::nullopt;
    ChannelAccess access = transfer(m);
    const bool shares_slot = m.element_bytes == 1;
    access.a64 = true;
    access.bytes = shares_slot ? m.elements : m.element_bytes;
    access.chosen = shares_slot ? 1 : static_cast<std::uint32_t>(low_mask(m.elements));
    access.alignment = m.element_bytes;
    return access;
  }
  std::optional<ChannelAccess> operator()(const UntypedAtomic& m) const {
    return atomic(m, m.op == AtomicOp::compare_write_64 ? 8U : m.bytes);
  }
  std::optional<ChannelAccess> operator()(const UntypedFloatAtomic& m) const { return atomic(m, m.bytes); }
  template <class Other>
  std::optional<ChannelAccess> operator()(const Other&) const {
    return std::nullopt;
  }

 private:
  template <class Message>
  static ChannelAccess transfer(const Message& m) {
    const bool reads = m.access == Access::read;
    return {.lanes = m.simd, .bti = m.bti, .reads = reads, .writes = !reads, .returns = reads};
  }
  template <class Message>
  static ChannelAccess atomic(const Message& m, unsigned bytes) {
    return {.lanes = m.simd,
            .a64 = m.a64,
            .bti = m.bti,
            .bytes = bytes,
            .alignment = bytes,
            .returns = m.returns,
            .header_mask = !m.a64};
  }
};

}  // namespace

bool is_atomic(const MessageBody& body) {
  if (const auto* lsc = std::get_if<Lsc>(&body)) return is_atomic(lsc->op) || is_counter(lsc->op);
  return std::holds_alternative<UntypedAtomic>(body) || std::holds_alternative<UntypedFloatAtomic>(body) ||
         std::holds_alternative<TypedAtomic>(body) || std::holds_alternative<AtomicCounter>(body);
}

std::optional<ChannelAccess> channel_access(const MessageBody& body) {
  auto access = std::visit(FindAccess(), body);
  if (access && access->lanes != 8 && access->lanes != 16) return std::nullopt;
  return access;
}

}  // namespace eugene::isa
