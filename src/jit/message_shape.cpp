#include "jit/message_shape.h"

#include <algorithm>
#include <bit>

#include "base/bits.h"

namespace eugene::jit {
namespace {

constexpr unsigned kOwordBytes = 16;

bool is_write(isa::Access access) { return access == isa::Access::write; }

// What messages of each kind do to memory; nothing where that is rare, not the same everywhere, or unknown.
class AccessOf {
 public:
  AccessOf(const isa::Gen& gen, const isa::Message& message, unsigned exec_size)
      : gen_(gen), message_(message), exec_size_(exec_size) {}

  std::optional<MemoryAccess> operator()(const isa::UntypedSurface& m) const {
    if (m.scaled || !has_lanes(m.simd) || m.channels == 0 || (message_.header && !m.a64 && is_stateless(m.bti)))
      return std::nullopt;
    return lanes(space(m.a64, m.bti, m.access),
                 {.lanes = m.simd, .chosen = m.channels, .header_mask = message_.header && !m.a64});
  }
  std::optional<MemoryAccess> operator()(const isa::ByteScattered& m) const {
    if (m.scaled || !has_lanes(m.simd) || message_.header) return std::nullopt;
    return lanes(space(false, m.bti, m.access), {.lanes = m.simd, .bytes = m.bytes});
  }
  std::optional<MemoryAccess> operator()(const isa::DwordScattered& m) const {
    if (!has_lanes(m.simd) || message_.header) return std::nullopt;
    return lanes(space(false, m.bti, m.access), {.lanes = m.simd, .scale = 4});
  }
  std::optional<MemoryAccess> operator()(const isa::A64Scattered& m) const {
    if (m.scaled || !has_lanes(m.simd)) return std::nullopt;
    LaneAccess access{.lanes = m.simd, .bytes = m.elements};
    if (m.element_bytes != 1) access = {.lanes = m.simd, .bytes = m.element_bytes, .chosen = (1U << m.elements) - 1};
    return lanes(space(true, 0, m.access), access);
  }
  std::optional<MemoryAccess> operator()(const isa::UntypedAtomic& m) const {
    if (!has_lanes(m.simd) || m.op == isa::AtomicOp::compare_write_64 || m.op == isa::AtomicOp::reverse_sub ||
        (m.bytes != 4 && !m.a64) || (message_.header && !m.a64 && is_stateless(m.bti)))
      return std::nullopt;
    return MemoryAccess{.space = space(m.a64, m.bti, isa::Access::write),
                        .kind = AtomicAccess{.lanes = m.simd,
                                             .bytes = m.bytes,
                                             .op = m.op,
                                             .operands = isa::operands(m.op),
                                             .returns = m.returns,
                                             .header_mask = message_.header && !m.a64}};
  }
  std::optional<MemoryAccess> operator()(const isa::OwordBlock& m) const {
    BlockAccess block{.bytes = m.owords * kOwordBytes,
                      .begin = m.owords == 1 && m.high_half ? kOwordBytes : 0,
                      .from_address = m.a64,
                      .scale = m.unaligned ? 1 : kOwordBytes,
                      .moves_base = !m.a64 && is_stateless(m.bti)};
    return blocks(space(m.a64, m.bti, m.access), block);
  }
  std::optional<MemoryAccess> operator()(const isa::A64HwordBlock& m) const {
    return blocks(space(true, 0, m.access), {.bytes = m.hwords * eu::kGrfBytes, .from_address = true});
  }
  std::optional<MemoryAccess> operator()(const isa::ScratchBlock& m) const {
    return blocks(space(false, isa::kBtiStateless, m.access),
                  {.bytes = m.hwords * eu::kGrfBytes, .offset = m.offset * eu::kGrfBytes, .moves_base = true});
  }
  template <class Other>
  std::optional<MemoryAccess> operator()(const Other&) const {
    return std::nullopt;
  }

 private:
  static bool has_lanes(unsigned simd) { return simd == 8 || simd == 16; }
  bool is_stateless(unsigned bti) const {
    return bti >= gen_.surface_indices && (bti == isa::kBtiStateless || bti == isa::kBtiStatelessNonCoherent);
  }
  eu::MemorySpace space(bool a64, std::uint8_t bti, isa::Access access) const {
    return {.a64 = a64,
            .slm = !a64 && bti == isa::kBtiSlm && bti >= gen_.surface_indices,
            .bti = a64 ? std::uint8_t{0} : bti,
            .writes = is_write(access)};
  }
  static MemoryAccess lanes(const eu::MemorySpace& space, const LaneAccess& access) {
    return {.space = space, .kind = access};
  }
  std::optional<MemoryAccess> blocks(const eu::MemorySpace& space, BlockAccess access) const {
    if (!message_.header) return std::nullopt;
    access.all_channels = static_cast<std::uint32_t>(low_mask(std::min(exec_size_, 16U)));
    return MemoryAccess{.space = space, .kind = access};
  }

  const isa::Gen& gen_;
  const isa::Message& message_;
  unsigned exec_size_;
};

// The vectors behind the header, and of the response.
void describe(MessageShape& shape, const MemoryAccess& access, const LaneAccess& lanes) {
  shape.payload.push_back({lanes.lanes, access.space.a64 ? 8U : 4U});
  std::vector<VectorShape>& data = access.space.writes ? shape.payload : shape.response;
  data.insert(data.end(), lanes.parts(), {lanes.lanes, lanes.slot()});
}
void describe(MessageShape& shape, const MemoryAccess& access, const AtomicAccess& atomic) {
  shape.payload.push_back({atomic.lanes, access.space.a64 ? 8U : 4U});
  shape.payload.insert(shape.payload.end(), atomic.operands, {atomic.lanes, atomic.bytes});
  if (atomic.returns) shape.response.push_back({atomic.lanes, atomic.bytes});
}
void describe(MessageShape& shape, const MemoryAccess& access, const BlockAccess& block) {
  (access.space.writes ? shape.payload : shape.response).push_back({block.registers() * 8, 4});
}

unsigned size_of(const std::vector<VectorShape>& vectors) {
  unsigned size = 0;
  for (const VectorShape& each : vectors) size += each.size();
  return size;
}

// Registers as vectors, in pairs.
std::vector<VectorShape> registers(unsigned count) {
  std::vector<VectorShape> found(count / 2, {16, 4});
  if (count % 2 != 0) found.push_back({8, 4});
  return found;
}

}  // namespace

MessageShape message_shape(const isa::Gen& gen, const isa::Message& message, unsigned payload, unsigned response,
                           unsigned exec_size) {
  MessageShape shape{.access = std::visit(AccessOf(gen, message, exec_size), message.body), .header = message.header};
  if (shape.access) {
    if (message.header) shape.payload.push_back({8, 4});
    std::visit([&](const auto& kind) { describe(shape, *shape.access, kind); }, shape.access->kind);
    // A message that is too short is a fault, and whoever sends more than is looked at is rare.
    if (size_of(shape.payload) == payload * eu::kGrfBytes && size_of(shape.response) == response * eu::kGrfBytes)
      return shape;
  }
  return {.access = {}, .header = message.header, .payload = registers(payload), .response = registers(response)};
}

}  // namespace eugene::jit
