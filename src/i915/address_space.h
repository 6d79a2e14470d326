// The mappings of a VM of the uAPI: buffer objects at GPU addresses.
#pragma once

#include <cstdint>
#include <memory>

#include "i915/object.h"
#include "memory/host_ranges.h"

namespace eugene::i915 {

// Used under the DrmDevice's lock. Copy on write: work in flight keeps a snapshot that does not change.
class AddressSpace {
 public:
  static constexpr std::uint64_t kBytes = std::uint64_t{1} << 48;
  // For objects that have to lie below 4 GB. The last page there is left out, so that no base address plus the size of
  // what lies there comes to 4 GB, which a field of 32 bits does not hold.
  static constexpr std::uint64_t kLimitBelow4G = (std::uint64_t{1} << 32) - memory::kPageBytes;

  // Requirements of an object on its address.
  struct Room {
    std::uint64_t bytes = 0;  // the object's, and more to be kept free behind it
    std::uint64_t alignment = memory::kPageBytes;
    std::uint64_t limit = kBytes;  // it ends there or before
  };

  // Maps all of the object at `address`, reserves `bytes` there, and unmaps whatever overlaps that range.
  void bind(const ObjectPtr& object, std::uint64_t address, std::uint64_t bytes);
  // Binds the object where it is, else at `address` if that is free, else anywhere. `address` is set to the result.
  // False if there is no room.
  bool bind_anywhere(const ObjectPtr& object, const Room& room, std::uint64_t& address);
  void unbind(const Object* object);
  // Whether the object lies there, with that many bytes for itself.
  bool is_bound(const Object* object, std::uint64_t address, std::uint64_t bytes) const;

  std::shared_ptr<memory::HostRanges> snapshot() const { return ranges_; }

 private:
  memory::HostRanges& change();

  std::shared_ptr<memory::HostRanges> ranges_ = std::make_shared<memory::HostRanges>();
};

}  // namespace eugene::i915
