// What a VM of the uAPI maps: buffer objects at GPU addresses.
#pragma once

#include <cstdint>
#include <memory>

#include "i915/object.h"
#include "memory/host_ranges.h"

namespace eugene::i915 {

// Used under the machine's lock. What work in flight sees is a copy that does not change.
class AddressSpace {
 public:
  static constexpr std::uint64_t kBytes = std::uint64_t{1} << 48;
  static constexpr std::uint64_t kBytesBelow4G = std::uint64_t{1} << 32;

  // Maps all of the object there, in place of what overlaps it.
  void bind(const ObjectPtr& object, std::uint64_t address);
  // Where it is, else at `address` if that is free, else somewhere, below `limit`; `address` says where. False if there
  // is no room.
  bool bind_anywhere(const ObjectPtr& object, std::uint64_t alignment, std::uint64_t limit, std::uint64_t& address);
  void unbind(const Object* object);
  bool is_bound(const Object* object, std::uint64_t address) const;

  std::shared_ptr<memory::HostRanges> snapshot() const { return ranges_; }

 private:
  memory::HostRanges& change();

  std::shared_ptr<memory::HostRanges> ranges_ = std::make_shared<memory::HostRanges>();
};

}  // namespace eugene::i915
