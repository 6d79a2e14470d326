#include "i915/address_space.h"

#include <algorithm>

namespace eugene::i915 {
namespace {

// Page 0 stays free, so that no object is at a null pointer.
constexpr std::uint64_t kLowest = 0x1000;

}  // namespace

memory::HostRanges& AddressSpace::change() {
  if (ranges_.use_count() > 1) ranges_ = std::make_shared<memory::HostRanges>(*ranges_);
  return *ranges_;
}

bool AddressSpace::is_bound(const Object* object, std::uint64_t address, std::uint64_t bytes) const {
  const auto* range = ranges_->find(address);
  return range != nullptr && range->begin == address && range->owner.get() == object && range->end - address >= bytes;
}

void AddressSpace::bind(const ObjectPtr& object, std::uint64_t address, std::uint64_t bytes) {
  object->last_place = address;
  if (is_bound(object.get(), address, bytes)) return;
  memory::HostRanges& ranges = change();
  ranges.unmap(object.get());  // the object may have been at another address
  ranges.map({.begin = address,
              .end = address + bytes,
              .host = object->host(),
              .writable = object->is_writable(),
              .padding = bytes - object->bytes(),
              .owner = object});
}

bool AddressSpace::bind_anywhere(const ObjectPtr& object, const Placement& room, std::uint64_t& address) {
  const auto [bytes, alignment, limit] = room;
  const std::uint64_t had = object->last_place;
  const bool fits = had != 0 && had % alignment == 0 && had <= limit && bytes <= limit - had;
  if (fits && is_bound(object.get(), had, bytes)) {
    address = had;
    return true;
  }
  const std::uint64_t wanted = address;
  const bool wants = wanted >= kLowest && wanted % alignment == 0 && wanted <= limit && bytes <= limit - wanted;
  if (!wants || ranges_->find_free(bytes, alignment, wanted, wanted + bytes) != wanted)
    address = ranges_->find_free(bytes, alignment, kLowest, limit);
  if (address == limit) return false;
  bind(object, address, bytes);
  return true;
}

void AddressSpace::unbind(const Object* object) {
  const auto& all = ranges_->ranges();
  const auto is_its = [object](const auto& range) { return range.owner.get() == object; };
  if (std::ranges::any_of(all, is_its)) change().unmap(object);
}

}  // namespace eugene::i915
