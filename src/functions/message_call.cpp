#include "functions/message_call.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "functions/memory_range.h"
#include "isa/message/access.h"

namespace eugene::functions {
namespace {

std::string find_name(const MemoryRange& space) {
  switch (space.bti) {
    case isa::kBtiSlm: return "shared local memory";
    case isa::kBtiStateless: return "stateless memory";
    default: return fmt::format("surface {}", space.bti);
  }
}

// Returns the offset as text. A negative index into shared local memory wraps below the compiler's tag, whether the
// pointer is tagged or not, so it is printed as negative.
std::string describe_offset(const MemoryRange& space, std::uint64_t offset) {
  constexpr std::uint64_t kEnd = std::uint64_t{1} << isa::kSlmTagBit;
  constexpr std::uint64_t kUntagged = 0xFFFF'FFFF & isa::kSlmOffsetMask & ~(kEnd - 1);
  const std::uint64_t low = offset % kEnd, high = offset - low;
  const bool is_negative = space.bti == isa::kBtiSlm && low >= kEnd / 2 && (high == 0 || high == kUntagged);
  return is_negative ? fmt::format("-{:#x}", kEnd - low) : fmt::format("{:#x}", offset);
}

eu::AccessKind find_kind(memory::Access access) {
  return access == memory::Access::write ? eu::AccessKind::write : eu::AccessKind::read;
}

constexpr MemoryRange kMemory{.bytes = ~std::uint64_t{0}, .offset_mask = memory::kAddressMask};

}  // namespace

const std::byte* MessageCall::body(unsigned first, unsigned count) {
  if (first + count > body_registers() || count > joined_.size()) {
    fail(fmt::format("message of {} registers after the header is too short: it needs {}", body_registers(),
                     first + count));
    return nullptr;
  }
  const std::span<const eu::Grf> near = request_->payload;
  const std::span<const eu::Grf> far = request_->extended_payload;
  const std::size_t begin = first + (has_header() ? 1 : 0);
  if (begin + count <= near.size()) return near.data()[begin].bytes.data();
  if (begin >= near.size()) return far.data()[begin - near.size()].bytes.data();
  const std::size_t head = near.size() - begin;
  std::ranges::copy(near.subspan(begin), joined_.begin());
  std::ranges::copy(far.first(count - head), joined_.begin() + static_cast<std::ptrdiff_t>(head));
  return joined_[0].bytes.data();
}

std::byte* MessageCall::response(unsigned count) {
  if (request_->response.size() >= count && count <= before_.size()) {
    kept_ = count;
    std::copy_n(request_->response.begin(), count, before_.begin());
    return request_->response.data()->bytes.data();
  }
  fail(fmt::format("response of {} registers is too short: the message returns {}", request_->response.size(), count));
  return nullptr;
}

void MessageCall::restore_response() { std::copy_n(before_.begin(), kept_, request_->response.begin()); }

bool MessageCall::fail(std::string what, std::string reference) const {
  recoverable_->effect = {};
  recoverable_->is_stale_state = false;
  *fault_ = {.what = std::move(what), .reference = std::move(reference), .lane = {}, .address = {}};
  return false;
}

bool MessageCall::unsupported(const isa::MessageBody& message) const {
  isa::Message whole = *message_;
  whole.body = message;
  return fail(fmt::format("message \"{}\" (descriptor {:#010x}) is not yet supported", isa::describe(*gen_, whole),
                          request_->descriptor));
}

bool MessageCall::fail_at(std::uint64_t address, memory::Access access, int lane) const {
  address &= memory::kAddressMask;
  const bool read_only = access == memory::Access::write && view_->at(address, memory::Access::read) != nullptr;
  fail(access == memory::Access::read ? "read of unmapped memory"
       : read_only                    ? "write to read-only memory"
                                      : "write to unmapped memory");
  fault_->address = address;
  fault_->cause = eu::FaultCause::unmapped;
  fault_->access = find_kind(access);
  if (lane >= 0) fault_->lane = static_cast<unsigned>(lane);
  return false;
}

bool MessageCall::unmapped(std::uint64_t address, memory::Access access, int lane) const {
  const bool can_recover = access == memory::Access::read && recoverable_->unmapped_reads;
  if (can_recover && (recoverable_->has(request_->thread.ip) || may_be_of_helpers(access, lane))) return true;
  fail_at(address, access, lane);
  if (can_recover) recoverable_->effect = "gives zeros";
  return false;
}

bool MessageCall::may_be_of_helpers(memory::Access access, int lane) const {
  return recoverable_->helpers.may_make(request_->thread, request_->instruction, find_kind(access),
                                        lane < 0 ? std::nullopt : std::optional(static_cast<unsigned>(lane)));
}

bool MessageCall::reports_bounds() const { return recoverable_->bounds && !recoverable_->has(request_->thread.ip); }

// Bound surfaces are often larger or smaller than the program's buffer, so accesses past their end are not reported by
// default. They are reported for a group's shared local memory, and for empty surfaces if requested, as when a program
// has not bound a buffer.
bool MessageCall::reports_bounds(const MemoryRange& space) const {
  const bool is_mistake = space.bti == isa::kBtiSlm || (recoverable_->empty_surfaces && space.bytes == 0);
  return reports_bounds() || (is_mistake && !recoverable_->has(request_->thread.ip));
}

bool MessageCall::reports_stale_states() const {
  return recoverable_->stale_states && !recoverable_->has(request_->thread.ip);
}

bool MessageCall::stale_state(std::uint64_t address, std::string_view what) const {
  fail(fmt::format("stale {}: memory has changed since the state cache read it, and the cache was not invalidated",
                   what),
       "BXT PRM vol6 State Caching");
  fault_->address = address & memory::kAddressMask;
  fault_->cause = eu::FaultCause::state;
  recoverable_->effect = "uses the old state";
  recoverable_->is_stale_state = true;
  return false;
}

bool MessageCall::sets_count() const {
  if (!recoverable_->linked_counts || recoverable_->has(request_->thread.ip)) return true;
  fail("barrier message sets Barrier Count Enable, which is not allowed for a linked barrier of a group in an EU pool",
       "BXT PRM vol6 Message Gateway, message payload M0.2 Barrier Count Enable");
  fault_->cause = eu::FaultCause::state;
  recoverable_->effect = "sets the count";
  return false;
}

bool MessageCall::drop(const MemoryRange& space, std::uint64_t offset, unsigned size, memory::Access access,
                       int lane) const {
  if (space.contains(offset, size) || !reports_bounds(space) || may_be_of_helpers(access, lane)) return true;
  if (offset == kOutside) return drop(space.bti, access, lane);
  const bool writes = access == memory::Access::write;
  fail(fmt::format("{} at offset {} of {}, which {}", writes ? "write" : "read", describe_offset(space, offset),
                   find_name(space), space.bytes == 0 ? "is empty" : fmt::format("has {} bytes", space.bytes)));
  fault_->cause = eu::FaultCause::bounds;
  fault_->access = find_kind(access);
  if (space.host == nullptr && space.bytes != 0) fault_->address = (space.base + offset) & memory::kAddressMask;
  fault_->outside = {.space = accessed_space(space), .offset = offset, .bytes = size};
  if (lane >= 0) fault_->lane = static_cast<unsigned>(lane);
  recoverable_->effect = writes ? "has no effect" : "gives zeros";
  return false;
}

bool MessageCall::drop(unsigned bti, memory::Access access, int lane) const {
  if (!reports_bounds() || may_be_of_helpers(access, lane)) return true;
  const bool writes = access == memory::Access::write;
  fail(fmt::format("{} outside surface {}", writes ? "write" : "read", bti));
  fault_->cause = eu::FaultCause::bounds;
  fault_->access = find_kind(access);
  fault_->outside = eu::OutsideAccess{.space = {.bti = bti}};  // no size: it is a pixel
  if (lane >= 0) fault_->lane = static_cast<unsigned>(lane);
  recoverable_->effect = writes ? "has no effect" : "gives the out-of-bounds value";
  return false;
}

void MessageCall::explain_block(std::uint32_t ahead) const {
  if (fault_->outside) fault_->outside->ahead = ahead;
}

void MessageCall::explain(std::string_view subject) const { fault_->what += fmt::format(" ({})", subject); }

void MessageCall::tell(const MemoryRange& range, std::span<const std::uint64_t> offsets, std::uint32_t mask,
                       unsigned bytes, AccessKind kind) const {
  std::array<std::uint64_t, 32> inside;
  std::size_t count = 0;
  std::uint32_t channels = 0;
  for (; mask != 0; mask &= mask - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(mask));
    const std::uint64_t offset = offsets[lane] & range.offset_mask;
    if (!range.contains(offset, bytes)) continue;
    inside[count++] = offset;
    channels |= 1U << lane;
  }
  if (count == 0) return;
  const bool has_channels = offsets.size() > 1;  // a block has a single offset
  observers_->tell(&eu::Observer::accessed, eu::Access{.space = accessed_space(range),
                                                       .offsets = std::span(inside).first(count),
                                                       .bytes = bytes,
                                                       .kind = kind,
                                                       .channels = has_channels ? channels : 0});
}

