// The mappings of a VM of the uAPI: buffer objects at GPU addresses.
#pragma once

#include <cstdint>
#include <memory>

#include "i915/object.h"
#include "memory/host_ranges.h"

namespace eugene::i915 {

// Used under the DrmDevice's lock. Copy on write: work in flight keeps an immutable snapshot.
class AddressSpace {
 public:
  static constexpr std::uint64_t kBytes = std::uint64_t{1} << 48;
  // Limit for objects that must be below 4 GB. The last page is left out, so that a base address plus a size never
  // reaches 4 GB, which a 32-bit field cannot hold.
  static constexpr std::uint64_t kLimitBelow4G = (std::uint64_t{1} << 32) - memory::kPageBytes;

  // Requirements of an object on its address.
  struct Placement {
    std::uint64_t bytes = 0;  // the object's size plus padding after it
    std::uint64_t alignment = memory::kPageBytes;
    std::uint64_t limit = kBytes;  // the range ends at this address or below
  };

  // Maps all of the object at `address`, reserves `bytes` there, and unmaps whatever overlaps that range.
  void bind(const ObjectPtr& object, std::uint64_t address, std::uint64_t bytes);
  // Keeps the object's current binding if it fits `room`. Otherwise binds the object at `address` if that range is free
  // and fits, else anywhere. Sets `address` to the result. Returns false if no range is free.
  bool bind_anywhere(const ObjectPtr& object, const Placement& room, std::uint64_t& address);
  void unbind(const Object* object);
  // Returns whether the object is bound at `address` with at least `bytes` reserved.
  bool is_bound(const Object* object, std::uint64_t address, std::uint64_t bytes) const;

  std::shared_ptr<memory::HostRanges> snapshot() const { return ranges_; }

 private:
  memory::HostRanges& change();

  std::shared_ptr<memory::HostRanges> ranges_ = std::make_shared<memory::HostRanges>();
};

}  // namespace eugene::i915
