// A buffer object: memory that the program and the GPU share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "i915/fence.h"
#include "i915/storage.h"

namespace eugene::i915 {

// All but the memory itself is used under the machine's lock.
class Object {
 public:
  // Zeroed memory of its own; null where the host has none left.
  static std::shared_ptr<Object> create(std::shared_ptr<Storage> storage, std::uint64_t bytes);
  // The program's memory, which it must keep mapped.
  static std::shared_ptr<Object> of_user(std::byte* host, std::uint64_t bytes, bool writable);
  ~Object();
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  std::uint64_t bytes() const { return bytes_; }
  std::byte* host() const { return host_; }  // one mapping that lives as long as the object
  bool is_user() const { return storage_ == nullptr; }
  bool is_writable() const { return writable_; }
  // What to give mmap() on the device's node for it.
  std::uint64_t offset() const { return offset_; }
  void* map(void* address, std::uint64_t bytes, int protection, int flags, std::uint64_t at) const {
    return storage_->map(address, bytes, protection, flags, offset_ + at);
  }

  // Work that reads or writes it.
  void use(const FencePtr& fence, bool writes);
  bool is_busy(bool only_writes) const;
  std::vector<FencePtr> work(bool only_writes) const;

  std::uint32_t caching = 1;     // I915_CACHING_CACHED: shared with the processor's cache
  std::uint64_t last_place = 0;  // GPU address that it had last

 private:
  Object(std::shared_ptr<Storage> storage, std::byte* host, std::uint64_t offset, std::uint64_t bytes, bool writable)
      : storage_(std::move(storage)), host_(host), offset_(offset), bytes_(bytes), writable_(writable) {}

  struct Use {
    FencePtr fence;
    bool writes;
  };
  std::shared_ptr<Storage> storage_;
  std::byte* host_;
  std::uint64_t offset_;
  std::uint64_t bytes_;
  bool writable_;
  std::vector<Use> uses_;  // those that may not be done
};

using ObjectPtr = std::shared_ptr<Object>;

}  // namespace eugene::i915
