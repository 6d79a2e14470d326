// Ranges that the memory rules allow as a whole, so that accesses within them need not be judged one by one.
#include <algorithm>
#include <limits>

#include "check/memory/memory.h"

namespace eugene::check {
namespace {

constexpr eu::OffsetRange kAll{.begin = 0, .end = std::numeric_limits<std::uint64_t>::max()};

eu::OffsetRange to_range(const ArgumentMemory& argument) {
  return {.begin = *argument.address, .end = *argument.address + argument.bytes};
}

eu::OffsetRange to_range(const Allocation& allocation) {
  return {.begin = allocation.address, .end = allocation.address + allocation.bytes};
}

bool has_right(const ArgumentMemory& argument, eu::AccessKind kind) {
  return kind == eu::AccessKind::read ? argument.rights.reads : argument.rights.writes;
}

bool is_pointer(const ArgumentMemory& argument) { return !argument.is_local && argument.address.has_value(); }

// Reduces `range` to its part around `place` that is outside `other`, which does not contain `place`.
void keep_beside(eu::OffsetRange& range, std::uint64_t place, const eu::OffsetRange& other) {
  if (other.begin > place)
    range.end = std::min(range.end, other.begin);
  else
    range.begin = std::max(range.begin, other.end);
}

}  // namespace

std::optional<eu::OffsetRange> MemoryRules::allowed_around(const eu::AccessedSpace& space, std::uint64_t offset,
                                                           eu::AccessKind kind) const {
  if (!kinds_.memory) return kAll;
  if (space.local != nullptr) return allowed_in_local(offset);
  const ArgumentMemory* argument = bound(space.bti);
  if (argument != nullptr && argument->is_image) return kAll;
  std::optional<eu::OffsetRange> addresses;
  const std::uint64_t address = space.base + offset;
  if (argument == nullptr) {
    addresses = allowed_addresses(address, kind);
  } else if (!argument->is_null && has_right(*argument, kind)) {
    const std::uint64_t begin = argument->address.value_or(space.base);
    addresses = {.begin = begin, .end = begin + argument->bytes};
  }
  if (!addresses || !addresses->contains(address)) return std::nullopt;
  return eu::OffsetRange{.begin = addresses->begin - std::min(addresses->begin, space.base),
                         .end = addresses->end - space.base};
}

// Returns the range of an argument, or a range that is before the last argument and in no argument.
std::optional<eu::OffsetRange> MemoryRules::allowed_in_local(std::uint64_t offset) const {
  if (!memory_.local_bytes) return kAll;
  eu::OffsetRange range{.begin = 0, .end = *memory_.local_bytes};
  std::uint64_t last = 0;
  for (const ArgumentMemory& each : memory_.arguments) {
    if (!each.is_local || !each.address) continue;
    const eu::OffsetRange own = to_range(each);
    last = std::max(last, own.end);
    if (own.contains(offset))
      range = {.begin = std::max(range.begin, own.begin), .end = std::min(range.end, own.end)};
    else
      keep_beside(range, offset, own);
  }
  if (last != 0 && offset >= last) return std::nullopt;
  return range.contains(offset) ? std::optional(range) : std::nullopt;
}

// Decides like judge_address(), which takes the first argument that contains the address, or else an allocation.
std::optional<eu::OffsetRange> MemoryRules::allowed_addresses(std::uint64_t address, eu::AccessKind kind) const {
  const eu::OffsetRange not_null{.begin = memory_.null_pointer + kNullEnd, .end = kAll.end};
  if (memory_.is_shader) return not_null.contains(address) ? std::optional(not_null) : std::nullopt;
  eu::OffsetRange beside = kAll;
  for (const ArgumentMemory& each : memory_.arguments) {
    if (!is_pointer(each)) continue;
    const eu::OffsetRange own = to_range(each);
    if (!own.contains(address)) {
      keep_beside(beside, address, own);
      continue;
    }
    if (!has_right(each, kind) || each.is_null || !not_null.contains(address)) return std::nullopt;
    return eu::OffsetRange{.begin = std::max({beside.begin, own.begin, not_null.begin}),
                           .end = std::min(beside.end, own.end)};
  }
  const Allocation* around = nullptr;
  for (const Allocation& each : memory_.allocations) {
    if (each.is_freed) continue;
    if (!to_range(each).contains(address))
      keep_beside(beside, address, to_range(each));
    else if (around != nullptr)
      return std::nullopt;
    else
      around = &each;
  }
  if (around == nullptr) return driver_memory(address);
  return eu::OffsetRange{.begin = std::max({beside.begin, around->address, not_null.begin}),
                         .end = std::min(beside.end, to_range(*around).end)};
}

// Returns a range far from all memory of the program: unknown memory that the driver or the compiler uses.
std::optional<eu::OffsetRange> MemoryRules::driver_memory(std::uint64_t address) const {
  eu::OffsetRange range{.begin = memory_.null_pointer + kNullEnd, .end = kAll.end};
  const auto leave_out = [&](eu::OffsetRange other) {
    other.end = (other.end + kPage - 1) / kPage * kPage;
    if (other.contains(address))
      range = {};
    else
      keep_beside(range, address, other);
  };
  const std::uint64_t ahead = memory_.has_hidden_memory ? 0 : kPage;  // see MemoryRules::argument_after()
  for (const ArgumentMemory& each : memory_.arguments) {
    if (!is_pointer(each)) continue;
    const eu::OffsetRange own = to_range(each);
    leave_out({.begin = own.begin - std::min(own.begin, ahead), .end = own.end});
  }
  for (const Allocation& each : memory_.allocations)
    leave_out({.begin = each.address, .end = each.address + each.bytes + each.room});
  return range.contains(address) ? std::optional(range) : std::nullopt;
}

}  // namespace eugene::check