void MessageCall::tell(const MemoryRange& range, std::uint64_t offset, std::span<const std::byte> value,
                       AccessKind kind) const {
  offset &= range.offset_mask;
  if (!range.contains(offset, value.size())) return;
  tell({.space = accessed_space(range),
        .offsets = {&offset, 1},
        .bytes = static_cast<unsigned>(value.size()),
        .kind = kind},
       {.moved = value, .updated = {}});
}

void MessageCall::tell(const eu::Access& access, const eu::AccessValues& values) const {
  observers_->tell(&eu::Observer::transferred, access, values);
}

void MessageCall::wrote(const eu::Thread& thread, unsigned nr, unsigned offset, unsigned bytes) const {
  if (observers_ == nullptr) return;
  const std::size_t begin = offsetof(eu::Thread, grf) + nr * eu::kGrfBytes + offset;
  observers_->tell(&eu::Observer::registers_written, thread, begin, begin + bytes);
}

void MessageCall::chose(eu::GatewayChoice choice) const {
  if (observers_ != nullptr) observers_->tell(&eu::Observer::chosen, request_->thread, choice);
}

void MessageCall::reaches(std::uint64_t address, unsigned bytes, AccessKind kind) const {
  if (reports_accesses_) tell(kMemory, {&address, 1}, 1, bytes, kind);
}

void MessageCall::transferred(std::uint64_t address, std::span<const std::byte> value, AccessKind kind) const {
  if (reports_values_) tell(kMemory, address, value, kind);
}

}  // namespace eugene::functions
