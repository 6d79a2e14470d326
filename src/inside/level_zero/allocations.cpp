#include "allocations.h"

#include <algorithm>
#include <iterator>

namespace eugene::inside::level_zero {
namespace {

std::uintptr_t to_address(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

}  // namespace

void Allocations::add(const void* memory, std::size_t bytes, bool is_of_device) {
  const std::scoped_lock lock(mutex_);
  allocations_[to_address(memory)] = {.object = ++last_, .bytes = bytes, .is_known = is_of_device, .writes = {}};
}

void Allocations::remove(const void* memory) {
  const std::scoped_lock lock(mutex_);
  allocations_.erase(to_address(memory));
}

Allocations::ByAddress::iterator Allocations::find_allocation(const void* pointer) {
  const std::uintptr_t address = to_address(pointer);
  const auto after = allocations_.upper_bound(address);
  if (after == allocations_.begin()) return allocations_.end();
  const auto before = std::prev(after);
  return address - before->first < before->second.bytes ? before : allocations_.end();
}

Allocations::Position Allocations::find(const void* pointer) {
  const std::scoped_lock lock(mutex_);
  const auto found = find_allocation(pointer);
  if (found == allocations_.end()) return {};
  const Allocation& each = found->second;
  return {.object = each.object,
          .buffer = each.is_known ? each.object : 0,
          .begin = to_address(pointer) - found->first,
          .bytes = each.bytes};
}

void Allocations::write(const void* pointer, std::size_t bytes) {
  const std::scoped_lock lock(mutex_);
  const auto found = find_allocation(pointer);
  if (found == allocations_.end()) return;
  const std::size_t begin = to_address(pointer) - found->first;
  found->second.writes.add({begin, begin + std::min(bytes, found->second.bytes - begin)});
}

void Allocations::stop_tracking() {
  const std::scoped_lock lock(mutex_);
  for (auto& [address, each] : allocations_) each.is_known = false;
}

eugene_argument Allocations::describe(unsigned number, const void* pointer) {
  eugene_argument argument{
      .number = number, .given = eugene_given_shared, .address = to_address(pointer), .reads = 1, .writes = 1};
  const std::scoped_lock lock(mutex_);
  const auto found = find_allocation(pointer);
  if (found == allocations_.end()) return argument;
  argument.object = found->second.object;
  if (!found->second.is_known) return argument;
  argument.buffer = argument.object;
  found->second.writes.tell(argument);
  return argument;
}

}  // namespace eugene::inside::level_zero
