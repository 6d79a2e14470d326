#include "eu/memory_access.h"

#include <algorithm>

#include "base/bits.h"
#include "isa/message/access.h"

namespace eugene::eu {

namespace {

using isa::kOwordBytes;

bool is_write(isa::Access access) { return access == isa::Access::write; }

// Returns the memory access of each kind of message; nothing for kinds that are rare, unknown, or different between
// generations.
class AccessOf {
 public:
  AccessOf(const isa::Gen& gen, const isa::Message& message, unsigned exec_size)
      : gen_(gen), message_(message), exec_size_(exec_size) {}

  std::optional<MemoryAccess> operator()(const isa::OwordBlock& m) const {
    BlockAccess block{.bytes = m.owords * kOwordBytes,
                      .begin = m.owords == 1 && m.high_half ? kOwordBytes : 0,
                      .from_address = m.a64,
                      .scale = m.unaligned ? 1 : kOwordBytes,
                      .moves_base = !m.a64 && isa::is_stateless(gen_, m.bti)};
    return blocks(space(m.a64, m.bti, is_write(m.access)), block);
  }
  std::optional<MemoryAccess> operator()(const isa::A64HwordBlock& m) const {
    return blocks(space(true, 0, is_write(m.access)), {.bytes = m.hwords * kGrfBytes, .from_address = true});
  }
  std::optional<MemoryAccess> operator()(const isa::ScratchBlock& m) const {
    return blocks(space(false, isa::kBtiStateless, is_write(m.access)),
                  {.bytes = m.hwords * kGrfBytes, .offset = m.offset * kGrfBytes, .moves_base = true});
  }
  // Messages in which every channel has an address, and all others.
  template <class Other>
  std::optional<MemoryAccess> operator()(const Other& m) const {
    const auto c = isa::channel_access(m);
    if (!c || c->chosen == 0 || (message_.header && is_moved_by_header(*c))) return std::nullopt;
    const bool header_mask = message_.header && c->header_mask;
    const MemorySpace where = space(c->a64, c->bti, !c->reads);
    if constexpr (std::same_as<Other, isa::UntypedAtomic>) {
      const bool is_rare = m.op == isa::AtomicOp::compare_write_64 || m.bytes == 2;
      if (is_rare || (m.op == isa::AtomicOp::reverse_sub && !where.slm)) return std::nullopt;
      return MemoryAccess{.space = where,
                          .kind = AtomicAccess{.lanes = c->lanes,
                                               .bytes = c->bytes,
                                               .op = m.op,
                                               .operands = isa::operands(m.op),
                                               .returns = m.returns,
                                               .header_mask = header_mask}};
    }
    if (c->is_atomic()) return std::nullopt;
    return MemoryAccess{
        .space = where,
        .kind = ElementAccess{
            .lanes = c->lanes, .bytes = c->bytes, .chosen = c->chosen, .scale = c->scale, .header_mask = header_mask}};
  }

 private:
  // True if the header holds a base or offset that is added to offsets.
  bool is_moved_by_header(const isa::ChannelAccess& c) const {
    return c.header_offset || (c.header_mask && isa::is_stateless(gen_, c.bti));
  }
  MemorySpace space(bool a64, std::uint8_t bti, bool writes) const {
    return {.a64 = a64,
            .slm = !a64 && isa::is_local_memory(gen_, bti),
            .bti = a64 ? std::uint8_t{0} : bti,
            .writes = writes};
  }
  std::optional<MemoryAccess> blocks(const MemorySpace& space, BlockAccess access) const {
    if (!message_.header) return std::nullopt;
    access.all_channels = static_cast<std::uint32_t>(low_mask(std::min(exec_size_, 16U)));
    return MemoryAccess{.space = space, .kind = access};
  }

  const isa::Gen& gen_;
  const isa::Message& message_;
  unsigned exec_size_;
};

}  // namespace

std::optional<MemoryAccess> memory_access(const isa::Gen& gen, const isa::Message& message, unsigned exec_size) {
  return std::visit(AccessOf(gen, message, exec_size), message.body);
}

}  // namespace eugene::eu
