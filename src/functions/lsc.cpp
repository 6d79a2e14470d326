#include "functions/lsc.h"

#include <algorithm>
#include <atomic>
#include <bit>

#include <fmt/format.h>

namespace eugene::functions {
namespace {

using isa::LscOp;

constexpr const char* kUntypedPage = "vISA manual LSC_UNTYPED";
constexpr std::uint32_t kOfState = ~std::uint32_t{memory::kSurfaceStateBytes - 1};  // bits of a state's offset

const std::byte* first_bytes(const MessageCall& call, std::span<const eu::Grf> registers, unsigned bytes) {
  if (registers.size() * eu::kGrfBytes >= bytes) return registers.data()->bytes.data();
  call.fail(
      fmt::format("message payload has {} bytes, but this message needs {}", registers.size() * eu::kGrfBytes, bytes),
      kUntypedPage);
  return nullptr;
}

// Bit e is set if the message moves the element that is `e` elements after a lane's address.
std::uint64_t chosen_elements(const isa::Lsc& message) {
  return is_quad(message.op) ? message.channels : low_mask(message.elements);
}

// Reports the elements that the lanes access to the observer.
void observe(const MessageCall& call, const MemoryRange& space, const LscLanes& lanes, const isa::Lsc& message,
             AccessKind kind) {
  if (!call.reports_accesses()) return;
  for (std::uint64_t left = chosen_elements(message); left != 0; left &= left - 1) {
    auto offsets = lanes.offset;
    for (std::uint64_t& offset : offsets)
      offset += static_cast<std::uint64_t>(std::countr_zero(left)) * message.element().bytes;
    call.reaches(space, offsets, lanes.mask, message.element().bytes, kind);
  }
}

// Calls `visit(lane, offset, at)` for each element of each enabled lane, lowest first, until it returns false. `at` is
// the element's position in the data, in bytes.
template <class Visit>
bool for_each_element(const LscLanes& lanes, const isa::Lsc& message, const isa::LscRegisters& registers, Visit visit) {
  const std::uint64_t chosen = chosen_elements(message);
  for (std::uint32_t left = lanes.mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    unsigned rank = 0;
    for (std::uint64_t e = chosen; e != 0; e &= e - 1, ++rank) {
      const std::uint64_t offset =
          lanes.offset[lane] + static_cast<std::uint64_t>(std::countr_zero(e)) * message.element().bytes;
      if (!visit(lane, offset, registers.at(lane, rank))) return false;
    }
  }
  return true;
}

unsigned element_count(const isa::Lsc& message) {
  return static_cast<unsigned>(std::popcount(chosen_elements(message)));
}

bool is_mapped(const MessageCall& call, const MemoryRange& space, std::uint64_t offset, unsigned bytes) {
  if (!space.contains(offset, bytes)) return false;
  if (space.host != nullptr) return true;
  const auto mapped = [&](std::uint64_t at) {
    return call.view().at(at & memory::kAddressMask, Access::read) != nullptr;
  };
  return mapped(space.base + offset) && mapped(space.base + offset + bytes - 1);
}

}  // namespace

isa::LscRegisters lsc_registers(const MessageCall& call, const isa::Lsc& message, unsigned elements) {
  return isa::lsc_registers(message, call.request().instruction.exec_size, elements);
}

std::optional<LscLanes> lsc_lanes(const MessageCall& call, const isa::Lsc& message) {
  LscLanes lanes{.count = call.request().instruction.exec_size};
  lanes.mask = call.channels(lanes.count);
  const unsigned bytes = message.address_bytes;
  const bool strided = is_strided(message.op);
  const std::byte* from = lsc_payload(call, strided ? 16 : lanes.count * bytes);
  if (from == nullptr) return std::nullopt;
  if (!strided) {
    for (unsigned n = 0; n < lanes.count; ++n) std::memcpy(&lanes.offset[n], from + n * bytes, bytes);
    return lanes;
  }
  std::uint64_t base = 0;
  std::int32_t pitch = 0;
  std::memcpy(&base, from, bytes);
  std::memcpy(&pitch, from + 8, sizeof(pitch));
  const std::uint64_t mask = low_mask(std::max(bytes, 4U) * 8);
  for (unsigned n = 0; n < lanes.count; ++n)
    lanes.offset[n] = (base + static_cast<std::uint64_t>(std::int64_t{pitch} * n)) & mask;
  return lanes;
}

SurfaceName lsc_surface(const MessageCall& call, const isa::Lsc& message) {
  const std::uint32_t value = call.request().extended_descriptor;
  switch (message.model) {
    case isa::LscModel::bindless: return {SurfaceName::Source::bindless, value & kOfState};
    case isa::LscModel::surface_states: return {SurfaceName::Source::surface_states, value & kOfState};
    default: return value & 0xFF;
  }
}

std::optional<MemoryRange> lsc_space(MessageCall& call, Surfaces& surfaces, const isa::Lsc& message) {
  if (call.request().instruction.send.sfid == isa::Sfid::slm) return *surfaces.space(call, isa::kBtiSlm);
  if (message.model == isa::LscModel::flat) return kA64Range;
  const MemoryRange* space = surfaces.space(call, lsc_surface(call, message));
  return space != nullptr ? std::optional(*space) : std::nullopt;
}

const std::byte* lsc_payload(const MessageCall& call, unsigned bytes) {
  return first_bytes(call, call.request().payload, bytes);
}
const std::byte* lsc_data(const MessageCall& call, unsigned bytes) {
  return first_bytes(call, call.request().extended_payload, bytes);
}
std::byte* lsc_response(MessageCall& call, unsigned bytes) {
  return call.response((bytes + eu::kGrfBytes - 1) / eu::kGrfBytes);
}

std::uint64_t lsc_read_slot(const isa::LscElement& element, const std::byte* slot) {
  std::uint64_t value = 0;
  std::memcpy(&value, slot, element.slot);
  return value >> element.shift;
}

void lsc_write_slot(const isa::LscElement& element, std::byte* slot, std::uint64_t value) {
  value <<= element.shift;
  std::memcpy(slot, &value, element.slot);
}

bool LscMover::load(std::uint64_t offset, std::byte* slot, unsigned lane) {
  offset &= space_.offset_mask;
  std::array<std::byte, 8> bytes{};
  if (const std::byte* host = cursor_.find(offset); host != nullptr) {
    std::memcpy(bytes.data(), host, element_.bytes);
  } else {
    const int blamed = static_cast<int>(lane);
    if (!call_->drop(space_, offset, element_.bytes, Access::read, blamed)) return false;
    if (!space_.read(call_->view(), offset, bytes.data(), element_.bytes) &&
        !call_->unmapped(call_->view().bad_address(), Access::read, blamed)) {
      return false;
    }
  }
  call_->transferred(space_, offset, std::span(bytes).first(element_.bytes), AccessKind::read);
  lsc_write_slot(element_, slot, std::bit_cast<std::uint64_t>(bytes));
  return true;
}

bool LscMover::store(std::uint64_t offset, const std::byte* slot, unsigned lane) {
  offset &= space_.offset_mask;
  const auto bytes = std::bit_cast<std::array<std::byte, 8>>(lsc_read_slot(element_, slot));
  if (std::byte* host = cursor_.find(offset); host != nullptr) {
    std::memcpy(host, bytes.data(), element_.bytes);
  } else {
    const int blamed = static_cast<int>(lane);
    if (!call_->drop(space_, offset, element_.bytes, Access::write, blamed)) return false;
    if (!space_.write(call_->view(), offset, bytes.data(), element_.bytes) &&
        !call_->unmapped(call_->view().bad_address(), Access::write, blamed)) {
      return false;
    }
  }
  call_->transferred(space_, offset, std::span(bytes).first(element_.bytes), AccessKind::write);
  return true;
}

// Executes loads and stores of vectors, quads and strided elements. A load without a response is a prefetch, which does
// nothing.
bool lsc_transfer(MessageCall& call, Surfaces& surfaces, const isa::Lsc& message) {
  const auto space = lsc_space(call, surfaces, message);
  if (!space) return false;
  const auto lanes = lsc_lanes(call, message);
  if (!lanes) return false;
  const isa::LscRegisters registers = lsc_registers(call, message, element_count(message));
  const bool stores = is_store(message.op);
  observe(call, *space, *lanes, message, stores ? AccessKind::write : AccessKind::read);
  if (stores) {
    const std::byte* from = lsc_data(call, registers.bytes());
    if (from == nullptr) return false;
    LscMover mover(call, *space, message.element(), Access::write);
    return for_each_element(*lanes, message, registers, [&](unsigned lane, std::uint64_t offset, unsigned at) {
      return mover.store(offset, from + at, lane);
    });
  }
  if (call.response_registers() == 0) return true;
  std::byte* to = lsc_response(call, registers.bytes());
  if (to == nullptr) return false;
  LscMover mover(call, *space, message.element(), Access::read);
  return for_each_element(*lanes, message, registers, [&](unsigned lane, std::uint64_t offset, unsigned at) {
    return mover.load(offset, to + at, lane);
  });
}

// The response has a bit for each enabled lane: 1 if all its elements can be read.
bool lsc_status(MessageCall& call, Surfaces& surfaces, const isa::Lsc& message) {
  const auto space = lsc_space(call, surfaces, message);
  if (!space) return false;
  const auto lanes = lsc_lanes(call, message);
  std::byte* to = lanes ? lsc_response(call, sizeof(std::uint32_t)) : nullptr;
  if (to == nullptr) return false;
  std::uint32_t valid = lanes->mask;
  (void)for_each_element(*lanes, message, {}, [&](unsigned lane, std::uint64_t offset, unsigned /*at*/) {
    if (!is_mapped(call, *space, offset & space->offset_mask, message.element().bytes)) valid &= ~(1U << lane);
    return true;
  });
  std::memcpy(to, &valid, sizeof(valid));
  return true;
}

bool execute(MessageCall& call, Surfaces& surfaces, const isa::Lsc& message) {
  const bool is_typed = call.request().instruction.send.sfid == isa::Sfid::tgm;
  if (message.op == LscOp::fence) {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    return true;
  }
  if (message.op == LscOp::ccs_update) return true;  // nothing is compressed
  if (message.element().bytes == 0) return call.fail("message without a data size", kUntypedPage);
  if (is_quad(message.op) && message.channels == 0) return call.fail("message without channels", kUntypedPage);
  if (message.op == LscOp::read_state_info) return call.unsupported(message);
  if (is_counter(message.op)) return lsc_counter(call, surfaces, message);
  if (is_block2d(message.op))
    return is_typed ? lsc_typed_block2d(call, surfaces, message) : lsc_block2d(call, surfaces, message);
  if (is_typed) return lsc_typed(call, surfaces, message);
  if (isa::is_atomic(message.op)) return lsc_atomic(call, surfaces, message);
  if (message.op == LscOp::load_status) return lsc_status(call, surfaces, message);
  return message.op <= LscOp::store_uncompressed ? lsc_transfer(call, surfaces, message) : call.unsupported(message);
}

}  // namespace eugene::functions
