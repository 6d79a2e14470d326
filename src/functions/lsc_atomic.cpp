// Atomics of the load/store cache, and atomics on the counter of an append buffer: vISA manual LSC_UNTYPED. Lanes are
// executed one after the other, lowest first.
#include "functions/lsc_atomic.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "functions/atomic.h"
#include "functions/lsc.h"

namespace eugene::functions {
namespace {

using isa::LscOp;

template <class T>
std::uint64_t update(std::byte* word, LscOp op, std::uint64_t a, std::uint64_t b) {
  T* place = reinterpret_cast<T*>(word);
  if (op == LscOp::atomic_load) return std::atomic_ref<T>(*place).load(std::memory_order_relaxed);
  return atomic_update(place, op, static_cast<T>(a), static_cast<T>(b));
}

template <class T>
std::uint64_t updated(LscOp op, std::uint64_t old, std::uint64_t a, std::uint64_t b) {
  return sem::atomic_update(op, static_cast<T>(old), static_cast<T>(a), static_cast<T>(b));
}

}  // namespace

std::uint64_t lsc_update(std::byte* word, unsigned bytes, LscOp op, std::uint64_t a, std::uint64_t b) {
  switch (bytes) {
    case 2: return update<std::uint16_t>(word, op, a, b);
    case 4: return update<std::uint32_t>(word, op, a, b);
    default: return update<std::uint64_t>(word, op, a, b);
  }
}

std::uint64_t lsc_updated(unsigned bytes, LscOp op, std::uint64_t old, std::uint64_t a, std::uint64_t b) {
  switch (bytes) {
    case 2: return updated<std::uint16_t>(op, old, a, b);
    case 4: return updated<std::uint32_t>(op, old, a, b);
    default: return updated<std::uint64_t>(op, old, a, b);
  }
}

bool LscOperands::read(MessageCall& call, const isa::Lsc& message) {
  registers_ = lsc_registers(call, message, 1);
  element_ = message.element();
  if (element_.bytes == 1 || message.elements != 1)
    return call.fail("an atomic must have one element of 16, 32 or 64 bits", "vISA manual LSC_UNTYPED");
  const unsigned count = operands(message.op);
  registers_.elements = std::max(count, 1U);
  registers_.transposed = false;  // ignored for atomics
  const std::byte* from = count != 0 ? lsc_data(call, registers_.bytes()) : nullptr;
  if (count != 0 && from == nullptr) return false;
  for (unsigned n = 0; n < count; ++n) {
    for (unsigned lane = 0; lane < registers_.lanes; ++lane)
      operands_[n][lane] = lsc_read_slot(element_, from + registers_.at(lane, n));
  }
  to_ = call.response_registers() != 0 ? lsc_response(call, registers_.lanes * registers_.slot) : nullptr;
  return call.response_registers() == 0 || to_ != nullptr;
}

std::uint64_t LscOperands::update(std::byte* word, LscOp op, unsigned lane, std::uint64_t offset,
                                  MovedValues& values) const {
  const std::uint64_t a = operand(lane, 0), b = operand(lane, 1);
  const std::uint64_t old = lsc_update(word, element_.bytes, op, a, b);
  if (values.wanted()) {
    const std::uint64_t after = lsc_updated(element_.bytes, op, old, a, b);
    values.add(lane, offset, &old, &after);
  }
  return old;
}

void LscOperands::give(unsigned lane, std::uint64_t value) const {
  if (to_ != nullptr) lsc_write_slot(element_, to_ + registers_.at(lane, 0), value);
}

bool lsc_atomic(MessageCall& call, Surfaces& surfaces, const isa::Lsc& message) {
  const auto space = lsc_space(call, surfaces, message);
  if (!space) return false;
  auto lanes = lsc_lanes(call, message);
  LscOperands operands;
  if (!lanes || !operands.read(call, message)) return false;
  const unsigned bytes = message.element().bytes;
  if (space->base % bytes != 0) return call.fail("atomic message to a surface whose base address is not aligned");
  // The low bits of an address are ignored: the word that contains it is used.
  for (std::uint64_t& offset : lanes->offset) offset &= space->offset_mask & ~std::uint64_t{bytes - 1};
  const Access access = message.op == LscOp::atomic_load ? Access::read : Access::write;
  for (std::uint32_t left = call.reports_bounds(*space) ? lanes->mask : 0; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    if (!call.drop(*space, lanes->offset[lane], bytes, access, static_cast<int>(lane))) return false;
  }
  call.reaches(*space, lanes->offset, lanes->mask, bytes, AccessKind::atomic);
  RangeCursor window(*space, call.view(), access, bytes);
  MovedValues values(call, *space, bytes, AccessKind::atomic);
  for (std::uint32_t left = lanes->mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    const std::uint64_t offset = lanes->offset[lane];
    std::uint64_t result = 0;
    if (std::byte* word = window.find(offset); word != nullptr) {
      result = operands.update(word, message.op, lane, offset, values);
    } else if (space->contains(offset, bytes)) {
      return call.fail_at(space->base + offset, access, static_cast<int>(lane));
    }
    operands.give(lane, result);
  }
  values.tell();
  return true;
}

bool lsc_counter(MessageCall& call, Surfaces& surfaces, const isa::Lsc& message) {
  const SurfaceName name = lsc_surface(call, message);
  const memory::SurfaceState* state = message.model != isa::LscModel::flat ? surfaces.surface(call, name) : nullptr;
  if (state == nullptr)
    return message.model != isa::LscModel::flat
               ? false
               : call.fail("append counter message with flat addressing: it needs a surface");
  if (state->auxiliary.mode != memory::AuxiliaryMode::append)
    return call.fail(fmt::format("the surface of {} has no append counter", describe(name)),
                     "vISA manual LSC_UNTYPED, append counter atomics");
  LscOperands operands;
  if (!operands.read(call, message)) return false;
  if (message.element().bytes != 4)
    return call.fail("append counter message with elements of a size other than 32 bits", "vISA manual LSC_UNTYPED");
  const std::uint64_t address = state->auxiliary.address;
  const LscOp op = message.op == LscOp::counter_add ? LscOp::atomic_iadd : LscOp::atomic_isub;
  const unsigned lanes = call.request().instruction.exec_size;
  for (std::uint32_t left = call.channels(lanes); left != 0; left &= left - 1)
    call.reaches(address, sizeof(std::uint32_t), AccessKind::atomic);
  std::byte* word = call.view().at(address, Access::write);
  if (word == nullptr) return call.fail_at(address, Access::write);
  MovedValues values(call, kA64Range, sizeof(std::uint32_t), AccessKind::atomic);
  for (std::uint32_t left = call.channels(lanes); left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    operands.give(lane, operands.update(word, op, lane, address, values));
  }
  values.tell();
  return true;
}

}  // namespace eugene::functions
